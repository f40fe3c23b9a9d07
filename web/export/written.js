/** Long texts, written in turns. */

/** Characters of a text after which a page may do something else. */
const TURN = 2 ** 18;

/**
 * A text of millions of numbers: the page answers to its reader in between.
 * @param {Iterable<string>} parts
 */
export async function written(parts) {
  let made = '';
  let turn = 0;
  for (const part of parts) {
    made += part;
    if (made.length - turn < TURN) continue;
    turn = made.length;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return made;
}
