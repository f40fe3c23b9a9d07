/** Describes the habits of the open head, and what the model does not do. */

import { html, nothing } from 'lit';
import { headHabits } from '../run/head-habits.js';
import { SENTENCES } from '../run/measure-habits.js';
import { getReplies } from '../run/source.js';
import * as text from '../text/en/habits.js';
import { layerName } from '../text/en/layers.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { HabitMeasure } from '../run/measure-habits.js'
 * @import { Habit, HabitPlace, HeadHabits } from '../types.js'
 */

/** A place is a habit if its share exceeds that of equal weights by at least this much. */
const LEAST_EXCESS = 0.1;

/** Places that consist of a single key. @type {HabitPlace[]} */
const SINGLE_KEY_PLACES = ['itself', 'previous', 'next'];

/** Places of several keys, or of a key that is the same for all queries. @type {HabitPlace[]} */
const OTHER_PLACES = ['back', 'content', 'first', 'added'];

/** Matches pronouns. */
const PRONOUN = /(?<!\p{L})(it|he|she|they|him|her|them|his|its|their)(?!\p{L})/iu;

/**
 * Finds the places that a head favours, the strongest first: one place, or two places of single
 * keys.
 * @param {number} layer
 * @param {number} head
 * @param {HeadHabits} [measure]
 * @returns {Habit[]} never empty: if no place stands out, the place with the largest excess
 */
export function findHabits(layer, head, { even, heads } = headHabits) {
  const measured = heads[layer][head];
  const habit = (/** @type {HabitPlace} */ place) => ({
    place,
    share: measured[place] ?? 0,
    even: even[place] ?? 0,
  });
  const byExcess = (/** @type {Habit} */ a, /** @type {Habit} */ b) =>
    b.share - b.even - (a.share - a.even);
  const [first] = [...SINGLE_KEY_PLACES, ...OTHER_PLACES].map(habit).sort(byExcess);
  const others = SINGLE_KEY_PLACES.includes(first.place)
    ? SINGLE_KEY_PLACES.filter((place) => place !== first.place)
        .map(habit)
        .filter(({ share, even: equal }) => share - equal >= LEAST_EXCESS)
        .sort(byExcess)
    : [];
  return [first, ...others.slice(0, 1)];
}

/** @param {ViewContext} context */
export function habitView({ state, computation, isLocked }) {
  const { habits: measure, stackLayers, info } = getReplies(computation);
  const { modelLayer, head, sentence, model } = state;
  // In a model that translates, only the encoder is measured.
  const isMeasured = !info.sizes.hasEncoder || stackLayers[modelLayer].stack === 'encoder';
  if (!measure || !isMeasured) return nothing;
  const habits = measure.habits.value;
  if (!habits) return isLocked ? nothing : measureView(measure);
  if (!habits.heads[modelLayer]?.[head]) return nothing;
  const found = findHabits(modelLayer, head, habits);
  const isHabit = found[0].share - found[0].even >= LEAST_EXCESS;
  const hasPronoun = model === 'use-lite' && PRONOUN.test(sentence);
  return html`<p class="note habit" role="status">${text.head(layerName(stackLayers, modelLayer), head + 1)}
      ${isHabit ? text.prefers(found) : text.prefersNothing} ${hasPronoun ? text.pronouns : nothing}</p>
    ${
      isLocked
        ? nothing
        : html`<details class="note"><summary>${text.measurement}</summary>
      <p>${text.shares(habits.sentences, found)} ${text.leastExcess(LEAST_EXCESS)}</p>
      ${hasPronoun ? html`<p>${text.pronounChange(headHabits.pronounChange)}</p>` : nothing}
    </details>`
    }`;
}

/** Renders the button that measures the habits, or the progress. @param {HabitMeasure} measure */
const measureView = (measure) => html`<p class="note habit" role="status">
    ${
      measure.habits.loading === undefined
        ? html`<button type="button" class="plain measure-habits" @click=${() => measure.start()}>${text.measure(SENTENCES.length)}</button>`
        : text.measured(measure.done, SENTENCES.length)
    }
    ${measure.habits.failure ? text.notMeasured(measure.habits.failure) : nothing}</p>`;
