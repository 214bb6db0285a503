// The page of papers whose references are known.

import "./early.js";
import "./missing.js";
import "./page.js";
