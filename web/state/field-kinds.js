/** Defines fields of a state by their kinds: choices, integers, real numbers, texts. */

import { getSourceKind } from './source-kinds.js';
import {
  clampFloat32,
  clampInteger,
  keepFitting,
  toChoice,
  toNumber,
  toText,
  toTextOfForm,
} from './values.js';

/** @import { Field, Scale, SourceName, Trait, User } from './types.js' */

/**
 * @typedef {{ key: string, attribute?: 'set' | 'reflected', usedBy?: readonly User[], traits?: readonly Trait[], isOpen?: boolean }} FieldPlace
 * @typedef {readonly [least: number, most: number]} Range
 */

/** By default, only drawn numbers use a field. @param {FieldPlace} place */
const forSources = ({ usedBy = ['seed'], ...place }) => ({ usedBy, ...place });

/**
 * @template {string} Value
 * @param {readonly Value[] | (() => readonly Value[])} given the choices, or a function that
 * returns them if features add some
 * @param {NoInfer<Value>} value the default
 * @param {FieldPlace} place
 * @returns {Field<Value>}
 */
export function defineChoiceField(given, value, place) {
  const choices = () => (typeof given === 'function' ? given() : given);
  return {
    ...forSources(place),
    value,
    get choices() {
      return choices();
    },
    read: (wanted) => toChoice(wanted, choices(), value),
  };
}

/**
 * @param {typeof clampInteger} read
 * @param {Range} range
 * @param {number} value the default
 * @param {FieldPlace} place
 * @param {{ given?: Range, learned?: Range }} otherRanges ranges of given tensors,
 * which large models have too, and of models that learn
 * @returns {Field<number>}
 */
function defineNumberField(read, range, value, place, otherRanges) {
  const { given = range, learned = range } = otherRanges;
  const most = Math.max(range[1], given[1], learned[1]);
  const getRange = (/** @type {SourceName} */ source) => {
    const { isGiven, hasLargeSizes, isLearningModel } = getSourceKind({ source });
    return isGiven || hasLargeSizes ? given : isLearningModel ? learned : range;
  };
  return {
    ...forSources(place),
    value,
    range,
    otherRanges,
    getRange,
    widest: [range[0], most],
    isInteger: read === clampInteger,
    read(wanted, source) {
      const [least, most] = getRange(source);
      return read(wanted, least, most, value);
    },
  };
}

/**
 * @param {Range} range
 * @param {number} value
 * @param {FieldPlace} place
 * @param {{ given?: Range, learned?: Range }} [ranges]
 */
export const defineIntegerField = (range, value, place, ranges = {}) =>
  defineNumberField(clampInteger, range, value, place, ranges);

/** @param {Range} range @param {number} value @param {FieldPlace} place */
export const defineRealField = (range, value, place) =>
  defineNumberField(clampFloat32, range, value, place, {});

/**
 * @param {(value: unknown) => string} read
 * @param {FieldPlace & { value?: string, maxLength?: number, pattern?: RegExp }} place
 * @returns {Field<string>}
 */
export const defineTextField = (read, { value = '', maxLength, pattern, ...place }) => ({
  ...forSources(place),
  value,
  read,
  maxLength,
  pattern,
});

/** @param {RegExp} pattern @param {number} maxLength @param {FieldPlace} place */
export const defineFormField = (pattern, maxLength, place) =>
  defineTextField((value) => toTextOfForm(value, pattern, maxLength), {
    ...place,
    maxLength,
    pattern,
  });

/**
 * A list of names, separated by blanks. Only the names that have the form are kept.
 * @param {RegExp} pattern the form of the list
 * @param {number} maxLength
 * @param {FieldPlace} place
 */
export const defineNamesField = (pattern, maxLength, place) =>
  defineTextField(
    (value) => {
      const names = toText(value).split(' ');
      const known = names.filter((name) => name !== '' && pattern.test(name));
      return keepFitting(known, maxLength + 1).join(' ');
    },
    { ...place, maxLength, pattern },
  );

/** The named scales of scores. A scale may also be a number. */
const SCALES = /** @type {const} */ (['sqrt', 'none', 'words']);

const MAX_SCALE = 1e6;

/** Within these limits products stay finite. @param {unknown} value @returns {Scale} */
function readScale(value) {
  return Number.isFinite(toNumber(value))
    ? clampFloat32(value, -MAX_SCALE, MAX_SCALE, 0)
    : toChoice(value, SCALES, 'sqrt');
}

/** @param {FieldPlace} place @returns {Field<Scale>} */
export const defineScaleField = (place) => ({
  ...forSources(place),
  value: 'sqrt',
  choices: SCALES,
  range: [-MAX_SCALE, MAX_SCALE],
  read: readScale,
  widest: [-MAX_SCALE, MAX_SCALE],
});
