/**
 * The names, steps, choices and presets of the models, as data. This module is always loaded, so
 * that an address can name the models.
 */

import { presets as texts } from './text/en/presets.js';

/**
 * @import { ToyName } from '../../../src/js/learning/types.js'
 * @import { Feature } from '../../features.js'
 * @import { ModelName, Settings, SourceKind, SourcePreset, Variant } from '../../state/types.js'
 */

/** @type {readonly Variant[]} */
const VARIANTS = ['two', 'two-free', 'one', 'one-free'];

const LETTERS = 'k a c e b b i j l d a f g h c e';

/**
 * For each task of the toys, the simplest first: a sentence, and the word to select.
 * @type {Readonly<Record<ToyName, [sentence: string, query?: number]>>}
 */
const TOYS = {
  previous: [LETTERS],
  mirror: [LETTERS],
  'previous-and-mirror': [LETTERS],
  recall: ['c3 a0 h7 b3 g1 d6 f2 e4 a h c g b f e d', 8],
  induction: ['e b k a j c l f d a k e j b f l', 9],
  order: ['the dog bites the man ?', 5],
  'order-without-positions': ['the dog bites the man ?', 5],
};

/** Toys in the list of presets. The toys' panel leads to the other tasks. */
const LISTED_TOYS = ['previous', 'induction'];

const TASKS = /** @type {readonly ToyName[]} */ (Object.keys(TOYS));

/** Settings that all models share. @type {Partial<Settings>} */
const FIXED_SETTINGS = {
  fill: 'inf',
  emptyRow: 'zeros',
  scale: 'sqrt',
  temperature: 1,
  dropout: 0,
};

/** The steps of a single head without an output projection. */
const SINGLE_HEAD = ['q', 'k', 'v', 'scores', 'scaledScores', 'weights', 'output'];

const ATTENTION = ['q', 'k', 'v', 'scores', 'scaledScores', 'weights', 'heads', 'output', 'sum'];

const NORMED = ['normalized', ...ATTENTION];

const ANSWER = ['logits', 'probabilities'];

/** Steps of a layer that move to the menu *More* if there are too many, the first ones first. */
const RARE = ['normalized', 'scaledScores', 'output', 'heads', 'q', 'k', 'v'];

/** @param {number} number @param {string[]} steps */
const layer = (number, ...steps) => steps.map((step) => `layer${number}/${step}`);

/**
 * @param {keyof typeof texts} id
 * @param {SourcePreset['state']} state settings other than the seed
 * @param {number} [query]
 * @returns {SourcePreset}
 */
const preset = (id, state, query) => ({
  id,
  ...texts[id],
  state: { seed: 0, ...state },
  ...(query !== undefined && { query }),
});

const ANIMAL = 'the animal did not cross the street because it was too tired';

/**
 * The sources, in a good order for learning: one head, two layers, a language model, a translator,
 * then the toys.
 * @type {readonly (SourceKind & { name: ModelName })[]}
 */
const sources = [
  {
    name: 'describer',
    steps: ['q', 'scores', 'scaledScores', 'weights', 'heads', 'probabilities'],
    decides: { ...FIXED_SETTINGS, heads: 1, dModel: 2, mask: 'none', mechanism: 'dot' },
    presets: [preset('describer', { sentence: ANIMAL }, 11)],
  },
  {
    name: 'pronoun',
    steps: [
      'embeddings',
      ...layer(1, ...SINGLE_HEAD, 'sum'),
      ...layer(2, ...SINGLE_HEAD),
      'probabilities',
    ],
    groups: {
      embeddings: 'input',
      'layer1/q': 'layer1',
      'layer2/q': 'layer2',
      probabilities: 'answer',
    },
    rare: ['scaledScores', 'q', 'k', 'v'],
    hasStep(step, { variant }) {
      const isOne = variant.startsWith('one');
      if (isOne && (step === 'layer1/sum' || step.startsWith('layer2/'))) return false;
      // In the last layer, values are the words themselves unless the variant is free, so there is
      // no step for them.
      return step !== (isOne ? 'layer1/v' : 'layer2/v') || variant.endsWith('-free');
    },
    uses: ['variant'],
    decides: { ...FIXED_SETTINGS, heads: 1, dModel: 8, mask: 'none', mechanism: 'dot' },
    choices: { variant: VARIANTS },
    presets: [preset('pronoun', { sentence: ANIMAL }, 8)],
  },
  {
    name: 'mini',
    steps: ['embeddings', ...layer(1, ...NORMED), ...layer(2, ...NORMED), 'normalized', ...ANSWER],
    groups: {
      embeddings: 'input',
      'layer1/normalized': 'layer1',
      'layer2/normalized': 'layer2',
      normalized: 'answer',
    },
    rare: RARE,
    decides: { ...FIXED_SETTINGS, heads: 4, dModel: 32, mask: 'causal', mechanism: 'dot' },
    presets: [preset('mini', { sentence: '<s> the dogs near the house are tired . they' }, 9)],
  },
  {
    name: 'translator',
    steps: (
      'embeddings forward backward annotations keys queries features scores scaledScores ' +
      'maskedScores weights contexts gates states probabilities alignment'
    ).split(' '),
    groups: {
      embeddings: 'encoder',
      keys: 'scores',
      weights: 'weights',
      contexts: 'decoder',
      probabilities: 'answer',
    },
    rare: ['forward', 'backward', 'gates', 'keys', 'queries', 'maskedScores'],
    withoutTable: ['forward', 'backward', 'gates', 'alignment'],
    // Only additive attention has features, and only the dot product is divided.
    hasStep: (step, { mechanism }) =>
      step !== (mechanism === 'additive' ? 'scaledScores' : 'features'),
    uses: ['mechanism', 'masked'],
    decides: { ...FIXED_SETTINGS, heads: 1, dModel: 48, mask: 'custom' },
    presets: [
      preset('translator-father', {
        mechanism: 'additive',
        sentence: "il n'est pas aussi grand que son père",
      }),
      preset('translator-jane', {
        mechanism: 'additive',
        sentence: "Jane visite l'Afrique en septembre",
      }),
    ],
  },
  {
    name: 'toy',
    steps: ['embeddings', ...layer(1, ...ATTENTION), ...layer(2, ...ATTENTION), ...ANSWER],
    groups: { embeddings: 'input', 'layer1/q': 'layer1', 'layer2/q': 'layer2', logits: 'answer' },
    rare: RARE,
    hasStep: (step, { task }) => task === 'induction' || !step.startsWith('layer2/'),
    uses: ['task', 'heads'],
    decides: { ...FIXED_SETTINGS, dModel: 32, mask: 'none', mechanism: 'dot' },
    choices: { task: TASKS },
    presets: Object.entries(TOYS).map(([task, [sentence, query]]) => ({
      ...preset(
        /** @type {keyof typeof texts} */ (`toy-${task}`),
        // The default task needs no entry.
        { sentence, ...(task !== 'previous' && { task: /** @type {ToyName} */ (task) }) },
        query,
      ),
      isUnlisted: !LISTED_TOYS.includes(task),
    })),
  },
];

/** @type {Feature} */
export const modelNames = {
  values: {
    sources: sources.map((source) => ({ ...source, slot: 'models', isLearningModel: true })),
  },
};
