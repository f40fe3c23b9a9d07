/** Which combinations of words a model never sees in training: decided by a hash, so the same everywhere. */

/** 32 well-mixed bits of a text: FNV-1a, then a finalizer, as FNV's high bits alone are poor. @param {string} text */
export function hashText(text) {
  let x = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) x = Math.imul(x ^ text.charCodeAt(i), 0x01000193);
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** Is this combination among the share (0 .. 1) that is kept for the test? @param {number} share @param {string[]} words */
export const isHeldOut = (share, ...words) => hashText(words.join(' ')) < share * 2 ** 32;

/**
 * Draws until the example belongs to the wanted part.
 *
 * @template {{ heldOut: boolean }} T
 * @param {() => T} draw
 * @param {boolean} heldOut
 */
export function drawUntil(draw, heldOut) {
  let example = draw();
  while (example.heldOut !== heldOut) example = draw();
  return example;
}
