/** Chapter 7: the figures and tasks that its JSON cannot express. */

import { html } from 'lit';
import { findLargestIndex } from '../../../src/js/largest.js';
import { choiceButtons } from '../../figures/controls.js';
import { makeTable } from '../../figures/tables.js';
import { proposeByPage } from '../../lessons/context.js';
import { makeChapter } from '../../pages/chapter.js';
import { readFirstHeadRow } from '../../pages/figures.js';
import { press } from '../../text/en/pages.js';
import { bold, quoted } from '../../text/inline.js';
import { maskPainter } from '../../views/mask-painter.js';
import { numberTable } from '../../views/number-table.js';
import { additiveScore } from './additive-score.js';
import { encoderDecoder } from './encoder-decoder.js';
import { pairedSentences } from './paired-sentences.js';
import * as text from './text/en/translation.js';
import json from './text/en/translation.json' with { type: 'json' };

/**
 * @import { CourseContext } from '../../pages/types.js'
 * @import { Computation } from '../../sources/types.js'
 */

/**
 * Draws both sentences, and lines from the selected English word to the French words.
 * @param {CourseContext} context
 * @param {number} [most] the largest number of English words
 */
function alignment(context, most) {
  const { computation, selected, dispatch } = context;
  const { keyWords } = computation;
  const queryWords = computation.queryWords.slice(0, most);
  const weights = readFirstHeadRow(context, 'weights', selected);
  return pairedSentences({
    french: { words: keyWords },
    english: {
      words: queryWords,
      onPick: (query) => dispatch({ query }),
      labelOf: (query) => text.look(queryWords[query]),
    },
    from: selected,
    weights,
    label: text.lines(queryWords[selected], keyWords, weights),
  });
}

/** @typedef {Pick<Computation, 'keyWords' | 'queryWords'>} Words */

/**
 * Draws both sentences without lines.
 * @param {Words} words
 * @param {Partial<Parameters<typeof pairedSentences>[0]>} [sentences] sentences with words to press
 */
const unlinkedSentences = ({ keyWords, queryWords }, sentences) =>
  pairedSentences({
    french: { words: keyWords },
    english: { words: queryWords },
    label: text.sentences(keyWords, queryWords),
    ...sentences,
  });

/**
 * Returns a sentence whose words answer the task when they are pressed.
 * @param {CourseContext} context
 * @param {readonly string[]} words
 */
const makePressable = ({ given, answer }, words) => ({
  words,
  onPick: (/** @type {number} */ index) => answer(String(index)),
  labelOf: (/** @type {number} */ index) => press(words[index], index),
  picked: given ? Number(given.value) : undefined,
});

/**
 * Draws the French words as buttons, without lines, and frames the English word that looks at one.
 * @param {CourseContext} context
 * @param {Words} words
 */
const wordsToPress = (context, words) =>
  html`${unlinkedSentences(words, { french: makePressable(context, words.keyWords), from: words.queryWords.indexOf('tall') })}
    <p class="note">${text.ends}</p>`;

/**
 * Asks for a press on a French word. The lines appear when the task is done.
 * @param {CourseContext} context
 */
const drawFrenchQuestion = (context) =>
  context.isOpen
    ? html`${alignment(context)} <p class="note">${text.ends}</p>`
    : wordsToPress(context, context.computation);

/** @param {string} french @param {string} english */
const makePair = (french, english) => ({
  keyWords: ['■', ...french.split(' '), '■'],
  queryWords: [...english.split(' '), '■'],
});

/** The sentences of the pages, shown until a model has translated them. */
export const expectedSentences = {
  father: makePair("il n' est pas aussi grand que son père", 'he is not as tall as his father'),
  short: makePair("elle n' est pas grande", 'she is not tall'),
  house: makePair(
    "la petite maison blanche n' est pas vieille",
    'the small white house is not old',
  ),
};

/** Asks the question while the translator is still training. @param {CourseContext} context */
const drawQuestionInTraining = (context) =>
  html`${wordsToPress(context, expectedSentences.father)}
    <p class="note">${text.training} ${text.meanwhile}</p>`;

/** @param {keyof typeof expectedSentences} name */
const makeExpectedFigure = (name) => () =>
  html`${unlinkedSentences(expectedSentences[name])} <p class="note">${text.training}</p>`;

/**
 * Returns the weight of "grand" for the query "tall".
 * @param {Computation} computation
 * @returns {number | undefined}
 */
export function findTallToGrand(computation) {
  const query = computation.queryWords.indexOf('tall');
  const key = computation.keyWords.indexOf('grand');
  return query < 0 || key < 0
    ? undefined
    : readFirstHeadRow({ computation }, 'weights', query)[key];
}

const ENOUGH = 0.8;

/**
 * Draws the alignment while the translator learns. An untrained translator never stops, so longer
 * translations are cut to keep the layout still.
 * @param {CourseContext} context
 */
