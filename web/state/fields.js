/**
 * The table of settings and selection: how each value is read, its default, its key in addresses,
 * whether it is an attribute, and which sources use it. Attributes, addresses, warnings, schemas,
 * the manifest and the documents follow from it, with the comment of a field as its description.
 */

import { CELL_NAME } from '../graph/cell.js';
import { formatCells, MASKED_CELLS, parseCells } from '../graph/masks/custom.js';
import { maskNames } from '../graph/masks/index.js';
import {
  formatEdits,
  formatLayerEdits,
  MAX_EDITS_LETTERS,
  parseEdits,
  parseLayerEdits,
} from './edits.js';
import {
  defineChoiceField,
  defineFormField,
  defineIntegerField,
  defineNamesField,
  defineRealField,
  defineScaleField,
  defineTextField,
} from './field-kinds.js';
import {
  MAX_ANSWERS_LETTERS,
  MAX_NAME_LETTERS,
  PAGE_NAME,
  readAnswers,
  readGuide,
} from './guide.js';
import {
  BUG_NAME,
  HEADS_OF_LAYERS,
  HEADS_OF_ONE_LAYER,
  HUB_ADDRESS,
  MAX_CELL_LETTERS,
  MAX_CHANGES_LETTERS,
  MAX_DIGITS,
  MAX_GIVEN_HEADS,
  MAX_GIVEN_LAYERS,
  MAX_GIVEN_SIZE,
  MAX_HEADS,
  MAX_HEADS_OF_MODEL,
  MAX_HUB_ADDRESS_LETTERS,
  MAX_SEED,
  MAX_SPREAD,
  MAX_STEPS,
  MAX_WIDTH,
  PAIRS_OF_HEADS,
} from './limits.js';
import { MAX_MODEL_LETTERS, MODEL_NAME, readModelName } from './model-name.js';
import { getSourceKind, listSourceChoices, listSourceNames } from './source-kinds.js';
import { listAllSteps } from './step-order.js';
import { toText, toTextOfForm } from './values.js';
import { cleanSentence, MAX_SENTENCE_LETTERS, MAX_WORDS } from './words.js';

/** @import { ToyName } from '../../src/js/learning/types.js' */
/** @import { FieldPlace } from './field-kinds.js' */
/** @import { Field, FieldName, Settings, SourceName, State, Trait, User, ValuesOf, Variant } from './types.js' */

/** The model that ships with the page. */
const MODEL = 'use-lite';
const SENTENCE = 'They eat fried noodles';
const COMPARED_SENTENCE = 'They eat hot food';

const SEED_AND_MODELS = /** @type {const} */ (['seed', 'model']);
const SEED_AND_OWN = /** @type {const} */ (['seed', 'own']);

const FIXED = /** @type {const} */ (['fixedOnPages']);

/** The traits of marks on the screen and of the position of the reader. */
const READERS = /** @type {const} */ (['screenOnly', 'readersOnly']);

/** @param {string} key @param {'set' | 'reflected'} attribute @param {readonly Trait[]} [traits] @returns {FieldPlace} */
const place = (key, attribute, traits = []) => ({ key, attribute, traits });

const placeOnScreen = (/** @type {string} */ key) => place(key, 'set', ['screenOnly']);

/** @param {string} key @param {readonly Trait[]} [traits] @returns {FieldPlace} */
const placePretrained = (key, traits = []) => ({ key, traits, attribute: 'set', usedBy: [] });

/** The tasks of models with a choice of tasks, which a feature names. @returns {readonly ToyName[]} */
const tasks = () => listSourceChoices('task');
/** @returns {readonly Variant[]} */
const variants = () => listSourceChoices('variant');

