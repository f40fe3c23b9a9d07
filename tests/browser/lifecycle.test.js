import assert from 'node:assert/strict';
import { it } from 'node:test';
import { npy } from '../sources/written.js';
import { onHostPages, plainPage, untilSettled } from './host.js';
import { makeOpener } from './lifecycle.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

onHostPages(
  'an element that is moved, removed or created early',
  (host) => {
    const open = makeOpener(host);

    it('shows the model’s lesson when the reader leaves a course page for the lab', async () => {
      const { page } = await open();
      const seen = await page.evaluate(async () => {
        const { wait } = kept;
        lab.guide = 'why-flip';
        await wait(() => lab.source === 'describer');
        while (!(await lab.updateComplete));
        lab.setState({ guide: '' });
        const count = (/** @type {string} */ selector) =>
          lab.renderRoot.querySelectorAll(selector).length;
        await wait(() => count('.training') === 1);
        // This also holds while the model trains, because its numbers were shown before.
        return [lab.guide, lab.source, count('.step-title'), count('table[data-tensor]') > 1];
      });
      assert.deepEqual(seen, ['', 'describer', 1, true]);
    });

    it('has the numbers of its course page even if it is created before the course loads', async () => {
      const { page } = await open();
      const [early, late] = await page.evaluate(async () => {
        const { wait } = kept;
        const make = () => document.createElement('attention-lab');
        const [lab] = document.querySelectorAll('attention-lab');
        const early = make();
        early.guide = 'scoring-turn';
        lab.guide = 'scoring-turn';
        await wait(() => lab.heads === 1);
        const late = make();
        late.guide = 'scoring-turn';
        document.body.append(early, late);
        for (const element of [early, late]) await element.ready;
        return [early.state, late.state];
      });
      assert.equal(early.heads, 1);
      assert.deepEqual(early, late);
    });

    it('keeps the reader’s change made while a course page loads', async () => {
      const { page } = await open();
      const state = await page.evaluate(async () => {
        allInLab('.invitation button')[0].click();
        lab.setState({ step: 'scores', sentence: 'one two three' });
        await nextFrames(5);
        while (!(await lab.updateComplete));
        return lab.state;
      });
      assert.deepEqual([state.guide, state.sentence], ['', 'one two three']);
    });

    it('neither reads nor writes the address after its removal', async () => {
      const { page } = await open();
      const seen = await page.evaluate(async () => {
        const lab = document.createElement('attention-lab');
        lab.permalink = true;
        document.body.append(lab);
        lab.remove();
        await lab.updateComplete;
        lab.sentence = 'p q';
        await lab.updateComplete;
        location.hash = 'v=1&s=hello+you';
        await new Promise((done) => addEventListener('hashchange', done, { once: true }));
        return [location.hash, lab.sentence];
      });
      assert.deepEqual(seen, ['#v=1&s=hello+you', 'p q']);
    });

    it('keeps the address when it is moved, although another element waits for it', async () => {
      const { page, readComplaints } = await open();
      const seen = await page.evaluate(async () => {
        const [first, second] = ['first', 'second'].map(() => {
          const element = document.createElement('attention-lab');
          element.permalink = true;
          document.body.append(element);
          return element;
        });
        await Promise.all([first.ready, second.ready]);
        document.querySelector('div')?.append(first);
        await first.updateComplete;
        first.setState({ guide: 'why-flip' });
        second.setState({ guide: 'mixing' });
        const { hash } = location;
        // An element that returns has the address of the other one in between.
        first.remove();
        await nextFrames(1);
        second.setState({ guide: 'scoring-turn' });
        return [hash, location.hash].map((text) => new URLSearchParams(text).get('g'));
      });
      assert.deepEqual(seen, ['why-flip', 'scoring-turn']);
      assert.match(readComplaints().join(), /another element has the address/);
    });

    it('sends change after input again when the pointer was released outside', async () => {
      const { page } = await open({
        html: plainPage('<div style="height: 100px">above</div><attention-lab></attention-lab>'),
      });
      const place = () =>
        page.evaluate(() => {
          const cell = /** @type {Element} */ (inLab('td[data-place]'));
          const { x, y } = cell.getBoundingClientRect();
          return /** @type {const} */ ([x + 5, y + 5]);
        });
      await page.mouse.click(...(await place()));
      await untilSettled(page);
      await page.evaluate(() => scrollTo(0, 0));
      await page.mouse.move(...(await place()));
      await page.mouse.down();
      await page.mouse.move(30, 30);
      await page.mouse.up();
      await page.evaluate(() => {
        kept.sent = [];
        for (const type of ['input', 'change']) addEventListener(type, () => kept.sent.push(type));
      });
      await page.keyboard.press('h');
      await untilSettled(page);
      assert.deepEqual(await page.evaluate(() => kept.sent), ['input', 'change']);
    });

    it('is unchanged after it was moved for print and back twice', async () => {
      const { page } = await open();
      const look = () =>
        page.evaluate(async () => {
          while (!(await lab.updateComplete));
          return [lab.getAttribute('style') ?? '', lab.renderRoot.querySelectorAll('table').length];
        });
      await page.evaluate(() => {
        const { lab } = globalThis;
        addEventListener('beforeprint', () => document.querySelector('div')?.append(lab));
        addEventListener('afterprint', () => document.body.append(lab));
      });
      const before = await look();
      // The second time, the listeners must have moved with the element.
      for (let times = 0; times < 2; times++) {
        const inPrint = await page.evaluate(() => {
          dispatchEvent(new Event('beforeprint'));
          const count = allInLab('table').length;
          dispatchEvent(new Event('afterprint'));
          return count;
        });
        assert.ok(inPrint > Number(before[1]), `${inPrint} tables on paper`);
      }
      assert.deepEqual(await look(), before);
    });

    it('closes its help when it is moved, or removed while the help opens', async () => {
      const { page } = await open();
      const dialogs = await page.evaluate(async () => {
        const { lab } = globalThis;
        const help = () =>
          /** @type {HTMLElement} */ (
            [...lab.renderRoot.querySelectorAll('button')].find(
              (button) => button.textContent === '?',
            )
          );
        const isOpen = () => lab.renderRoot.querySelector('dialog') !== null;
        help().click();
        await lab.updateComplete;
        const seen = [isOpen()];
        document.querySelector('div')?.append(lab);
        await lab.updateComplete;
        seen.push(isOpen());
        help().click();
        lab.remove();
        await lab.updateComplete;
        document.body.append(lab);
        await lab.updateComplete;
        return [...seen, isOpen()];
      });
      assert.deepEqual(dialogs, [true, false, false]);
    });

    it('leaves the keys of the page alone after its removal, whatever changes then', async () => {
      const { page } = await open();
      const handled = await page.evaluate(async () => {
        const { lab } = globalThis;
        const press = () =>
          !document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true }),
          );
        lab.permalink = true;
        await lab.updateComplete;
        const seen = [press()];
        lab.remove();
        lab.sentence = 'p q';
        await lab.updateComplete;
        seen.push(press());
        document.body.append(lab);
        return [...seen, press()];
      });
      assert.deepEqual(handled, [true, false, true]);
    });

    it('drops a file that it is still reading when tensors are set', async () => {
      const { page } = await open({});
      const shape = await page.evaluate(async () => {
        const data = new DataTransfer();
        data.items.add(new File(['{"weights":[[1,0],[0,1]]}'], 'w.json'));
        const field = /** @type {HTMLInputElement} */ (lab.renderRoot.querySelector('#files'));
        field.files = data.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
        lab.tensors = {
          weights: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        };
        await nextFrames(5);
        return [...lab.results.weights.shape];
      });
      assert.deepEqual(shape, [3, 3]);
    });

    it('drops a file that it is still checking when the state changes', async () => {
      const { page } = await open({
        html: plainPage('<attention-lab></attention-lab>'),
      });
      const seen = await page.evaluate(
        async (bytes) => {
          const { wait } = kept;
          /** @param {string} answers @param {object} next */
          const checkThen = async (answers, next) => {
            const wanted = {
              guide: 'practice-check',
              sentence: 'tea',
              heads: 1,
              answers,
              step: 'q',
            };
            lab.setState(/** @type {any} */ (wanted));
            const find = () =>
              /** @type {HTMLInputElement} */ (
                lab.renderRoot.querySelector('.typed-answer [type=file]')
              );
            await wait(find);
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], 'w.npy'));
            find().files = data.files;
            find().dispatchEvent(new Event('change', { bubbles: true }));
            lab.setState(next);
          };
          // The weights of a single word are 1, so this answer is right.
          await checkThen('practice-check_weights', { answers: 'practice-check_scores' });
          await nextFrames(5);
          const { answers, cell } = lab;
          const elsewhere = { guide: 'practice-notes', answers: 'why-flip_6' };
          await checkThen('practice-check_weights', elsewhere);
          await nextFrames(5);
          const after = lab.answers;
          // This answer is wrong, which opens a number.
          await checkThen('practice-check_scores', { guide: '', step: 'q' });
          await nextFrames(5);
          return [answers, cell, after, lab.cell];
        },
        [...npy([1, 1], new Uint8Array(new Float32Array([1]).buffer))],
      );
      assert.deepEqual(seen, ['practice-check_scores', '', 'why-flip_6', '']);
    });

    it('has its styles in another document, and back in its own', async () => {
      const { page } = await open({
        html: plainPage(`<attention-lab guide="scoring-turn"></attention-lab>
          <attention-map weights="[[0, 1]]" view="grid"></attention-map><iframe width="100%" srcdoc="<!doctype html>"></iframe>`),
      });
      // The grid brings a style sheet, also for the lab.
      await page.waitForFunction(() =>
        document.querySelector('attention-map')?.shadowRoot?.querySelector('.all-heads'),
      );
      for (const name of ['attention-lab', 'attention-map']) {
        /** @param {boolean} isMade */
        const looks = (isMade) =>
          page.evaluate(
            async (selector, isOther) => {
              const inside = document.querySelector('iframe')?.contentDocument;
              const first = /** @type {Lab} */ (document.querySelector(selector));
              /**
               * Reads the element's layout in a document.
               * @param {Lab} lab
               * @param {Document} [place]
               */
              const look = async (lab, place = document) => {
                place.body.append(lab);
                await lab.ready;
                // An update adopts the sheets that have come since the last one.
                lab.requestUpdate();
                while (!(await lab.updateComplete));
                const { adoptedStyleSheets } = /** @type {ShadowRoot} */ (lab.renderRoot);
                const all = [lab, ...lab.renderRoot.querySelectorAll('*')];
                const styles = all.map((each) => getComputedStyle(each));
                return JSON.stringify([
                  adoptedStyleSheets.length,
                  ...styles.map(({ display, color, fontSize }) => [display, color, fontSize]),
                ]);
              };
              const usual = await look(first);
              const element = isOther ? /** @type {Lab} */ (first.cloneNode()) : first;
              // A document without a window has no styles, and must do no harm.
              if (isOther) document.implementation.createHTMLDocument().body.append(element);
              return [usual, await look(element, inside ?? undefined), await look(element)];
            },
            name,
            isMade,
          );
        for (const isMade of [false, true]) {
          const [usual, there, back] = await looks(isMade);
          assert.ok(!usual.startsWith('[0,'), 'it has styles');
          assert.equal(there, usual, `${name} there, made: ${isMade}`);
          assert.equal(back, usual, `${name} back, made: ${isMade}`);
        }
      }
    });

    it('exports only once a new state is computed', async () => {
      const { page } = await open();
      const texts = await page.evaluate(async () => {
        const first = lab.export('json');
        lab.setState({ source: 'describer', training: 20, sentence: 'the river was too icy' });
        return [await first, await lab.export('json')];
      });
      const [, { state }] = texts.map((text) => JSON.parse(text));
      assert.deepEqual(
        [state.source, state.training, state.sentence],
        ['describer', 20, 'the river was too icy'],
      );
    });
  },
  ['chromium'],
);
