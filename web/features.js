/**
 * The one interface between what is always there and the features: parts that are loaded when they are first wanted.
 * A feature gives values in slots, such as `picture` or `chapters`. A module that wants a value asks for its slot, and names no
 * feature; so a feature can be added without a change elsewhere.
 *
 * @import { Slot, Slots } from './types.js'
 *
 * @typedef {object} Feature
 * @property {readonly Slot[]} gives the slots that it has a value for
 * @property {() => Promise<Partial<Slots>>} [load] resolves to its values by slot
 * @property {Partial<Slots>} [values] by slot, where nothing has to be loaded: data such as names
 */

/** @typedef {Feature & { feature: Feature, loading?: Promise<void> }} Added */

/** @type {Added[]} */
const features = [];

/** @type {Set<() => void>} */
const listeners = new Set();

/** The order in which features are added is the order of their values. Adding one again does nothing. @param {Feature} feature */
export function addFeature(feature) {
  if (features.some((added) => added.feature === feature)) return;
  features.push({ ...feature, feature });
  notifyListeners();
}

/** The values of a slot that are loaded. @template {Slot} Name @param {Name} slot @returns {Slots[Name][]} */
export const getSlotValues = (slot) =>
  features.flatMap(({ values }) => {
    const value = values?.[slot];
    return value === undefined ? [] : [value];
  });

/**
 * The first value of a slot that is loaded.
 * @template {Slot} Name
 * @param {Name} slot
 * @returns {Slots[Name] | undefined} undefined as long as none is
 */
export const getSlot = (slot) => getSlotValues(slot)[0];

/** Whether some feature gives a slot, and all that do are loaded. @param {Slot} slot */
export function hasSlot(slot) {
  const all = givers(slot);
  return all.length > 0 && all.every(({ values }) => values);
}

/**
 * Loads all features that give a slot.
 * @template {Slot} Name
 * @param {Name} slot of a feature that was added
 * @returns {Promise<Slots[Name]>} the first value
 * @throws {Error} if no feature gives the slot
 */
export async function needSlot(slot) {
  const all = givers(slot);
  if (all.length === 0) throw new Error(`No feature gives the slot “${slot}”.`);
  await Promise.all(all.map(load));
  return getSlotValues(slot)[0];
}

/**
 * Calls a function whenever a feature is added or loaded.
 * @param {() => void} listener
 * @returns {() => void} stops it
 */
export function watchFeatures(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

/** @param {Slot} slot */
const givers = (slot) => features.filter(({ gives }) => gives.includes(slot));

/** @param {Added} feature */
function load(feature) {
  feature.loading ??= feature.load?.().then(
    (values) => {
      feature.values = values;
      notifyListeners();
    },
    (error) => {
      // A failed load may be tried again.
      feature.loading = undefined;
      throw error;
    },
  );
  return feature.loading;
}
