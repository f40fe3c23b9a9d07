import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setImmediate as settle } from 'node:timers/promises';
import { loadMini } from '../../src/js/learning/index.js';
import { StoryPlayer } from '../../web/features/models/story/player.js';
import { loadShipped, Story } from '../../web/features/models/story/story.js';
import { blocked } from '../../web/features/models/text/en/story.js';
import { makers } from '../../web/features/models/training/makers.js';
import { parseEdits } from '../../web/state/edits.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

/** @import { Shipped } from '../../web/features/models/story/story.js' */

/** The same as between the page and the model in `agreement.test.js`. */
const NEAR = 1e-5;

it('a model that does not load is named on the first screen, and a press loads it', async () => {
  const mini = /** @type {{ loadTrained: () => Promise<any> }} */ (makers.mini);
  const { loadTrained } = mini;
  mini.loadTrained = () => Promise.reject(new Error('Failed to fetch'));
  const context = /** @type {any} */ ({ attention, state: {} });
  // There is no document to render to.
  const part = /** @type {any} */ ({});
  const player = new StoryPlayer(part);
  try {
    player.update(part, [context]);
    await assert.rejects(async () => player.story.loading);
    await settle();
    assert.match(markup(player.render(context)), /role="alert"/);
    assert.match(
      plain(markup(player.render(context))),
      /Mini did not load: Failed to fetch\. Try again$/,
    );
  } finally {
    mini.loadTrained = loadTrained;
  }
  player.story.retry();
  assert.ok((await player.story.loading) instanceof Story);
  await settle();
  assert.doesNotMatch(markup(player.render(context)), /role="alert"/);
});

describe('a story', () => {
  /** @type {Shipped} */
  let shipped;
  /** @type {Awaited<ReturnType<typeof loadMini>>} */
  let mini;

  before(async () => {
    [shipped, mini] = await Promise.all([loadShipped(), loadMini()]);
  });

  const begin = () => new Story(attention, shipped);

  it('has the model’s next words and weights at each word', () => {
    const story = begin();
    story.begin();
    let wordCount = 0;
    while (!story.isOver) {
      const { next, layers } = mini.predict(story.words.join(' '));
      const probabilityOf = new Map(next.map(({ word, probability }) => [word, probability]));
      for (const { word, probability } of story.predictNext()) {
        const expected = probabilityOf.get(word) ?? Number.NaN;
        assert.ok(Math.abs(probability - expected) < NEAR, word);
      }
      assert.equal(story.predictNext()[0].word, next[0].word);
      for (const which of story.heads) {
        const { shape, data } = layers[which.layer - 1].weights;
        const [, rows, columns] = shape;
        const first = (which.head * rows + rows - 1) * columns;
        story.weightsOf(which).forEach((weight, key) => {
          assert.ok(
            Math.abs(weight - data[first + key]) < NEAR,
            `${which.layer}.${which.head}.${key}`,
          );
        });
      }
      story.write();
      wordCount++;
    }
    assert.ok(wordCount > 5, story.words.join(' '));
    const length = story.words.length;
    story.write();
    assert.equal(story.words.length, length);
  });

  it('is the same each time, and differs from another one', () => {
    const write = (/** @type {Story} */ story) => {
      story.begin();
      while (!story.isOver) story.write();
      return story.words.join(' ');
    };
    const story = begin();
    const stories = [write(story), write(story), write(story)];
    const again = begin();
    assert.deepEqual([write(again), write(again), write(again)], stories);
    assert.equal(new Set(stories).size, 3);
  });

  it('with a blocked link has weight 0 there in all heads, rows that add up to 1, and another next word', () => {
    const story = begin();
    const [free] = story.predictNext();
    const lena = story.words.indexOf('Lena');
    story.toggle(lena);
    for (const which of story.heads) {
      const weights = story.weightsOf(which);
      assert.equal(weights[lena], 0);
      assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < NEAR);
    }
    assert.deepEqual([free.word, story.predictNext()[0].word], ['she', 'he']);
    const { before, after, next, keys, instead } = story.measureEffect();
    assert.deepEqual(instead, story.predictNext()[0]);
    assert.deepEqual([keys, next, before], [['Lena'], 'she', free.probability]);
    assert.equal(after, story.predictNext().find(({ word }) => word === 'she')?.probability);
    story.toggle(lena);
    assert.deepEqual(story.predictNext()[0], free);
  });

  it('begins with a sentence that the model continues sensibly, also after words are taken back', () => {
    const story = begin();
    const [{ word: next, probability: sure }] = story.predictNext();
    assert.ok(next === 'she' && sure > 0.9, next);
    story.takeBack();
    const [{ word, probability }] = story.predictNext();
    assert.ok(word === '.' && probability > 0.9, `${word} ${probability}`);
    for (let count = 0; count < 5; count++) story.write();
    assert.equal(
      story.words.slice(1).join(' '),
      'then Paul gives Lena a red book . she thanks Paul .',
    );
  });

  it('lists the words whose links are blocked, in the order of the story', () => {
    const told = (/** @type {string[]} */ ...words) => {
      const story = begin();
      for (const word of words) story.toggle(story.words.indexOf(word));
      return plain(markup(blocked(story.measureEffect())));
    };
    assert.match(told('Lena'), /^Without the link to Lena, /);
    assert.match(told('Lena', 'then'), /^Without the links to then and Lena, /);
    assert.match(told('Lena', 'a', 'then'), /^Without the links to then, Lena and a, /);
  });

  it('says of a link that changes nothing that the model does not need it', () => {
    const told = (/** @type {number} */ before, /** @type {number} */ after, word = 'she') =>
      plain(
        markup(
          blocked({ keys: ['a'], next: 'she', before, after, instead: { word, probability: 0.5 } }),
        ),
      );
    assert.match(told(0.9999, 0.9998), /she still has a probability of 1\.000: the model does not/);
    assert.match(told(0.9, 0.8), /0\.800 instead of 0\.900/);
    assert.match(
      told(0.4, 0.4, 'he'),
      /0\.400 instead of 0\.400\. The most probable next word is he/,
    );
  });

  it('names the link that matters most, and its head', () => {
    const story = begin();
    const {
      index,
      effect: { after },
    } = story.findStrongestLink();
    for (let key = 0; key < story.last; key++) {
      story.toggle(key);
      const left = story.predictNext().find(({ word }) => word === 'she')?.probability ?? 0;
      assert.ok(left >= after, story.words[key]);
      story.toggle(key);
    }
    const weights = story.heads.map((which) => story.weightsOf(which)[index]);
    assert.equal(weights[story.findHead(index)], Math.max(...weights));
  });

  it('has no link to block at its first word, and always keeps one link', () => {
    const story = begin();
    story.begin();
    assert.equal(story.findStrongestLink(), undefined);
    story.toggle(0);
    assert.equal(story.blocked.size, 0);
  });

  it('has a state with its sentence and blocked links for the lab', () => {
    const story = begin();
    story.toggle(4);
    story.toggle(2);
    const state = normaliseState(story.state);
    assert.deepEqual(state, story.state);
    assert.equal(parseEdits(state.edits).size, 2 * story.heads.length);
    assert.deepEqual([state.source, state.sentence], ['mini', story.words.join(' ')]);
  });

  it('can remove words down to the first two, and drops blocked links for another sentence', () => {
    const story = begin();
    story.toggle(1);
    for (let i = 0; i < 20; i++) story.takeBack();
    assert.equal(story.words.length, 2);
    assert.equal(story.blocked.size, 0);
  });
});
