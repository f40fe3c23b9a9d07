/** Measures the habits of heads over a set of sentences: their share of weight at each place. */

import { proxy } from 'comlink';
import { LoadState } from '../../../session/load-state.js';
import { headHabits } from './head-habits.js';

/**
 * @import { PretrainedModel } from '../../../../src/js/pretrained/index.js'
 * @import { SessionHost } from '../../../session/types.js'
 * @import { HabitPlace, HeadHabits } from '../types.js'
 * @import { RemoteServer } from './remote-server.js'
 */

/** Statements, questions, clauses, names, pronouns, numbers, written for this measurement. */
export const SENTENCES = [
  'They eat fried noodles',
  'Hello I love you',
  'The cat sat on the mat',
  'he is not as tall as his father',
  'What is the capital of France?',
  "The animal didn't cross the street because it was too tired",
  'She walked along the bank of the river and counted her money',
  'The dog bites the man',
  'The man bites the dog',
  'We like green tea',
  'My brother sold his old car to a neighbour',
  'The food was good but the service was slow',
  'Mary gave John a book because she liked him',
  'Where did you put the keys?',
  'The children are playing in the garden',
  'It rained all night, so the roads are wet',
  'A small boat crossed the lake in the morning',
  'I do not know who wrote this letter',
  'The teacher asked the students to open their books',
  'How many people live in this town?',
  'The train to Berlin leaves at nine',
  'Nobody saw the thief leave the house',
  'Fresh bread smells better than old cheese',
  'The film that we watched yesterday was long',
  'If you are hungry, there is soup in the kitchen',
  'The old bridge was built by Roman soldiers',
  'Please close the window before you go',
  'Her answer surprised everyone in the room',
  'The doctor told the patient to rest',
  'Birds sing early in spring',
  'He painted the door red and the walls white',
  'Can you read without your glasses?',
  'The price of oil fell by two percent',
  'When the bell rang, the players left the field',
];

/** All other words count as content words. */
const FUNCTION_WORDS = new Set(
  `a all along am an and are as at because before but by can could did do does for from had has have he her
   him his how i if in is it its many me my nobody not of on or our please she so than that the their them there they
   this to too was we were what when where who will with without would you your everyone didn t`
    .split(/\s+/)
    .filter(Boolean),
);

/** @param {string} token */
const isContent = (token) => {
  const word = token.replace(/^(?:Ġ|▁|##)/u, '').toLowerCase();
  return /\p{Letter}/u.test(word) && !FUNCTION_WORDS.has(word);
};

/**
 * @typedef {{ query: number, key: number, token: string, word: number }} Pair `word` is that of the
 *   key; −1 for tokens that a model adds
 */

/**
 * Places of a key relative to its query.
 * @type {Readonly<Record<HabitPlace, (pair: Pair) => boolean>>}
 */
const PLACES = {
  itself: ({ query, key }) => key === query,
  previous: ({ query, key }) => key === query - 1,
  next: ({ query, key }) => key === query + 1,
  back: ({ query, key }) => key <= query,
  content: ({ token }) => isContent(token),
  first: ({ key }) => key === 0,
  added: ({ word }) => word < 0,
};

const PLACE_NAMES = /** @type {HabitPlace[]} */ (Object.keys(PLACES));

/** @param {(name: HabitPlace) => number} find */
const findForEachPlace = (find) =>
  /** @type {Record<HabitPlace, number>} */ (
    Object.fromEntries(PLACE_NAMES.map((name) => [name, find(name)]))
  );

const zeros = () => findForEachPlace(() => 0);

/**
 * Measures one sentence with each step. For comparison, equal weights are spread over all keys that
 * a query may attend to.
 * @param {Pick<PretrainedModel, 'run' | 'sizes'>} model
 * @param {readonly string[]} [sentences]
 * @returns {Generator<number, HeadHabits>} yields the number of measured sentences, and returns the
 *   mean shares over all tokens
 */
export function* measureHabits(model, sentences = SENTENCES) {
  const { hasEncoder, encoderLayers, heads } = model.sizes;
  // Measure only the encoder, which reads these sentences. The decoder would read a translation.
  const layers = hasEncoder ? encoderLayers : model.sizes.layers;
  const isCausal = model.sizes.isCausal && !hasEncoder;
  const even = zeros();
  const sums = Array.from({ length: layers }, () => Array.from({ length: heads }, zeros));
  let tokens = 0;
  for (const [done, sentence] of sentences.entries()) {
    const result = model.run(sentence, { trace: ['weights'], logits: false });
    const n = result.tokens.length;
    tokens += n;
    for (let query = 0; query < n; query++) {
      const end = isCausal ? query + 1 : n;
      for (let key = 0; key < end; key++) {
        const pair = { query, key, token: result.tokens[key], word: result.words[key] };
        for (const name of PLACE_NAMES.filter((place) => PLACES[place](pair))) {
          even[name] += 1 / end;
          (result.encoder ?? result).layers.forEach(({ weights }, layer) => {
            for (let head = 0; head < heads; head++)
              sums[layer][head][name] += weights?.data[(head * n + query) * n + key] ?? 0;
          });
        }
      }
    }
    yield done + 1;
  }
  const shares = (/** @type {ReturnType<typeof zeros>} */ sum) =>
    findForEachPlace((name) => Number((sum[name] / tokens).toFixed(3)));
  return {
    sentences: sentences.length,
    tokens,
    even: shares(even),
    heads: sums.map((layer) => layer.map(shares)),
  };
}

/** The habits of a model's heads, which the server measures when the reader asks. */
export class HabitMeasure {
  #remote;
  #key;
  #host;
  /** @type {LoadState<HeadHabits>} */
  habits;
  /** The number of measured sentences. */
  done = 0;

  /**
   * @param {RemoteServer} remote
   * @param {{ model: string, key: string, host: Pick<SessionHost, 'requestUpdate'> }} shown the
   *   model, its key for the server, and the element
   */
  constructor(remote, { model, key, host }) {
    this.#remote = remote;
    this.#key = key;
    this.#host = host;
    this.habits = new LoadState(host);
    // The habits of the shipped model are known.
    if (model === 'use-lite') this.habits.value = headHabits;
  }

  /** Starts measuring. Called when the reader asks for the habits. */
  start() {
    this.done = 0;
    const onProgress = proxy((/** @type {number} */ done) => {
      this.done = done;
      this.#host.requestUpdate();
    });
    return this.habits.run(async () => {
      const server = await this.#remote.server();
      return server.measureHabits(this.#key, onProgress);
    });
  }
}
