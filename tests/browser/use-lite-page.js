// Runs in a page, as a script: the test bundles it.
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { digestRuns } from '../pretrained/digest.js';

/** @param {readonly string[]} texts */
async function runUseLite(texts) {
  const model = await loadPretrained(await loadAttention(), 'use-lite');
  return digestRuns(model, texts);
}

Object.assign(globalThis, { runUseLite });
