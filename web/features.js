/**
 * The interface between the base modules and the features, which are loaded on first use. A feature
 * provides values in slots, such as `picture` or `chapters`. A module asks for a slot and names no
 * feature, so a feature can be added without changes elsewhere.
 */

import { loadOnce } from '../src/js/once.js';

/**
 * @import { Slot, Slots } from './types.js'
 *
 * @typedef {object} Feature
 * @property {readonly Slot[]} [gives] the slots that the feature provides a value for; by default,
 * those of its values
 * @property {() => Promise<Partial<Slots>>} [load] loads the values by slot
 * @property {Partial<Slots>} [values] values by slot that need no loading: data such as names
 */

/** @typedef {Pick<Feature, 'values'> & { feature: Feature, loadValues: () => Promise<void> }} Added */

/** @type {Added[]} */
const features = [];

/** The loaded values of each slot that was read since the last change. @type {Map<Slot, any[]>} */
const valuesBySlot = new Map();

/**
 * Registers a feature, unless it is registered already. Slots list their values in the order of
 * registration.
 * @param {Feature} feature
 */
export function addFeature(feature) {
  if (features.some((added) => added.feature === feature)) return;
  /** @type {Added} */
  const added = {
    feature,
    values: feature.values,
    loadValues: loadOnce(async () => {
      if (!feature.load) return;
      added.values = await feature.load();
      valuesBySlot.clear();
    }),
  };
  features.push(added);
  valuesBySlot.clear();
}

/**
 * Returns the loaded values of a slot, as the same array until a feature is added or loaded.
 * @template {Slot} Name
 * @param {Name} slot
 * @returns {readonly Slots[Name][]}
 */
export function getSlotValues(slot) {
  const known = valuesBySlot.get(slot);
  if (known) return known;
  const found = features.flatMap(({ values }) => {
    const value = values?.[slot];
    return value === undefined ? [] : [value];
  });
  valuesBySlot.set(slot, found);
  return found;
}

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
  await Promise.all(all.map(({ loadValues }) => loadValues()));
  return getSlotValues(slot)[0];
}

/**
 * Uses the first value of a slot: at once if it is loaded, otherwise when it is.
 * @template {Slot} Name
 * @template Result
 * @param {Name} slot a slot of a registered feature
 * @param {(value: Slots[Name]) => Result} use
 */
export function useSlot(slot, use) {
  const value = getSlot(slot);
  return value === undefined ? needSlot(slot).then(use) : use(value);
}

/** @param {Slot} slot */
const listFeaturesOf = (slot) =>
  features.filter(({ feature: { gives }, values = {} }) => gives?.includes(slot) ?? slot in values);
