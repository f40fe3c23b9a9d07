import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chapterState,
  chapters,
  replyTo,
  standing,
  tensorsOf,
  withChapter,
} from '../../web/lessons/guide.js';
import { lessonSteps } from '../../web/lessons/steps.js';
import { DEFAULTS, normalise } from '../../web/session/state.js';
import { Store } from '../../web/session/store.js';
import * as text from '../../web/text/en/guide.js';
import { makeContext } from '../../web/views/context.js';
import { guideSection } from '../../web/views/guide.js';
import { plain as bare, markup } from '../support/markup.js';
import { attention, claims, computation } from './guide-claims.js';

/**
 * @typedef {import('../../web/lessons/guide.js').Chapter} Chapter
 * @typedef {import('../../web/session/computation.js').Computation} Computation
 * @typedef {import('../../web/session/state.js').State} State
 */

/** Every chapter with the state it begins in, that after its trial, and both computations. */
const all = chapters.map((chapter, i) => {
  const state = chapterState(i + 1);
  const tried = normalise({ ...state, ...chapter.tryIt.patch });
  return { chapter, state, tried, home: computation(state), after: computation(tried) };
});

/**
 * What a template says, without tags.
 * @param {unknown} value
 * @param {string} [numbers] what stands in place of a number of the core
 */
function plain(value, numbers) {
  const source = markup(value);
  return bare(numbers === undefined ? source : source.replace(/<data.*?<\/data>/gs, numbers));
}

/**
 * What happens on a press of the button with this label, if there is one.
 * @param {unknown} value a template, or several
 * @param {string} label
 * @returns {(() => void) | undefined}
 */
function buttonIn(value, label) {
  if (Array.isArray(value)) return value.map((one) => buttonIn(one, label)).find(Boolean);
  const { strings, values } = /** @type {import('lit').TemplateResult} */ (value ?? {});
  if (!strings) return undefined;
  const own = values.indexOf(label);
  if (own > 0) return /** @type {() => void} */ (values[own - 1]);
  return values.map((one) => buttonIn(one, label)).find(Boolean);
}

