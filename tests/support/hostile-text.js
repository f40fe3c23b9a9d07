// Draws any text at all. fast-check's own "binary" unit builds a table of 1.1 million characters in
// every process, which takes 0.7 s.
import fc from 'fast-check';

/**
 * A character of ASCII, of the first plane, or of any plane. Lone surrogates are included, which
 * other encodings cannot hold.
 */
const unit = fc
  .oneof(...[0x7f, 0xffff, 0x10ffff].map((max) => fc.integer({ min: 0, max })))
  .map((code) => String.fromCodePoint(code));

/** @param {{ minLength?: number, maxLength?: number }} [lengths] in characters */
export const anyText = (lengths) => fc.array(unit, lengths).map((all) => all.join(''));
