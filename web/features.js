/**
 * The interface between the base modules and the features, which are loaded on first use. A feature
 * provides values in slots, such as `picture` or `chapters`. A module asks for a slot and names no
 * feature, so a feature can be added without changes elsewhere.
 *
 * @import { Slot, Slots } from './types.js'
 *
 * @typedef {object} Feature
 * @property {readonly Slot[]} gives the slots that the feature provides a value for
 * @property {() => Promise<Partial<Slots>>} [load] loads the values by slot
 * @property {Partial<Slots>} [values] values by slot that need no loading: data such as names
 */

/** @typedef {Feature & { feature: Feature, loading?: Promise<void> }} Added */

/** @type {Added[]} */
const features = [];

/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Registers a feature, unless it is registered already. Slots list their values in the order of
 * registration.
 * @param {Feature} feature
 */
export function addFeature(feature) {
  if (features.some((added) => added.feature === feature)) return;
  features.push({ ...feature, feature });
  notifyListeners();
}

/** Returns the loaded values of a slot. @template {Slot} Name @param {Name} slot @returns {Slots[Name][]} */
export const getSlotValues = (slot) =>
  features.flatMap(({ values }) => {
    const value = values?.[slot];
    return value === undefined ? [] : [value];
  });

/**
 * Returns the first loaded value of a slot.
 * @template {Slot} Name
 * @param {Name} slot
 * @returns {Slots[Name] | undefined} undefined until a value is loaded
 */
export const getSlot = (slot) => getSlotValues(slot)[0];

/** Whether at least one feature provides a slot, and all that provide it are loaded. @param {Slot} slot */
export function hasSlot(slot) {
  const all = listFeaturesOf(slot);
  return all.length > 0 && all.every(({ values }) => values);
}

/**
 * Loads all features that provide a slot.
 * @template {Slot} Name
 * @param {Name} slot a slot of a registered feature
 * @returns {Promise<Slots[Name]>} the first value
 * @throws {Error} if no feature provides the slot
 */
export async function needSlot(slot) {
  const all = listFeaturesOf(slot);
  if (all.length === 0) throw new Error(`No feature gives the slot “${slot}”.`);
  await Promise.all(all.map(loadFeature));
  return getSlotValues(slot)[0];
}

/**
 * Calls a function whenever a feature is added or loaded.
 * @param {() => void} listener
 * @returns {() => void} a function that removes the listener
 */
export function watchFeatures(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notifyListeners() {
  for (const listener of listeners) listener();
}

/** @param {Slot} slot */
const listFeaturesOf = (slot) => features.filter(({ gives }) => gives.includes(slot));

/** @param {Added} feature */
function loadFeature(feature) {
  feature.loading ??= feature.load?.().then(
    (values) => {
      feature.values = values;
      notifyListeners();
    },
    (error) => {
      // The next call retries a failed load.
      feature.loading = undefined;
      throw error;
    },
  );
  return feature.loading;
}
