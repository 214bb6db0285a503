// Waits until the browser has answered what the reader has done since.

/** @returns {Promise<void>} */
export const pause = () => new Promise((done) => { setTimeout(done); });

export const SLICE_MS = 16; // of long work after which to pause
