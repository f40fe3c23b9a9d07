/** Entries of the state as attributes and properties of an element. */

import { parted } from '../session/spelling.js';
import { DEFAULTS } from '../session/state.js';

/** @typedef {import('../session/state.js').State} State */

/** Entries that are reflected as attributes. */
const REFLECTED = [
  ...['source', 'sentence', 'target', 'mechanism', 'heads', 'dModel', 'seed', 'mask', 'scale'],
  ...['step', 'query', 'key', 'head'],
];

/** `before` is left out: every element has a method of that name. */
export const PROPERTIES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS)).filter(
  (name) => !['v', 'before'].includes(name),
);

/** Property declarations for Lit. */
export const declarations = Object.fromEntries(
  PROPERTIES.map((name) => [
    name,
    { attribute: parted(name), reflect: REFLECTED.includes(name), noAccessor: true },
  ]),
);

/**
 * A framework's server writes a property as an attribute of its name, and HTML has no capitals: from there
 * back to the property.
 */
export const ALIASES = Object.fromEntries(
  PROPERTIES.flatMap((name) => (name === name.toLowerCase() ? [] : [[name.toLowerCase(), name]])),
);