/** Settings, which determine every tensor. Addresses write them in this order. */
export const SETTING_FIELDS = {
  /** words in any language, up to 16 as numbers and up to 512 as maps */
  sentence: defineTextField((value) => cleanSentence(value ?? SENTENCE), {
    key: 's',
    traits: ['sameModel'],
    attribute: 'reflected',
    usedBy: SEED_AND_MODELS,
    value: SENTENCE,
    maxLength: MAX_SENTENCE_LETTERS,
  }),
  /** a second sentence, whose queries attend to the first; '' for none */
  target: defineTextField(cleanSentence, {
    ...place('t', 'reflected', FIXED),
    maxLength: MAX_SENTENCE_LETTERS,
  }),
  /** with a target: whether the target attends to the sentence or to itself */
  layer: defineChoiceField(['cross', 'self'], 'cross', place('layer', 'set', FIXED)),
  /** how a score is computed: by a dot product, or by a small network */
  mechanism: defineChoiceField(['dot', 'additive'], 'dot', place('m', 'reflected', FIXED)),
  /** the number of heads, rounded down to a divisor of `dModel` */
  heads: defineIntegerField([1, MAX_HEADS], 2, place('h', 'reflected'), {
    given: [1, MAX_GIVEN_HEADS],
    learned: [1, MAX_HEADS_OF_MODEL],
  }),
  /** the length of an embedding */
  dModel: defineIntegerField([1, MAX_WIDTH], 4, place('d', 'reflected', FIXED), {
    given: [1, MAX_GIVEN_SIZE * MAX_GIVEN_HEADS],
  }),
  /** the length of the keys' embeddings in additive attention; 0 means `dModel` */
  keyWidth: defineIntegerField([0, MAX_DIGITS], 0, { key: 'kw', traits: FIXED }),
  /** where the keys come from: a projection by W_K, or the queries, K = Q */
  keys: defineChoiceField(['own', 'queries'], 'own', { key: 'keys', traits: FIXED }),
  /** position embeddings that are added to each word's embedding: none, or sines and cosines */
  positions: defineChoiceField(['none', 'sinusoidal'], 'none', place('pos', 'set')),
  /** the seed of embeddings and weight matrices */
  seed: defineIntegerField([0, MAX_SEED], 7, {
    key: 'seed',
    attribute: 'reflected',
    usedBy: SEED_AND_MODELS,
  }),
  /** which keys a query may not attend to; `causal` needs one sentence */
  mask: defineChoiceField(maskNames, 'none', {
    key: 'mask',
    attribute: 'reflected',
    usedBy: SEED_AND_OWN,
  }),
  /** with `mask="padding"`: the number of words at the end that are padding */
  pad: defineIntegerField(
    [0, MAX_WORDS],
    1,
    { key: 'pad', attribute: 'set', usedBy: SEED_AND_OWN },
    { given: [0, MAX_GIVEN_SIZE] },
  ),
  /** with `mask="custom"`: the masked cells, '0.3 2.1', query before key */
  masked: defineTextField((value) => formatCells(parseCells(toText(value))), {
    key: 'cells',
    traits: ['sameModel'],
    attribute: 'set',
    usedBy: SEED_AND_OWN,
    pattern: MASKED_CELLS,
  }),
  /** the value of a masked score */
  fill: defineChoiceField(['inf', '-1e9', '0'], 'inf', {
    key: 'fill',
    attribute: 'set',
    usedBy: SEED_AND_OWN,
  }),
  /** the weights of a fully masked row, with a fill of −∞ */
  emptyRow: defineChoiceField(['zeros', 'nan'], 'zeros', { key: 'empty', usedBy: SEED_AND_OWN }),
  /** the factor of the scores: 1/√d, 1, 1/√ of the number of words, or a number */
  scale: defineScaleField({ key: 'sc', attribute: 'reflected', usedBy: SEED_AND_OWN }),
  /** the divisor of the scaled scores */
  temperature: defineRealField([2 ** -10, 2 ** 10], 1, {
    key: 'temp',
    attribute: 'set',
    usedBy: SEED_AND_OWN,
  }),
  /** the share of the weights that is dropped */
  dropout: defineRealField([0, 1], 0, { key: 'drop', attribute: 'set', usedBy: SEED_AND_OWN }),
  /** the seed that selects the dropped weights */
  dropoutSeed: defineIntegerField([0, MAX_SEED], 1, { key: 'dseed', usedBy: SEED_AND_OWN }),
  /** the number of training steps of a model; −1 for a model that is trained already */
  training: defineIntegerField([-1, MAX_STEPS], -1, {
    key: 'train',
    traits: ['sameModel'],
    attribute: 'set',
    usedBy: ['model'],
  }),
  /** a factor on the learning rate of a model */
  rate: defineRealField([0, 1e6], 1, { key: 'rate', usedBy: ['model'] }),
  /** `toy` only: the pattern that the model learns */
  task: defineChoiceField(tasks, 'previous', { ...place('task', 'set', ['section']), usedBy: [] }),
  /** `pronoun` only: the number of layers, and whether the last one has its own value matrix */
  variant: defineChoiceField(variants, 'two', { key: 'variant', traits: ['section'], usedBy: [] }),
  /** pretrained models only: `use-lite`, a name on the Hugging Face Hub, the address of a folder, such as `./gpt2/`, or `files` */
  model: defineTextField((value) => readModelName(value) || MODEL, {
    ...placePretrained('model'),
    value: MODEL,
    maxLength: MAX_MODEL_LETTERS,
    pattern: MODEL_NAME,
  }),
  /** pretrained models only: the address of the Hub, or of dist/models for `use-lite`. A path begins with `/` or `./`; '' stands for https://huggingface.co, or the usual places */
  endpoint: defineFormField(HUB_ADDRESS, MAX_HUB_ADDRESS_LETTERS, placePretrained('hub')),
  /**
   * pretrained models only: the layer whose steps are shown, counted from 0. In a model with an
   * encoder, its layers come first, then the self-attention and the cross-attention of each decoder
   * layer
   */
  modelLayer: defineIntegerField(
    [0, MAX_GIVEN_LAYERS - 1],
    0,
    placePretrained('ml', ['sameModel']),
  ),
  /** pretrained models only: silenced heads, as layer.head: '1.2 0.3', with * for all. Layers count as in `modelLayer`, so no name begins with `encoder.` as in the library */
  silence: defineNamesField(
    HEADS_OF_LAYERS,
    MAX_CHANGES_LETTERS,
    placePretrained('sil', ['sameModel']),
  ),
  /** pretrained models only: pairs that may not attend, as layer.head.query.key: '1.2.3.0', with * for all: '0.*.*.0'. Layers count as in `modelLayer` */
  block: defineNamesField(
    PAIRS_OF_HEADS,
    MAX_CHANGES_LETTERS,
    placePretrained('blk', ['sameModel']),
  ),
  /**
   * pretrained models only: numbers set by hand in layers that are not on screen, each with its
   * layer first, such as '0.weights.1.2.0:0.5'
   */
  layerEdits: defineTextField((value) => formatLayerEdits(parseLayerEdits(toText(value))), {
    key: 'lw',
    traits: ['sameModel'],
    usedBy: [],
    maxLength: MAX_EDITS_LETTERS,
  }),
  /** pretrained models that embed sentences: a sentence to compare with `sentence`; '' for none */
  comparedSentence: defineTextField((value) => cleanSentence(value ?? COMPARED_SENTENCE), {
    ...placePretrained('cmp', ['sameModel']),
    value: COMPARED_SENTENCE,
    maxLength: MAX_SENTENCE_LETTERS,
  }),
  /** pretrained models that read two texts, such as BERT: the second text; '' for none */
  pair: defineTextField(cleanSentence, {
    ...placePretrained('pair', ['sameModel']),
    maxLength: MAX_SENTENCE_LETTERS,
  }),
  /**
   * a deliberate mistake in the computation: its name, such as 'scale-none', or the level and
   * number of a mistake to find, '2-17'; '' for none
   */
  bug: defineTextField((value) => toTextOfForm(value, BUG_NAME, 40), {
    ...placeOnScreen('bug'),
    pattern: BUG_NAME,
  }),
  /** numbers set by hand, such as 'wq.0.1:0.5;x.eat.0:2' */
  edits: defineTextField((value) => formatEdits(parseEdits(toText(value))), {
    key: 'w',
    traits: ['sameModel'],
    usedBy: [...SEED_AND_OWN, 'own-weights', 'model'],
    maxLength: MAX_EDITS_LETTERS,
  }),
  /**
   * the source of the numbers: drawn from the seed, printed in an article, or set by hand for the
   * scene with the coffee cup. With `own`, the reader provides queries, keys and values; with
   * `own-weights`, only weights. The other sources are models that learn, or, with `pretrained`, a
   * pretrained model
   */
  source: defineChoiceField(
    listSourceNames,
    'seed',
    place('from', 'reflected', ['fixedOnPages', 'section']),
  ),
};