const drawLearningAlignment = (
  context,
) => html`${alignment(context, context.computation.keyWords.length)}
  <div class="watched">${context.training}</div>
  ${
    context.isOpen
      ? choiceButtons(
          text.scoring,
          /** @type {const} */ (['additive', 'dot']).map((mechanism) => ({
            name: text.ways[mechanism],
            isChosen: context.state.mechanism === mechanism,
            press: () => context.dispatch({ mechanism, training: 0 }, { by: 'page' }),
          })),
        )
      : ''
  }`;

/**
 * Indexes of English words: `white`, whose row is covered, and `house`, which stands where the
 * French sentence has `blanche`.
 */
const [WHITE, HOUSES_PLACE] = [2, 3];

/** @param {CourseContext} context */
function drawCoveredRow(context) {
  const { computation, isOpen } = context;
  const { queryWords } = computation;
  const weights = makeTable(context, 'weights');
  return html`${numberTable(
    {
      ...weights,
      hidesShape: true,
      selects: undefined,
      rowWords: isOpen ? queryWords : queryWords.map(() => '?'),
    },
    context,
    { rows: [WHITE] },
  )}
  ${
    isOpen
      ? alignment(context)
      : unlinkedSentences(computation, { english: makePressable(context, queryWords) })
  }`;
}

/**
 * Draws the translation without and with blocked links, above the map of the links.
 * @param {CourseContext} context
 */
function drawBlockedLinks(context) {
  const { computation, isOpen, readonly } = context;
  const { queryWords, keyWords } = computation;
  const { view } = makeTable(context, 'weights');
  const before = expectedSentences.father.queryWords;
  const first = queryWords.findIndex((word, i) => word !== before[i]);
  const same = first < 0 ? queryWords.length : first;
  return html`<dl class="translations">
      <dt>${text.translations.read}</dt><dd lang="fr">${keyWords.join(' ')}</dd>
      <dt>${text.translations.before}</dt><dd>${before.join(' ')}</dd>
      <dt>${text.translations.now}</dt>
      <dd aria-live="polite">${queryWords.slice(0, same).join(' ')} <b>${queryWords.slice(same).join(' ')}</b></dd>
    </dl>
    <div class="links">${maskPainter(
      { ...proposeByPage(context), readonly: readonly || !isOpen },
      (query, key) => view.at(query, key),
    )}</div>`;
}

const additiveTables = /** @type {const} */ ({
  byHand: { queries: 'projectedQueries', keys: 'projectedKeys', weights: 'wv' },
  trained: { queries: 'queries', keys: 'keys', weights: 'scoreWeights' },
});

/**
 * Draws the score of the selected word with a French word of the reader's choice.
 * @param {CourseContext} context
 */
function drawPairScore(context) {
  const { computation, selected, state, dispatch } = context;
  const { keyWords, queryWords } = computation;
  const weights = readFirstHeadRow(context, 'weights', selected);
  const key = keyWords[state.key] === undefined ? findLargestIndex(weights) : state.key;
  return html`${choiceButtons(
    text.keyOf(queryWords[selected]),
    keyWords.map((word, index) => ({
      name: html`<span lang="fr">${word}</span>`,
      isChosen: index === key,
      press: () => dispatch({ key: index }, { by: 'page' }),
    })),
  )}
  ${additiveScore(context, { ids: additiveTables.trained, query: selected, key, isCovered: false })}`;
}

/** @param {CourseContext} context */
function judgeTall({ computation, state }) {
  const weight = findTallToGrand(computation);
  const isRight = (weight ?? 0) >= ENOUGH;
  const without = state.training === 0 ? 'untrained' : 'noTall';
  const reply = weight === undefined ? without : isRight ? 'reached' : 'below';
  return { isRight, reply, words: { weight: quoted(weight ?? 0) } };
}

/** @param {CourseContext} context @param {string} value */
function judgeWhite({ computation: { queryWords } }, value) {
  const index = Number(value);
  const reply = index === WHITE ? 'right' : index === HOUSES_PLACE ? 'place' : 'wrong';
  return { isRight: index === WHITE, reply, words: { word: bold(queryWords[index] ?? '') } };
}

export const translation = makeChapter('translation', json, {
  figures: {
    askedMeanwhile: drawQuestionInTraining,
    askedOfFrench: drawFrenchQuestion,
    father: makeExpectedFigure('father'),
    short: makeExpectedFigure('short'),
    house: makeExpectedFigure('house'),
    additive: (context) =>
      additiveScore(context, {
        ids: additiveTables.byHand,
        query: 0,
        key: 0,
        isCovered: !context.isOpen,
      }),
    pair: drawPairScore,
    encoderDecoder,
    blocking: drawBlockedLinks,
    lines: (context) => alignment(context),
    sentences: ({ computation }) => unlinkedSentences(computation),
    learning: drawLearningAlignment,
    covered: drawCoveredRow,
  },
  judges: { tall: judgeTall, white: judgeWhite },
  meanwhileWords: { align: expectedSentences.father, lengths: expectedSentences.short },
});
