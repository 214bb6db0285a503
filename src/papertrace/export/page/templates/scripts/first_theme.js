// Makes the page light or dark before any of it is painted.

import { isDark } from "./theme_choice.js";

document.documentElement.dataset.theme = isDark() ? "dark" : "light";
