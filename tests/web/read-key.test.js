import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readKey } from '../../web/figures/dom.js';

/** @param {Record<string, [key: string, code?: string]>} keys */
function assertRead(keys) {
  for (const [wanted, [key, code = '']] of Object.entries(keys))
    assert.equal(readKey({ key, code }), wanted, `${key} ${code}`);
}

it('a letter of another script is the Latin letter of its key', () => {
  assertRead({ z: ['я', 'KeyZ'], y: ['Н', 'KeyY'], f: ['ب', 'KeyF'], m: ['צ', 'KeyM'] });
  assertRead({ '[': ['х', 'BracketLeft'], ']': ['Ъ', 'BracketRight'], ж: ['Ж', 'Semicolon'] });
});

it('a Latin letter is itself in every layout, with and without Shift', () => {
  assertRead({ z: ['Z', 'KeyW'], e: ['e', 'KeyD'], ö: ['ö', 'KeyY'], '.': ['.', 'KeyE'] });
});

it('digits and signs of a number are those of programs, and names of keys stay', () => {
  assertRead({ 5: ['٥'], 7: ['७'], 3: ['３'], '-': ['−'], '.': ['٫'], ',': ['،'] });
  assertRead({ Enter: ['Enter'], F2: ['F2'], ArrowLeft: ['ArrowLeft'], ' ': [' '], '?': ['?'] });
});
