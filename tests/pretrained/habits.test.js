// What the page says that a head usually does is measured anew; so is what the model does not do.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { headHabits } from '../../web/features/pretrained/run/head-habits.js';
import { habitsOf, habitView } from '../../web/features/pretrained/views/habits.js';
import { makeHeadHabits, measureHabits, path, SENTENCES } from '../support/make-head-habits.js';
import { markup, plain } from '../support/markup.js';

/** @param {object} state */
function shown(state) {
  const all = { model: 'use-lite', modelLayer: 0, head: 0, sentence: 'We eat', ...state };
  return plain(markup(habitView(/** @type {any} */ ({ state: all }))));
}

describe('what a head usually does', () => {
  it('is measured anew to the last digit', async () => {
    assert.equal(await readFile(path, 'utf8'), await makeHeadHabits());
    assert.equal(new Set(SENTENCES).size, 34);
  });

  it('is the same within 0.02 in the model that ships', async () => {
    const { heads } = await measureHabits('use-lite');
    heads.forEach((layer, i) => {
      layer.forEach((measured, head) => {
        for (const [place, share] of Object.entries(measured)) {
          const kept = headHabits.heads[i][head][/** @type {'itself'} */ (place)];
          assert.ok(Math.abs(share - kept) <= 0.02, `${place} of ${i}.${head}: ${share}`);
        }
      });
    });
  });

  it('adds up: every key is at one place', () => {
    for (const { itself, previous, next, later, back } of headHabits.heads.flat()) {
      assert.ok(Math.abs(back + next + later - 1) < 0.002);
      assert.ok(itself + previous <= back + 0.001);
    }
  });

  it('is said of the open head, the strongest place first', () => {
    const names = headHabits.heads.map((layer, i) =>
      layer.map((_, head) =>
        habitsOf(i, head)
          .map(({ place }) => place)
          .join(),
      ),
    );
    assert.deepEqual(names, [
      ['back', 'itself,next', 'next,itself', 'itself,previous'],
      ['back', 'content', 'content', 'itself'],
    ]);
    assert.match(
      shown({ head: 1 }),
      /34 sentences it gives 0\.702 of its weight to the token itself/,
    );
    assert.match(
      shown({ head: 2 }),
      /0\.442 of its weight to the next token and 0\.411 to the token/,
    );
    assert.match(shown({ modelLayer: 1 }), /no place stands out: it gives 0\.654 .* give 0\.559/);
  });

  it('is said of no model that was not measured', () => {
    assert.equal(shown({ model: 'openai-community/gpt2' }), '');
    assert.equal(shown({ head: 7 }), '');
  });

  it('says that pronouns are not resolved, where there is one', () => {
    assert.ok(headHabits.pronounChange < 0.02);
    for (const sentence of ['They eat', 'give it back', 'IT']) {
      assert.match(shown({ sentence }), /does not work out what a pronoun stands for/);
    }
    for (const sentence of ['We eat', 'with theirs', 'sit here']) {
      assert.doesNotMatch(shown({ sentence }), /pronoun/);
    }
  });
});
