/** Presets: the sentences and numbers of the articles, and the presets of features. */

import { presets as texts } from '../text/en/sources.js';
import { DEFAULTS, getSettings, SETTINGS, usesSetting } from './fields.js';
import { normaliseState } from './normalise.js';
import { listSourceKinds } from './source-kinds.js';

/** @import { Preset, Settings, State } from './types.js' */

/** @type {Readonly<Record<string, Partial<State>>>} */
const STATES = {
  noodles: {},
  hello: { sentence: 'Hello I love you' },
  father: {
    sentence: "il n'est pas aussi grand que son père",
    target: 'he is not as tall as his father',
  },
  jane: { sentence: "Jane visite l'Afrique en septembre" },
  article: { source: 'article' },
  coffee: { source: 'coffee' },
};

/** @type {readonly Preset[]} */
const CORE = Object.entries(STATES).map(([id, state]) => ({
  id,
  ...texts[id],
  state,
  query: DEFAULTS.query,
}));

/** Returns all presets. Presets of features come in a recommended order. @returns {readonly Preset[]} */
export const listPresets = () => [
  ...CORE,
  ...listSourceKinds().flatMap(({ name, presets: given = [] }) =>
    given.map((preset) => ({
      query: DEFAULTS.query,
      ...preset,
      state: /** @type {Partial<State>} */ ({ source: name, ...preset.state }),
    })),
  ),
];

/** An unknown id gives the defaults. @param {string} id @returns {Partial<State>} */
export function makePresetState(id) {
  return getSettings(normaliseState(listPresets().find((preset) => preset.id === id)?.state));
}

/**
 * Returns the change that opens a preset. A preset for any sentence keeps the reader's.
 * @param {State} state
 * @param {string} id
 * @returns {Partial<State>}
 */
export function changeToPreset(state, id) {
  const { forSentence, query = state.query } =
    listPresets().find((preset) => preset.id === id) ?? {};
  const keepsSentence = forSentence && usesSetting(state, 'sentence');
  return {
    ...makePresetState(id),
    ...(keepsSentence ? { sentence: state.sentence, query: state.query } : { query }),
    ...{ cell: '', before: '', pin: -1, key: -1 },
  };
}

/**
 * Returns the preset to show as chosen. A model stays chosen while it learns, and a real model
 * whatever its settings are.
 * @param {State} state
 * @returns {string | undefined} the id
 */
export const findShownPreset = (state) =>
  findPreset({ ...state, training: DEFAULTS.training }) ??
  listSourceKinds().find(
    ({ name, slot, isLearningModel }) => name === state.source && slot && !isLearningModel,
  )?.presets?.[0]?.id;

/** @param {State} state @returns {string | undefined} the id of the preset with the same results */
export function findPreset(state) {
  const found = listPresets().find(({ state: named, forSentence }) => {
    // Normalising takes long, and it keeps the settings that a preset names.
    if (SETTINGS.some((name) => name in named && named[name] !== state[name])) return false;
    const full = getSettings(normaliseState(named));
    const isSame = (/** @type {keyof Settings} */ name) => full[name] === state[name];
    return SETTINGS.every((name) => isSame(name) || (forSentence && name === 'sentence'));
  });
  return found?.id;
}
