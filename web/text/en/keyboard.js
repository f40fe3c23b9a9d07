/** The list of keys. */

export const title = 'Keyboard';
export const where = 'For when the focus is in this lesson. Tab moves from table to table.';
export const letters = 'Use single letters, digits and signs as keys';
export const glossary = 'What the words mean';
export const close = 'Close';

/** @type {readonly (readonly [key: string, what: string])[]} */
export const keys = [
  ['Arrows, Home, End', 'move within a table; with Ctrl, Home and End go to its corners'],
  ['Enter', 'take a number apart'],
  ['Esc', 'close what is open'],
  ['[ ]', 'previous and next step'],
  ['1 … 9', 'choose a head'],
  ['E or F2', 'set a number; Enter keeps it, Esc does not'],
  ['M', 'mask a key for its query, or unmask it'],
  ['P', 'pin a row, to compare it with another'],
  ['Ctrl + Z, Ctrl + Shift + Z', 'undo and redo'],
  ['?', 'this list'],
];
