/** Texts of the controls that change a pretrained model. */

import { html } from 'lit';
import { counted } from '../../../../text/en/language.js';
import { bold, quoted } from '../../../../text/inline.js';
import { rounded } from '../../../../text/number.js';
import { capitalize } from '../../../../text/spelling.js';
import { layerName } from './layers.js';

/**
 * @import { Intervention } from '../../run/changes.js'
 * @import { StackLayer } from '../../run/stack-layers.js'
 * @import { ListedChange } from '../../types.js'
 */

export const title = 'Change the model: silence heads, block pairs';
export const hint =
  'Each change is computed through all later layers. You will see the answer before and after.';

/**
 * @param {string} layer the name of the layer
 * @param {number} head
 */
export const silenceHead = (layer, head) => `Silence head ${head} of ${layer}`;
/** @param {string} layer the name of the layer */
export const silenceLayer = (layer) => `Silence all heads of ${layer}`;
/** @param {string} where */
export const undoSilence = (where) => `Stop silencing ${where}`;
/**
 * @param {string} where what is silenced, with the head on screen
 * @param {boolean} isOne whether it is one head
 */
export const headIsSilenced = (where, isOne) =>
  html`<b>${capitalize(where)} ${isOne ? 'is' : 'are'} silenced.</b> A silenced head keeps its weights: its output is set to 0.`;
/** The mark at the map of a silenced head. */
export const silencedMark = 'silenced';

export const pair = 'Block';
export const query = 'Query of the pair';
export const key = 'Key of the pair';
export const scope = 'Where the pair is blocked';
export const block = 'Block this pair';
export const blockedAlready = 'This pair is blocked there already. Undo it below.';
export const neverAttends = 'This model never lets a token attend to a later one.';
export const scopes = {
  /**
   * @param {string} _layer the name of the layer
   * @param {number} head
   */
  head: (_layer, head) => `in head ${head}`,
  /** @param {string} layer the name of the layer */
  layer: (layer) => `in ${layer}`,
  model: () => 'in all layers',
};
export const setWeight = 'To set a weight, press it in the table and type another number.';

export const undo = 'Undo';
export const undoAll = 'Take all changes back';
export const showAnswer = 'See before and after';

/**
 * @param {string} layer the name of the layer, or of all layers
 * @param {string} head counted from 0, or *
 */
export const place = (layer, head) =>
  head === '*' ? `all heads of ${layer}` : `head ${Number(head) + 1} of ${layer}`;
/** @param {string} where */
const silenced = (where) => `Silenced: ${where}.`;
/** @param {string} from @param {string} to @param {string} where */
export const blocked = (from, to, where) => html`Blocked: ${bold(from)} → ${bold(to)} in ${where}.`;
/** @param {string} where */
export const pairBlocked = (where) => `Blocked: 1 pair in ${where}.`;

/** More changes are only counted. */
const MOST_NAMED_CHANGES = 3;

/** Names the changes, or counts them. @param {readonly ListedChange[]} changes */
export const describeChanges = (changes) =>
  changes.length > MOST_NAMED_CHANGES
    ? `The model is changed in ${changes.length} places.`
    : changes.map(({ label }) => label).join(' ');

/**
 * Counts the changes in a few words.
 * @param {readonly ListedChange[]} changes
 * @param {number} silenced the number of silenced heads
 */
export const countChanges = (changes, silenced) =>
  [
    silenced > 0 && `${counted(silenced, 'head')} silenced`,
    ...['block', 'numbers'].map((kind, i) => {
      const { length } = changes.filter((change) => change.kind === kind);
      return length > 0 && `${length} ${['blocked', 'set elsewhere'][i]}`;
    }),
  ]
    .filter(Boolean)
    .join(', ');
export const allTokens = 'all tokens';
/** @param {string} where */
export const blockedElsewhere = (where) =>
  `Blocked in ${where}: a pair that this sentence does not have.`;
/** @param {number} count @param {string} layer the name of the layer */
const numbersSet = (count, layer) =>
  `Set by you: ${count} ${count === 1 ? 'number' : 'numbers'} in ${layer}.`;

/** @param {number} count */
export const numbersMissing = (count) =>
  `${count} of them ${count === 1 ? 'has' : 'have'} a place that this sentence or model does not have.`;

/**
 * @template Sentence
 * @param {Intervention} change
 * @param {readonly StackLayer[]} stackLayers
 * @param {object} how
 * @param {(where: string, change: Extract<Intervention, { name: string }>) => Sentence} how.describePair
 *   describes a blocked pair
 * @param {boolean} [how.isAbsent] whether the model lacks the layer or the head
 */
export function describeIntervention(change, stackLayers, { describePair, isAbsent = false }) {
  const absent = isAbsent ? ', which this model does not have' : '';
  const layer = layerName(stackLayers, change.layer);
  if (change.kind === 'numbers') return numbersSet(change.count, layer + absent);
  const where = place(layer, change.head) + absent;
  return change.kind === 'silence' ? silenced(where) : describePair(where, change);
}

/**
 * @param {string} token
 * @param {boolean} isNext whether the other token follows it
 * @param {{ label: string, before: number, after: number }} other
 */
export const tokenChanged = (token, isNext, { label, before, after }) =>
  html`${isNext ? 'After' : 'In place of'} ${bold(token)}, ${bold(label)} ${
    rounded(before) === rounded(after)
      ? html`keeps the probability ${quoted(after)}`
      : html`had the probability ${quoted(before)} and now has ${quoted(after)}`
  }.`;
/** @param {string} token */
export const nowFirst = (token) => html`Now the most probable is ${bold(token)}.`;
/** @param {string} sentence @param {number} before @param {number} after */
export const likenessChanged = (sentence, before, after) =>
  html`The similarity to “${sentence}”, a sentence to compare with, ${
    rounded(before) === rounded(after)
      ? html`is still ${quoted(after)}`
      : html`was ${quoted(before)} and is now ${quoted(after)}`
  }.
    It is the cosine of both vectors: 1 if they point the same way.`;

export const weightsChanged = 'The weights of this head before and after your changes';
export const weightsSame = 'Your changes do not reach the weights of this head.';
/** @param {string} name */
export const mapLabel = (name) => `The weights of this head ${name}, as a colour map`;
/** @param {string} query @param {string} key @param {number} before @param {number} after */
export const largestChange = (query, key, before, after) =>
  html`Changed most: ${bold(query)} → ${bold(key)}, from ${quoted(before)} to ${quoted(after)}.`;
