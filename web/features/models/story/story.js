/**
 * A story that the shipped Mini writes word by word, with links that the reader can block. Needs no
 * document.
 */

import { findLargestIndex } from '../../../../src/js/largest.js';
import { loadOnce } from '../../../../src/js/once.js';
import { Random } from '../../../../src/js/random.js';
import { rankWords } from '../../../figures/next-words.js';
import { readNumber } from '../../../graph/trace.js';
import { makeComputation } from '../../../session/computation.js';
import { formatEdits } from '../../../state/edits.js';
import { normaliseState } from '../../../state/normalise.js';
import { STORY_START, toStory } from '../../../state/words.js';
import { makeSource } from '../kinds/models.js';
import { makers } from '../training/makers.js';
import { isEnded } from '../training/writer.js';

/**
 * @import { Operations } from '../../../../src/js/attention.js'
 * @import { Mini } from '../../../../src/js/learning/types.js'
 * @import { Computation } from '../../../sources/types.js'
 * @import { Reply } from '../types.js'
 */

/** The model also continues this story sensibly when a reader takes words back. */
const FIRST_STORY = toStory('then Paul gives Lena a red book .');

/** An edit so far below all scores that the softmax gives exactly 0. */
const BLOCKED = -1e6;

/**
 * @typedef {Pick<Reply, 'parameters' | 'vocabulary' | 'progress'> & { most: number }} Shipped the
 *   trained model in the form of a trainer's reply
 */

/** Loads the parameters of the trained model that ships. */
export const loadShipped = loadOnce(async () => {
  /** @type {Mini & { steps: number, length: number }} */
  const model = await makers.mini.loadTrained?.();
  const { parameters, vocabulary, steps, length } = model;
  const progress = { reached: steps, total: steps, every: steps, losses: [], measures: [] };
  model.dispose();
  return /** @type {Shipped} */ ({ parameters, vocabulary, progress, most: length });
});

/**
 * @typedef {object} Effect the effect of blocked links
 * @property {string[]} keys the words whose links are blocked
 * @property {string} next the most probable word with all links
 * @property {number} before the probability of `next` with all links
 * @property {number} after the probability of `next` without the blocked links
 * @property {{ word: string, probability: number }} instead the most probable word without the
 *   blocked links
 *
 * @typedef {{ layer: number, head: number }} Which a head, with its layer counted from 1
 */

export class Story {
  #attention;
  #shipped;
  #seed = 0;
  #random = new Random(0, 'story');
  /** @type {Computation | undefined} the run of the current words and blocked links */
  #computation;
  /** The words of the story, including the start token. */
  words = FIRST_STORY.split(' ');
  /** The words to which the last word's links are blocked. @type {ReadonlySet<number>} */
  blocked = new Set();
  /** All heads, those of the first layer first. @type {readonly Which[]} */
  heads;

  /** @param {Operations} attention @param {Shipped} shipped */
  constructor(attention, shipped) {
    this.#attention = attention;
    this.#shipped = shipped;
    const [count] = shipped.parameters['layers.0.distances'].shape;
    this.heads = [1, 2].flatMap((layer) =>
      Array.from({ length: count }, (_, head) => ({ layer, head })),
    );
  }

  /** The state with which the lab shows the same numbers. */
  get state() {
    return normaliseState({
      source: 'mini',
      seed: 0,
      sentence: this.words.join(' '),
      query: this.last,
      edits: this.#makeEdits(),
      step: 'probabilities',
    });
  }

  /** The index of the last word, which predicts the next word. */
  get last() {
    return this.words.length - 1;
  }

  /** Whether the story has ended or has the largest length that the model can read. */
  get isOver() {
    return isEnded(this.words) || this.words.length >= this.#shipped.most;
  }

  #compute() {
    if (this.#computation) return this.#computation;
    const { state, words } = this;
    const reading = { words, unknown: [], most: this.#shipped.most };
    const source = makeSource({ ...this.#shipped, step: -1, reading }, state, this.#attention);
    this.#computation = makeComputation(this.#attention, state, source);
    return this.#computation;
  }

  /** Returns edits that block links of the last word, in all heads of both layers. */
  #makeEdits() {
    const cells = this.heads.flatMap(({ layer, head }) =>
      [...this.blocked].map((key) => `layer${layer}/biasedScores.${head}.${this.last}.${key}`),
    );
    return formatEdits(new Map(cells.map((cell) => [cell, BLOCKED])));
  }

  /** Returns the cell of a weight of the last word. @param {Which} which @param {number} key */
  cellOf = ({ layer, head }, key) => `layer${layer}/weights.${head}.${this.last}.${key}`;

  /** Returns the weights of the last word in a head. @param {Which} which */
  weightsOf = ({ layer, head }) =>
    this.words.map((_, key) =>
      readNumber(this.#compute().run, {
        id: `layer${layer}/weights`,
        index: [head, this.last, key],
      }),
    );

  /** Predicts the next words, the most probable first. */
  predictNext() {
    return rankWords(this.#compute(), this.last);
  }

  /**
   * Measures how the blocked links change the probability of the most probable word.
   * @returns {Effect}
   */
  measureEffect() {
    const [{ word: next, probability: before }] = this.#without([]).predictNext();
    const words = this.predictNext();
    const after = words.find(({ word }) => word === next)?.probability ?? 0;
    const keys = this.words.filter((_, index) => this.blocked.has(index));
    return { keys, next, before, after, instead: words[0] };
  }

  /**
   * Finds the word whose link matters most for the next word, and measures the effect of blocking
   * that link.
   */
  findStrongestLink() {
    const effects = this.words
      .slice(0, this.last)
      .map((_, index) => ({ index, effect: this.#without([index]).measureEffect() }));
    return effects.sort((a, b) => a.effect.after - b.effect.after)[0];
  }

  /**
   * Finds the index of the head in which the last word attends most to a key.
   * @param {number} key
   */
  findHead(key) {
    const weights = this.heads.map((which) => this.weightsOf(which)[key]);
    return findLargestIndex(weights);
  }

  /** Returns a copy of the story with other blocked links. @param {Iterable<number>} keys */
  #without(keys) {
    const other = new Story(this.#attention, this.#shipped);
    other.words = this.words;
    other.blocked = new Set(keys);
    return other;
  }

  /** Samples the next word and adds it to the story. */
  write() {
    if (this.isOver) return;
    const next = this.predictNext();
    let left = this.#random.uniform();
    const drawn = next.find(({ probability }) => {
      left -= probability;
      return left < 0;
    });
    this.#show([...this.words, (drawn ?? next[0]).word]);
  }

  /** Whether a word can be removed, so that a word remains whose links are drawn. */
  get canTakeBack() {
    return this.words.length > 2;
  }

  /** Removes the last word. */
  takeBack() {
    if (this.canTakeBack) this.#show(this.words.slice(0, -1));
  }

  /** Starts another story. */
  begin() {
    this.#random = new Random(++this.#seed, 'story');
    this.#show([STORY_START]);
  }

  /** Blocks or unblocks the link from the last word to another word. @param {number} key */
  toggle(key) {
    const blocked = new Set(this.blocked);
    if (!blocked.delete(key)) blocked.add(key);
    // Keep at least one link, because a softmax needs one finite score.
    if (blocked.size <= this.last) this.blocked = blocked;
    this.#computation = undefined;
  }

  /** @param {string[]} words */
  #show(words) {
    this.words = words;
    this.blocked = new Set();
    this.#computation = undefined;
  }
}
