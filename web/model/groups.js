/** Groups of controls, as an author names those to hide. */

/** What is hidden where an author asks for some steps and does not say what to hide. */
export const BESIDE_STEPS = Object.freeze([
  ...['title', 'guide', 'sentence', 'settings', 'experiments', 'weights'],
]);
