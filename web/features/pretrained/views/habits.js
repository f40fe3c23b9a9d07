/** What the open head usually does, as measured over a set of sentences, and what the model does not do. */

import { html, nothing } from 'lit';
import { headHabits } from '../run/head-habits.js';
import * as text from '../text/en/habits.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { Habit, Place } from '../types.js'
 */

/** So much more than an even share is a habit. */
const LEAST = 0.1;

/** @type {Place[]} places of one key */
const SINGLE = ['itself', 'previous', 'next'];

/** Words that stand for others. */
const PRONOUN = /(?<!\p{L})(it|he|she|they|him|her|them|his|its|their)(?!\p{L})/iu;

/**
 * The places that a head favours, the strongest first: one, or two of single keys.
 * @param {number} layer
 * @param {number} head
 * @returns {Habit[]} also a place that gets little more than an even share, where no other gets more
 */
export function habitsOf(layer, head) {
  const { even } = headHabits;
  const measured = headHabits.heads[layer][head];
  const habit = (/** @type {Place} */ place) => ({
    place,
    share: measured[place],
    even: even[place],
  });
  const byExcess = (/** @type {Habit} */ a, /** @type {Habit} */ b) =>
    b.share - b.even - (a.share - a.even);
  const [first] = [...SINGLE, /** @type {const} */ ('back'), /** @type {const} */ ('content')]
    .map(habit)
    .sort(byExcess);
  const others = SINGLE.includes(first.place)
    ? SINGLE.filter((place) => place !== first.place)
        .map(habit)
        .filter(({ share, even: equal }) => share - equal >= LEAST)
        .sort(byExcess)
    : [];
  return [first, ...others.slice(0, 1)];
}

/** @param {ViewContext} context */
export function habitView({ state }) {
  const { model, modelLayer, head, sentence } = state;
  // Others are not measured.
  if (model !== 'use-lite' || !headHabits.heads[modelLayer]?.[head]) return nothing;
  const habits = habitsOf(modelLayer, head);
  const isHabit = habits[0].share - habits[0].even >= LEAST;
  const { sentences, pronounChange } = headHabits;
  return html`<p class="note habit">${text.head(modelLayer + 1, head + 1)}
      ${isHabit ? text.usually(sentences, habits) : text.nothingUsual(sentences, habits[0])}</p>
    ${PRONOUN.test(sentence) ? html`<p class="note pronouns">${text.pronouns(pronounChange)}</p>` : nothing}`;
}