const LAST_WORD = MAX_WORDS - 1;
const LAST_GIVEN = MAX_GIVEN_SIZE - 1;
/** A word, or −1 for none. @type {[number, number]} */
const WORD_OR_NONE = [-1, LAST_WORD];
/** @type {{ given: [number, number] }} */
const GIVEN_OR_NONE = { given: [-1, LAST_GIVEN] };

/** The selection: the part of the computation that a reader looks at. */
export const SELECTION_FIELDS = {
  /** one step, or the whole picture */
  view: defineChoiceField(['step', 'whole'], 'step', place('view', 'set', READERS)),
  /** the tensor that the current step computes */
  step: defineChoiceField(listAllSteps, 'embeddings', {
    key: 'step',
    attribute: 'reflected',
    isOpen: true,
  }),
  /** the word whose row is marked, counted from 0 */
  query: defineIntegerField([0, LAST_WORD], 1, place('q', 'reflected'), { given: [0, LAST_GIVEN] }),
  /** the key whose column is marked; −1 for none */
  key: defineIntegerField(WORD_OR_NONE, -1, place('k', 'reflected', READERS), GIVEN_OR_NONE),
  /** a second row to compare with; −1 for none */
  pin: defineIntegerField(WORD_OR_NONE, -1, { key: 'pin', traits: READERS }, GIVEN_OR_NONE),
  /** all queries, or only the marked one */
  rows: defineChoiceField(['all', 'one'], 'all', place('rows', 'set', READERS)),
  /** the head on screen, counted from 0 */
  head: defineIntegerField([0, MAX_HEADS - 1], 0, place('head', 'reflected'), {
    given: [0, MAX_GIVEN_HEADS - 1],
  }),
  /** pretrained models only: the heads whose lines are drawn, counted from 0, such as '0 2 5'; '' for all */
  lineHeads: defineNamesField(HEADS_OF_ONE_LAYER, MAX_CHANGES_LETTERS, placeOnScreen('lh')),
  /** pretrained models only: the queries whose lines are drawn, the marked one or all */
  lineRows: defineChoiceField(['one', 'all'], 'one', placeOnScreen('lr')),
  /** pretrained models with two texts, a and b: which text attends to which in the small maps and the lines */
  texts: defineChoiceField(['all', 'a-b', 'b-a', 'a-a', 'b-b'], 'all', placeOnScreen('texts')),
  /** the traced number, such as 'weights.0.1.3'; '' for none. Its head and row are shown unless `head` and `query` are set */
  cell: defineFormField(CELL_NAME, MAX_CELL_LETTERS, place('c', 'set', READERS)),
  /** the length of the rows in the step about the square root */
  spread: defineIntegerField([1, MAX_SPREAD], 64, { key: 'spread', traits: ['screenOnly'] }),
  /** the settings before an experiment, as an address; '' for none */
  before: defineTextField((value) => toText(value).replace(/\p{Surrogate}/gu, ''), {
    key: 'before',
    traits: READERS,
  }),
  /**
   * the page of the course, such as 'why-flip', or its chapter; 'opening' for the first screen; ''
   * for the lab. Leave out attributes that change the page's numbers: its texts do not follow
   */
  guide: defineTextField(readGuide, {
    ...place('g', 'set', ['section', 'namesPage', ...READERS]),
    maxLength: MAX_NAME_LETTERS,
    pattern: PAGE_NAME,
  }),
  /** the answers in the course, in the format of links */
  answers: defineTextField(readAnswers, {
    key: 'a',
    traits: ['namesPage', ...READERS],
    maxLength: MAX_ANSWERS_LETTERS,
  }),
};

