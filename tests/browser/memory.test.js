import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readLabs } from './embed-read.js';
import { onAuthorsSite } from './embed-site.js';
import { onHostPages, plainPage, untilSettled } from './host.js';
import { makeSentence } from './lab.js';
import { assertNoGrowth, makeCounter } from './memory.js';

/**
 * @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js'
 * @import { AttentionMap } from '../../web/elements/attention-map.js'
 * @import { State } from '../../web/state/types.js'
 */

/** @type {Record<string, Partial<State>[]>} states that are set in turn, again and again */
const STATES = {
  'the first screen, opened and left': [{ guide: 'opening' }, { guide: '' }],
  'the whole picture, and a page of the course': [{ view: 'whole' }, { guide: 'why-flip' }],
  'the source of the numbers': [{ source: 'article' }, { source: 'coffee' }, { source: 'seed' }],
  'the mechanism': [{ mechanism: 'additive' }, { mechanism: 'dot' }],
  'the mask': [{ mask: 'causal' }, { mask: 'padding' }, { mask: 'custom' }, { mask: 'none' }],
  'the step': [{ step: 'q' }, { step: 'spread' }, { step: 'mechanisms' }, { step: 'heads' }],
  'the sentence': [{ sentence: makeSentence(3) }, { sentence: makeSentence(6) }, { sentence: '' }],
  'a sentence, from digits to maps': [
    { sentence: makeSentence(24) },
    { sentence: makeSentence(4) },
  ],
  'the second sentence': [{ target: makeSentence(3) }, { target: '' }],
  'the number of heads': [{ heads: 4 }, { heads: 1 }, { heads: 2 }],
  'the number that is taken apart': [{ cell: 'weights.0.1.1' }, { cell: 'q.0.1' }, { cell: '' }],
  'numbers set by hand': [{ edits: 'q.0.1:0.5' }, { edits: 'q.0.1:0.7;k.0.1:2' }, { edits: '' }],
};

const ALL = Object.values(STATES).flat();
const ONE_OF_EACH = Object.values(STATES).map(([state]) => state);

/** The rounds of each change. One leaked node in each round would exceed the allowed growth. */
const ROUNDS = 5;

/** Other browsers cannot report what has left the page. */
const COUNTING = /** @type {const} */ (['chromium']);

