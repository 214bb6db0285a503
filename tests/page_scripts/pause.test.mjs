// Pauses of long work, in which the page answers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage } from "./made_up_page.mjs";

const { STARTING_MS, yieldToMain } = await openPage()("unpacking.js");

test("work lets others act once it has taken a slice, and not before", async () => {
  let acted = false;
  await yieldToMain();
  setTimeout(() => { acted = true; });

  await yieldToMain();
  assert.equal(acted, false);

  const start = performance.now();
  while (performance.now() - start < STARTING_MS);
  await yieldToMain();
  assert.equal(acted, true);
});