/** @param {(typeof all)[number]} one @returns {unknown[]} all that a reader may be told */
function told({ chapter, home, after }) {
  return [
    ...[chapter.title, chapter.section, chapter.question, chapter.text({ computation: home })],
    ...chapter.answers.flatMap((answer) => [answer.text, replyTo(answer, home)]),
    ...[chapter.tryIt.text, chapter.tryIt.seen?.(after)],
  ];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** @param {string} text */
const sentences = (text) => [...segmenter.segment(text)].length;

describe('the guided path', () => {
  it('has 18 chapters, each with a name of its own, in sections that stand together', () => {
    assert.equal(chapters.length, 18);
    assert.equal(new Set(chapters.map(({ id }) => id)).size, chapters.length);
    const sections = chapters.map(({ section }) => section);
    const begins = sections.filter((section, i) => section !== sections[i - 1]);
    assert.equal(new Set(begins).size, begins.length);
  });

  it('goes from the coffee cup over the articles’ steps to what is left', () => {
    assert.deepEqual(
      chapters.map(({ id }) => id),
      Object.keys(claims),
    );
  });

  it('outside it there is no chapter', () => {
    for (const guide of [0, chapters.length + 1, 99]) {
      const state = normalise({ guide });
      assert.equal(standing(state), 'free');
      assert.deepEqual(tensorsOf(state), []);
    }
  });
});

for (const [i, one] of all.entries()) {
  const { chapter, state, tried, home, after } = one;
  describe(`chapter ${i + 1}, ${chapter.id}`, () => {
    it('begins in a state that stays as it is', () => {
      const requested = { ...DEFAULTS, ...chapter.state, guide: i + 1 };
      assert.deepEqual(state, requested);
      assert.deepEqual(normalise(requested), requested);
      for (const name of /** @type {(keyof State)[]} */ (Object.keys(chapter.state))) {
        assert.ok(Object.hasOwn(DEFAULTS, name), name);
      }
      assert.ok(chapter.state.step);
    });

    it('shows at most three tensors, and all are there, before its trial and after', () => {
      const shown = tensorsOf(state);
      assert.deepEqual(shown, chapter.tensors);
      // The step about the square root shows what it measures itself.
      assert.equal(shown.length === 0, chapter.state.step === 'spread');
      for (const [of, place] of /** @type {const} */ ([
        [home, state],
        [after, tried],
      ])) {
        const names = tensorsOf(place);
        assert.ok(names.length <= 3 && new Set(names).size === names.length);
        for (const name of names) {
          // With a head behind the name, it is that head's table.
          const [tensor, head = 0] = name.split('.');
          assert.ok(of.results[tensor], name);
          assert.ok(of.nodes[tensor], name);
          assert.ok(Number(head) < place.heads, name);
        }
      }
    });

    it('stands above the formula of the tensor that the question is about', () => {
      const step = lessonSteps(state).find(({ id }) => id === state.step);
      const parts = step?.figure({ state, computation: home }) ?? [];
      const made = parts.flatMap((part) => (typeof part === 'string' ? [] : part.tensor)).at(-1);
      assert.equal(made, chapter.tensors.at(-1));
    });

    it('is tried and gone back from, also where the reader may change no numbers', () => {
      const store = new Store({
        complete: withChapter,
        clamp: (shown) => shown,
        isFixed: () => true,
        onChange: () => {},
      });
      store.set({ ...state, answer: 1 });
      const press = (/** @type {string} */ label) => {
        const update = (/** @type {Partial<State>} */ change) => store.update(change);
        const apply = (/** @type {Partial<State>} */ change) => store.update(change, true);
        const now = { state: store.state, computation: computation(store.state) };
        const acts = { update, apply, turn: apply, readonly: true };
        const context = makeContext({ ...now, ...acts, attention, comparison: undefined });
        const act = buttonIn(guideSection(context, undefined), label);
        assert.ok(act, label);
        act();
      };
      press(text.doIt);
      assert.deepEqual(store.state, { ...tried, answer: 1 });
      if (tried.guide === 0) return;
      assert.equal(standing(store.state), 'tried');
      press(text.goBack);
      assert.deepEqual(store.state, { ...state, answer: 1 });
      // An author, or an address, may have brought other numbers.
      store.set({ seed: 9 });
      press(text.restore);
      assert.deepEqual(store.state, { ...state, answer: 1 });
    });

    it('has one question with two to four answers, of which one is right', () => {
      const { question, answers } = chapter;
      assert.match(question, /^[^?]+\?$/);
      assert.equal(sentences(question), 1);
      assert.ok(answers.length >= 2 && answers.length <= 4);
      assert.equal(answers.filter((answer) => answer.right).length, 1);
      assert.equal(new Set(answers.map(({ text }) => text)).size, answers.length);
    });

    it('says at most three sentences at a time: one to the answer, and two', () => {
      const text = plain(chapter.text({ computation: home }));
      assert.ok(sentences(text) <= 2, text);
      for (const answer of chapter.answers) {
        const reply = plain(replyTo(answer, home));
        assert.equal(sentences(reply), 1, reply);
        assert.equal(sentences(`${reply} ${text}`), 1 + sentences(text));
      }
      const seen = plain(chapter.tryIt.seen?.(after));
      assert.ok(sentences(seen) <= 3, seen);
      assert.equal(sentences(chapter.tryIt.text), 1);
    });

    it('is written plainly: nothing is exclaimed, understood or told of untrained weights', () => {
      for (const text of told(one).map((part) => plain(part))) {
        assert.doesNotMatch(text, /!|understand|pays attention|undefined/i);
        assert.doesNotMatch(text, /\b(subject|object|verb|noun|syntax|meaning)\b/i);
        assert.doesNotMatch(text, /["']|\.\.\.|…/);
      }
      assert.doesNotMatch(markup(told(one)), /<data value=NaN/);
      const text = plain(chapter.text({ computation: home }));
      if (state.source === 'seed' && /\b(most|highest|grammar|translate)\b/.test(text)) {
        assert.match(text, /\buntrained\b/);
      }
    });

    it('writes no decimal number that is not the core’s, but those that articles print', () => {
      const printed = ['0.0008', '0.87', '0.015', '0.011', '0.897', '0.25'];
      for (const text of told(one).map((part) => plain(part, 'n'))) {
        for (const [number] of text.matchAll(/\d+\.\d+/g))
          assert.ok(printed.includes(number), text);
      }
    });

    it('claims what is true of its numbers, which give the right answer and no other', () => {
      const words = claims[chapter.id](home, after, state);
      const fitting = chapter.answers.filter(({ text }) => text.includes(words));
      assert.deepEqual(
        fitting.map(({ right }) => right),
        [true],
      );
    });

    it('has a trial that does something, is recognised once done, and can be left', () => {
      const { patch } = chapter.tryIt;
      for (const name of /** @type {(keyof State)[]} */ (Object.keys(patch))) {
        assert.equal(tried[name], patch[name], name);
        assert.notEqual(tried[name], state[name], name);
      }
      assert.equal(standing(state), 'here');
      assert.equal(standing(tried), tried.guide === 0 ? 'free' : 'tried');
      assert.equal(standing({ ...state, step: 'weights', answer: 1 }), 'here');
      const away = normalise({ ...state, seed: 8 });
      assert.equal(standing(away), 'away');
      assert.deepEqual(tensorsOf(away), []);
    });
  });
}
