/** The settings as attributes and properties of an element. */

import { parted } from '../text/spelling.js';
import { FIELD_NAMES, FIELDS } from './fields.js';
import { PART_NAMES, SHOWN_NAMES } from './hidden-parts.js';
import { LOADING, THEMES } from './limits.js';
import { listStepNames } from './step-order.js';

/** @import { Field, FieldName } from './types.js' */

// Attributes that are no fields of the state.

/**
 * Traits of an attribute: it is a `flag` or a `list` of names; a picture without a browser has it
 * (`drawn`); the `address` of the standalone page may set it; `<attention-map>` has it, too (`map`).
 * @typedef {'flag' | 'list' | 'drawn' | 'address' | 'map'} AttributeTrait
 */

/**
 * The attributes of `<attention-lab>` that are no fields of the state, by the names of properties.
 * `names` returns the valid names for a part of the value.
 * @type {Readonly<Record<string, { traits: readonly AttributeTrait[], names?: (part: string) => readonly string[] }>>}
 */
export const LAB_ATTRIBUTES = {
  steps: { traits: ['list', 'drawn', 'address'], names: listStepNames },
  table: { traits: ['drawn', 'address'] },
  theme: { traits: ['drawn', 'address', 'map'], names: () => THEMES },
  hide: { traits: ['list', 'address'], names: () => PART_NAMES },
  show: { traits: ['list', 'address'], names: () => SHOWN_NAMES },
  readonly: { traits: ['flag', 'address'] },
  locked: { traits: ['flag', 'address', 'map'] },
  compact: { traits: ['flag', 'address'] },
  permalink: { traits: ['flag'] },
  caption: { traits: ['address', 'map'] },
  lang: { traits: ['address', 'map'] },
  headingLevel: { traits: [], names: () => ['0', '1', '2', '3', '4', '5', '6'] },
  src: { traits: ['map'] },
  load: { traits: [], names: () => ['eager'] },
  loading: { traits: ['map'], names: () => LOADING },
  state: { traits: ['drawn'] },
};

export const LAB_ATTRIBUTE_NAMES = Object.keys(LAB_ATTRIBUTES);

/** @param {AttributeTrait} trait @returns {readonly string[]} names of properties */
export const listAttributesWith = (trait) =>
  LAB_ATTRIBUTE_NAMES.filter((name) => LAB_ATTRIBUTES[name].traits.includes(trait));

export const LISTS = listAttributesWith('list');

// Fields of the state as attributes and properties.

/** `before` is left out, because every element has a method of that name. */
export const PROPERTIES = FIELD_NAMES.filter((name) => name !== 'before');

const isAttribute = (/** @type {FieldName} */ name) => FIELDS[name].attribute !== undefined;

/** Property declarations for Lit. */
export const declarations = Object.fromEntries(
  PROPERTIES.map((name) => [
    name,
    {
      attribute: isAttribute(name) && parted(name),
      reflect: FIELDS[name].attribute === 'reflected',
      noAccessor: true,
    },
  ]),
);

/** Fields without an attribute, by the name that their attribute would have. */
export const STATE_ONLY = Object.fromEntries(
  PROPERTIES.filter((name) => !isAttribute(name)).flatMap((name) => [
    [parted(name), name],
    [name.toLowerCase(), name],
  ]),
);
