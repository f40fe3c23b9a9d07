/** The choice of examples that models never see in training. A hash decides, so it is the same on every machine. */

/** Hashes a text to 32 bits: FNV-1a, then a finalizer, because the high bits of FNV are poor. @param {string} text */
export function hashText(text) {
  let x = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) x = Math.imul(x ^ text.charCodeAt(i), 0x01000193);
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/**
 * Whether a combination of words is in the share (0 .. 1) that is held out for testing.
 * @param {number} share @param {string[]} words
 */
export const isHeldOut = (share, ...words) => hashText(words.join(' ')) < share * 2 ** 32;

/**
 * Draws examples until one belongs to the wanted part.
 * @template {{ heldOut: boolean }} Drawn
 * @param {() => Drawn} draw @param {boolean} wantsHeldOut
 */
export function drawUntil(draw, wantsHeldOut) {
  for (;;) {
    const { heldOut, ...example } = draw();
    if (heldOut === wantsHeldOut) return example;
  }
}
