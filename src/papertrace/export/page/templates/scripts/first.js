// Draws where the papers of a page are before the rest of it is read.

import { drawFirst } from "./first_sight.js";

drawFirst(JSON.parse(document.getElementById("places").textContent));