onHostPages(
  'the memory of a page',
  (host, browserName) => {
    const html = plainPage('<attention-lab permalink></attention-lab><p></p>');

    async function open() {
      const { page, readComplaints } = await host.open({ html });
      await untilSettled(page);
      // A feature creates some objects after loading, such as the first screen's player, only once.
      await page.evaluate(() => lab.setState({ guide: 'opening' }));
      await page.waitForFunction(() => inLab('.story .token'));
      await page.evaluate(() => lab.setState({ guide: 'why-flip' }));
      await page.waitForFunction(() => inLab('.figure .token'));
      await page.evaluate(async () => {
        lab.reset();
        await lab.updateComplete;
      });
      return { page, readComplaints, countAlive: await makeCounter(page, browserName) };
    }

    /**
     * @param {Partial<State>[]} states set in turn until each was seen as often as the rounds say
     */
    async function assertSetAndGone(states, rounds = ROUNDS) {
      const { page, countAlive } = await open();
      const set = (/** @type {number} */ times) =>
        page.evaluate(
          async (wanted, count) => {
            for (let i = 1; i <= count; i++) {
              lab.setState(wanted[i % wanted.length]);
              await lab.updateComplete;
              if (i % wanted.length > 0) continue;
              lab.reset();
              await lab.updateComplete;
            }
          },
          states,
          times,
        );
      await assertNoGrowth(countAlive, set, states.length, rounds * states.length);
    }

    it('does not grow when states are set in turn, and reset after each round', async () => {
      try {
        await assertSetAndGone(ALL);
      } catch (error) {
        // Only after a failure, find out which change leaks.
        for (const [what, states] of Object.entries(STATES)) {
          await assertSetAndGone(states, 40).catch((reason) => assert.fail(`${what}: ${reason}`));
        }
        throw error;
      }
    });

    it('does not grow when attributes hide parts, leave out steps or make the element readonly', async () => {
      const { page, countAlive } = await open();
      await assertNoGrowth(countAlive, (times) =>
        page.evaluate(async (count) => {
          for (let i = 0; i < count; i++) {
            lab.hide = ['course', 'toolbar,text', 'sentence,settings', null][i % 4];
            lab.steps = ['', 'weights', 'scores,weights'][i % 3];
            lab.readonly = i % 2 === 0;
            await lab.updateComplete;
          }
          Object.assign(lab, { hide: null, steps: '', readonly: false });
          await lab.updateComplete;
        }, times),
      );
    });

    it('does not grow when labs are added and removed', async () => {
      const { page, countAlive } = await open();
      const comeAndGo = (/** @type {number} */ times) =>
        page.evaluate(
          async (wanted, count) => {
            for (let i = 0; i < count; i++) {
              const lab = document.createElement('attention-lab');
              document.querySelector('p')?.append(lab);
              await lab.ready;
              lab.setState(wanted[i % wanted.length]);
              await lab.updateComplete;
              // Press inside, and release elsewhere.
              const press = new PointerEvent('pointerdown', { bubbles: true, composed: true });
              lab.renderRoot.querySelector('td, button')?.dispatchEvent(press);
              document.body.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
              lab.remove();
            }
          },
          ONE_OF_EACH,
          times,
        );
      const count = ONE_OF_EACH.length;
      await assertNoGrowth(countAlive, comeAndGo, count, ROUNDS * count);
    });

    it('does not grow when maps are added and removed, or weights and head of one change', async () => {
      const { page, countAlive, readComplaints } = await open();
      const comeAndGo = (/** @type {number} */ times) =>
        page.evaluate(async (count) => {
          const weights = (/** @type {number} */ heads, /** @type {number} */ size) =>
            Array.from({ length: heads }, () => Array(size).fill(Array(size).fill(1 / size)));
          const [kept, place] = [
            document.createElement('attention-map'),
            document.querySelector('p'),
          ];
          const attentionMap = /** @type {AttentionMap} */ (kept);
          place?.append(attentionMap);
          for (let i = 0; i < count; i++) {
            const map = document.createElement('attention-map');
            map.weights = weights(2, 2);
            place?.append(map);
            // Digits, a map with its lens, and weights that cannot be shown.
            attentionMap.weights = i % 4 === 3 ? 'none' : weights(1 + (i % 3), [2, 5, 24][i % 3]);
            attentionMap.head = i % 2;
            await map.updateComplete;
            await attentionMap.updateComplete;
            const cells = /** @type {NodeListOf<HTMLElement>} */ (
              attentionMap.renderRoot.querySelectorAll('[data-place]')
            );
            cells[i % cells.length]?.click();
            await attentionMap.updateComplete;
            map.remove();
          }
          attentionMap.remove();
        }, times);
      await assertNoGrowth(countAlive, comeAndGo, 24, 12 * ROUNDS);
      const [warning, ...others] = readComplaints();
      assert.match(warning, /^warn: <attention-map>: weights is null/);
      assert.deepEqual(others, []);
    });

    it('the check finds a page that keeps nodes', async () => {
      const { page, countAlive } = await open();
      const keep = (/** @type {number} */ times) =>
        page.evaluate((count) => {
          kept.nodes ??= [];
          for (let i = 0; i < count; i++) kept.nodes.push(document.createElement('p'));
        }, times);
      await assert.rejects(assertNoGrowth(countAlive, keep), /nodes have become/);
    });
  },
  COUNTING,
);

onAuthorsSite(
  'the memory of the builder on the page for authors',
  (site, browserName) => {
    it('does not grow in a hundred choices', () =>
      site.onPage(`${site.server.url}embed.html#build`, async (page) => {
        await page.waitForSelector('#builder attention-lab');
        await readLabs(page);
        const countAlive = await makeCounter(page, browserName);
        await assertNoGrowth(countAlive, (times) =>
          page.evaluate(async (count) => {
            const place = /** @type {HTMLElement} */ (document.querySelector('#builder'));
            const lab = /** @type {Lab} */ (place.querySelector('attention-lab'));
            const press = async (/** @type {string} */ name, /** @type {number} */ which) => {
              const all = /** @type {NodeListOf<HTMLElement>} */ (
                place.querySelectorAll(`input[name="${name}"]`)
              );
              all[which].click();
              await lab.updateComplete;
            };
            const pick = async (/** @type {string} */ label, /** @type {string} */ value) => {
              const select = /** @type {HTMLSelectElement} */ (
                place.querySelector(`#choose-${label}`)
              );
              select.value = value;
              select.dispatchEvent(new Event('change'));
              await lab.updateComplete;
            };
            for (let i = 0; i < count; i += 6) {
              await pick('mechanism', 'additive');
              await press('Made as', 1);
              await pick('mechanism', 'dot');
              await pick('heads', i % 4 === 0 ? '4' : '1');
              // Not as a picture: browsers may keep removed images for a while.
              await press('Made as', 0);
              await press('Width', i % 3);
            }
            await pick('heads', '2');
            await press('Width', 0);
          }, times),
        );
      }));
  },
  COUNTING,
);
