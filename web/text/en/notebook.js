/** What is said in a notebook. */

/** @param {string} name */
export const notBeside = (name) =>
  `${name} is not part of anywidget.js, and a notebook that is given its text has nothing beside it. With an address as _esm, of the module with ${name} in the same folder, this is shown.`;
