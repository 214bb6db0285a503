// The page of papers whose references are known.

import "./missing.js";
import "./page.js";
