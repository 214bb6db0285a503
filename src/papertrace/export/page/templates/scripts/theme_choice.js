// Whether the page is dark: as its reader has chosen, else as the system is.

import { stored } from "./access.js";

export const prefersDark = matchMedia("(prefers-color-scheme: dark)");
export const isDark = () => (prefersDark.matches ? stored("theme") !== "light" : stored("theme") === "dark");