/** @type {Readonly<Record<FieldName, Field<string | number>>>} */
export const FIELDS = { ...SETTING_FIELDS, ...SELECTION_FIELDS };

export const FIELD_NAMES = /** @type {FieldName[]} */ (Object.keys(FIELDS));

/** @param {Trait} trait @returns {ReadonlySet<string>} names */
export const listFieldsWith = (trait) =>
  new Set(FIELD_NAMES.filter((name) => FIELDS[name].traits?.includes(trait)));

/** @template {object} Fields @param {Fields} fields */
const listDefaults = (fields) =>
  /** @type {Readonly<ValuesOf<Fields>>} */ (
    Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  );

export const DEFAULT_SETTINGS = listDefaults(SETTING_FIELDS);
const DEFAULT_SELECTION = listDefaults(SELECTION_FIELDS);

/** @type {Readonly<State>} */
export const DEFAULTS = Object.freeze({ v: 1, ...DEFAULT_SETTINGS, ...DEFAULT_SELECTION });

export const SETTINGS = /** @type {readonly (keyof Settings)[]} */ (Object.keys(SETTING_FIELDS));

/** @param {string} name @returns {name is keyof Settings} */
export const isSetting = (name) => Object.hasOwn(SETTING_FIELDS, name);

/** @param {{ source: SourceName }} settings @param {keyof Settings} name */
export function usesSetting({ source }, name) {
  const { name: kind, isLearningModel, uses: used } = getSourceKind({ source });
  const user = /** @type {User} */ (isLearningModel ? 'model' : kind);
  return FIELDS[name].usedBy.includes(user) || (used?.includes(name) ?? false);
}

/** Returns the settings within a state. @param {Settings} state @returns {Readonly<Settings>} */
export const getSettings = (state) =>
  Object.freeze(
    /** @type {Settings} */ (Object.fromEntries(SETTINGS.map((name) => [name, state[name]]))),
  );

/** @param {Settings} before @param {Settings} after */
export const listChangedSettings = (before, after) =>
  SETTINGS.filter((name) => before[name] !== after[name]);
