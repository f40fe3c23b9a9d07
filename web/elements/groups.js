/** What an author names in a list: steps to show, groups of controls to hide. */

/** What is hidden where an author asks for some steps and does not say what to hide. */
export const BESIDE_STEPS = Object.freeze([
  ...['title', 'guide', 'sentence', 'settings', 'experiments', 'weights'],
]);

/**
 * @param {string | null | undefined} text separated by commas or blanks
 * @returns {string[] | undefined} undefined for nothing
 */
export function list(text) {
  const parts = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/**
 * The groups of controls that are left out.
 * @param {{ hide: string | null | undefined, steps: string | null | undefined }} author
 * @returns {readonly string[]}
 */
export const hiddenGroups = ({ hide, steps }) =>
  list(hide) ?? (list(steps) && hide == null ? BESIDE_STEPS : []);
