/** Lists in attributes: steps to show, groups of controls to hide. */

/** What is hidden by default if an author lists steps. */
export const BESIDE_STEPS = Object.freeze([
  ...['title', 'guide', 'sentence', 'settings', 'experiments', 'weights'],
]);

/**
 * @param {string | null | undefined} text separated by commas or blanks
 * @returns {string[] | undefined} undefined for an empty list
 */
export function list(text) {
  const parts = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/**
 * The groups of controls that are hidden.
 * @param {{ hide: string | null | undefined, steps: string | null | undefined }} author
 * @returns {readonly string[]}
 */
export const hiddenGroups = ({ hide, steps }) =>
  list(hide) ?? (list(steps) && hide == null ? BESIDE_STEPS : []);
