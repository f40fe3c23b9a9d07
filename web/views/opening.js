/** The first screen: what attention is for, shown by a trained head, and the two links onward. */

import { html, nothing } from 'lit';
import { tensor } from '../../src/js/index.js';
import { findLargestIndex } from '../../src/js/largest.js';
import { getSlot } from '../features.js';
import { arcFigure } from '../figures/arcs.js';
import { choiceButtons } from '../figures/controls.js';
import { memoizeByOwner } from '../graph/memoize.js';
import { readNumber } from '../graph/trace.js';
import { makeContext } from '../lessons/context.js';
import { makeComputation } from '../session/computation.js';
import { makeOpeningState } from '../session/page-loader.js';
import { makeOwnSource } from '../sources/own.js';
import { makeTrainedDescriber, STEPS } from '../sources/trained-describer.js';
import { DEFAULTS, getSettings } from '../state/fields.js';
import {
  findEntrance,
  findLastPage,
  findPlaceInCourse,
  getCoursePages,
  parseAnswers,
} from '../state/guide.js';
import { normaliseState } from '../state/normalise.js';
import { arcStyles } from '../styles/arcs.js';
import { openingStyles } from '../styles/opening.js';
import { theStory } from '../text/en/messages.js';
import * as text from '../text/en/opening.js';
import { streetAdjectives, streetSentence } from '../text/en/street.js';
import { roundedWeight } from '../text/number.js';
import { stateLink } from './link.js';
import { weightsFigure } from './overview.js';
import { loadStatus } from './status-message.js';

/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { LoadState } from '../session/load-state.js'
 * @import { State } from '../state/types.js'
 * @import { Slots } from '../types.js'
 */

export const styles = [arcStyles, openingStyles];

/**
 * @param {ViewContext} context
 * @param {LoadState<unknown>} story the player
 */
export function view(context, story) {
  const { attention, state, dispatch, progress } = context;
  const { guide, answers = '' } = progress ?? {};
  const last = findLastPage(answers, guide);
  const chosen =
    streetAdjectives.find((adjective) => state.sentence === `${streetSentence} ${adjective}`) ??
    streetAdjectives[0];
  const sentence = `${streetSentence} ${chosen}`;
  const first = makeOpeningState();
  const { run, queryWords: words, parameters } = computeSentence(attention, sentence);
  const selected = first.query;
  const weights = words.map((_, key) =>
    readNumber(run, { id: 'weights', index: [0, selected, key] }),
  );
  const adjective = words[selected];
  const most = words[findLargestIndex(weights)];
  const label = text.arcs(adjective, most);
  const count = Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0);
  return html`<section class="opening" aria-labelledby="opening-title">
    <div data-level="1" id="opening-title" tabindex="-1">${text.title}</div>
    <div class="head">
      ${arcFigure({
        words,
        weights,
        from: selected,
        cellOf: (key) => `weights.0.${selected}.${key}`,
        label,
      })}
      <span class="hidden" role="status">${label}</span>
    </div>
    ${choiceButtons(
      text.flip,
      streetAdjectives.map((name) => ({
        name,
        isChosen: name === chosen,
        press: () => dispatch({ sentence: `${streetSentence} ${name}` }, { by: 'page' }),
      })),
      text.attentionMoves,
    )}
    <p class="note">${text.marks}</p>
    <p class="statement">${text.seen(adjective)}</p>
    <p class="note">${text.trainedOn(count, STEPS)}</p>
    <p class="ways">
      ${last ? stateLink(context, { guide: last }, text.resume(findPlaceInCourse(last)), 'way main') : nothing}
      ${stateLink(context, { guide: findEntrance('course') }, text.start, last ? 'way' : 'way main')}
      ${stateLink(context, context.leftLab ?? DEFAULTS, text.lab, 'way')}
    </p>
    ${
      last
        ? html`<p class="note">${text.kept(parseAnswers(answers).size)}
            <button type="button" class="plain" @click=${progress?.forget}>${text.forget}</button></p>`
        : nothing
    }
    ${context.progress?.notice}
    <p class="note">${text.length(Object.keys(getCoursePages()).length)}</p>
    <div class="below-opening story-place">${
      getSlot('story')?.view(context) ?? loadStatus(story, theStory)
    }</div>
    <div class="below-opening">${realHead(context)}</div>
  </section>`;
}

/** Computes the head that finds the noun of an adjective. */
const computeSentence = memoizeByOwner(
  (/** @type {ViewContext['attention']} */ attention, /** @type {string} */ sentence) =>
    makeComputation(
      attention,
      getSettings({ ...makeOpeningState(), sentence }),
      makeTrainedDescriber(sentence),
    ),
);

/** The kept weights are shown as the reader's own are. */
const makeExampleSettings = () =>
  getSettings(normaliseState({ source: 'own-weights', heads: 1, dModel: 1 }));

/** Computes a head of a real model. */
const computeExample = memoizeByOwner((/** @type {ViewContext['attention']} */ attention) => {
  const { tokens, words, weights } = /** @type {Slots['exampleHead']} */ (getSlot('exampleHead'));
  // Brackets join the pieces of a word, in place of marks.
  const labels = tokens.map((token) => token.replace('▁', ''));
  const tensors = { weights: tensor(weights) };
  const source = makeOwnSource({ queryWords: labels, keyWords: labels, tensors });
  return makeComputation(attention, makeExampleSettings(), { ...source, pieces: words });
});

/**
 * Renders the weights of a head of a real model. Only the weights are there, so a pressed number
 * selects its query, as the words do.
 * @param {ViewContext} outer
 */
function realHead(outer) {
  const { attention, dispatch, isLinked, navigateTo, state } = outer;
  const example = getSlot('exampleHead');
  if (!example) return nothing;
  const computation = computeExample(attention);
  // The first screen opens with the query of its own head, which is beyond these words.
  const hasWord = (/** @type {number} */ word) => word < computation.queryWords.length;
  const { query, key, pin } = DEFAULTS;
  const context = makeContext({
    state: {
      ...DEFAULTS,
      ...makeExampleSettings(),
      step: 'weights',
      query: hasWord(state.query) ? state.query : query,
      key: hasWord(state.key) ? state.key : key,
      pin: hasWord(state.pin) ? state.pin : pin,
    },
    attention,
    comparison: undefined,
    computation,
    readonly: false,
    isLinked,
    dispatch,
    navigateTo,
  });
  /** @param {MouseEvent | KeyboardEvent} event */
  const press = (event) => {
    if ('key' in event && !/^(Enter| )$/.test(event.key)) return;
    const [target] = event.composedPath();
    const row = target instanceof HTMLElement && target.dataset.row;
    if (!row) return;
    // The lab would trace the number in the head of the first screen.
    event.preventDefault();
    event.stopPropagation();
    dispatch({ query: Number(row) });
  };
  const headState = { ...DEFAULTS, ...example.state };
  return html`<div data-level="2">${text.realModelTitle}</div>
    <p class="note">${text.below}</p>
    <div @click=${press} @keydown=${press}>${weightsFigure(context, { write: (weight) => roundedWeight(weight, 3) })}</div>
    <p class="ways">${stateLink(outer, headState, text.realModel, 'way')}</p>`;
}
