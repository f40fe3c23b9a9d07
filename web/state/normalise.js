/** Converts any values to a state: each field reads its value, then the values are adjusted to each other. */

import { findWords, listHeadCounts } from './derived.js';
import { renameEdits } from './edit-cells.js';
import { DEFAULT_SETTINGS, SELECTION_FIELDS, SETTING_FIELDS, usesSetting } from './fields.js';
import { getSourceKind, isOwn } from './source-kinds.js';
import { findNearestStep, listSteps } from './step-order.js';
import { splitWords } from './words.js';

/** @import { Field, Settings, SourceName, State, ValuesOf, ViewSelection } from './types.js' */

/** The nearest valid state; never throws; idempotent. @param {unknown} wanted @returns {State} */
export function normaliseState(wanted) {
  const requested = /** @type {Record<string, unknown>} */ (Object(wanted ?? {}));
  const source = SETTING_FIELDS.source.read(requested.source, 'seed');
  const read = readFields(SETTING_FIELDS, requested, source);
  const sentence =
    (requested.sentence ?? undefined) === undefined ? findKnownSentence(read) : undefined;
  const settings = fitSettings({ ...read, sentence: sentence ?? read.sentence });
  const selection = readFields(SELECTION_FIELDS, requested, source);
  return { v: 1, ...settings, ...fitSelection(selection, settings, requested.step) };
}

/**
 * @template {Record<string, Field<any>>} Fields
 * @param {Fields} fields
 * @param {Record<string, unknown>} requested
 * @param {SourceName} source
 */
const readFields = (fields, requested, source) =>
  /** @type {ValuesOf<Fields>} */ (
    Object.fromEntries(
      Object.entries(fields).map(([name, { read }]) => [name, read(requested[name], source)]),
    )
  );

/** Returns a sentence that a model that learns knows. @param {Settings} settings */
function findKnownSentence({ source, task }) {
  const { isLearningModel, presets = [] } = getSourceKind({ source });
  const states = isLearningModel ? presets.map(({ state }) => state) : [];
  const ofTask = states.find((state) => (state.task ?? DEFAULT_SETTINGS.task) === task);
  return (ofTask ?? states[0])?.sentence;
}

/**
 * Adjusts settings: only drawn numbers have a second sentence, the number of heads divides the width, and there is at
 * most as much padding as words.
 * @param {Settings} read
 * @returns {Settings}
 */
function fitSettings(read) {
  const { source, sentence } = read;
  // The limits of the reader's own tensors were checked when their files were read.
  const hasOwnTensors = isOwn({ source });
  const { decides, hasLargeSizes } = getSourceKind({ source });
  const hasTarget = usesSetting(read, 'target') && splitWords(read.target).words.length > 0;
  const target = hasTarget ? read.target : '';
  const layer = target === '' ? DEFAULT_SETTINGS.layer : read.layer;
  const dModel = decides?.dModel ?? read.dModel;
  const { keyWords } = findWords({ sentence, target, layer });
  const settings = {
    ...read,
    target,
    layer,
    dModel,
    mechanism: hasOwnTensors ? 'dot' : read.mechanism,
    bug: hasOwnTensors ? '' : read.bug,
    heads:
      hasOwnTensors || hasLargeSizes
        ? read.heads
        : Math.max(...listHeadCounts(dModel).filter((count) => count <= read.heads)),
    pad: hasOwnTensors ? read.pad : Math.min(read.pad, Math.max(1, keyWords.length)),
    ...decides,
  };
  return { ...settings, edits: renameEdits(settings) };
}

/**
 * @param {ViewSelection} read
 * @param {Settings} settings
 * @param {unknown} step the requested step
 * @returns {ViewSelection}
 */
function fitSelection(read, settings, step) {
  const words = findWords(settings);
  // Only drawn numbers have exactly the words of the settings.
  const isDrawn = usesSetting(settings, 'target');
  // The number of heads of such a model is known only when it is loaded.
  const isOpen =
    getSourceKind(settings).hasLargeSizes === true && settings.heads === DEFAULT_SETTINGS.heads;
  const [last, lastKey] = [words.queryWords, words.keyWords].map(({ length }) =>
    isDrawn ? Math.max(0, length - 1) : Infinity,
  );
  return {
    ...read,
    step: findNearestStep(listSteps(settings), step),
    query: Math.min(read.query, last),
    key: Math.min(read.key, lastKey),
    pin: Math.min(read.pin, last),
    head: isOpen ? read.head : Math.min(read.head, settings.heads - 1),
  };
}
