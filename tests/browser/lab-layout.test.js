// Layout: nothing is cut off, covered or wider than the page, and the page does not jump.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { inOneBrowser } from './each-browser.js';
import { NEXT } from './hands.js';
import { boxesOf, load, showOnly } from './lab.js';
import { lessons, name, stepsIn } from './lessons.js';

/** @import { State } from '../../web/state/types.js' */

const steps = lessons.flatMap((lesson) => stepsIn(lesson).map((step) => ({ ...lesson, step })));

inOneBrowser('the layout of the lab', (desk) => {
  beforeEach(() => desk.page.setViewport({ width: 1280, height: 800 }));

  it('does not shift when the sentence becomes empty', async () => {
    const top = async () => (await boxesOf(desk.page, '.first'))[0].top;
    for (const width of [1280, 320]) {
      await desk.page.setViewport({ width, height: 800 });
      await showOnly(desk.page, { mechanism: 'additive' });
      const before = await top();
      await showOnly(desk.page, { mechanism: 'additive', sentence: '' });
      assert.equal(await top(), before);
    }
  });

  it('has its settings beside the sentence below the whole picture', async () => {
    await showOnly(desk.page, { view: 'whole' });
    const [[fields], [settings]] = [
      await boxesOf(desk.page, '.first > .fields'),
      await boxesOf(desk.page, '.first > .settings'),
    ];
    assert.ok(settings.left > fields.right, `${settings.left} ${fields.right}`);
    assert.equal(settings.top, fields.top);
  });

  it('looks the same after pages of the course and of the practice', async () => {
    const { page } = desk;
    await load(page, `${desk.url}#v=1`);
    /** @type {Partial<State>[]} */
    const states = [
      { step: 'output', cell: 'output.1.0' },
      { source: 'mini', seed: 0 },
      // The trace sums the smaller of many terms in one row.
      { dModel: 64, heads: 1, step: 'q', cell: 'q.0.1.2' },
      { sentence: 'the dog sleeps', step: 'scores', cell: 'scores.0.1.2', query: 1 },
    ];
    const measure = async () => {
      const boxes = [];
      for (const state of states) {
        await showOnly(page, state);
        boxes.push(
          await page.evaluate(() =>
            allInLab('.lab *').map((element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return `${element.localName}.${element.getAttribute('class')} ${left} ${top} ${width} ${height}`;
            }),
          ),
        );
      }
      return boxes;
    };
    const before = await measure();
    for (const guide of ['scoring-turn', 'practice-bugs-1-0']) await showOnly(page, { guide });
    assert.deepEqual(await measure(), before);
  });

  it('keeps words apart from heads, and the operands of a number from its consumers', async () => {
    const sentence = Array(16).fill('remarkable').join(' ');
    await showOnly(desk.page, { sentence, step: 'scores', cell: 'scores.0.1.2' });
    const gaps = await desk.page.evaluate(() => {
      const measureGap = (/** @type {string} */ left, /** @type {string} */ right) =>
        boxOf(right).left - boxOf(left).right;
      return [
        measureGap('.strip .words', '.strip .heads'),
        measureGap('.trace .ways > :first-child', '.trace .ways > :last-child'),
      ];
    });
    assert.deepEqual(gaps, [24, 48]);
  });

  it('keeps Next on screen within the steps, where it covers no focused word', async () => {
    for (const width of [1280, 320]) {
      await desk.page.setViewport({ width, height: 800 });
      await showOnly(desk.page, { step: 'weights', query: 0, sentence: 'a b c d e f g h i j k l' });
      const faults = await desk.page.evaluate(async () => {
        scrollTo(0, 0);
        const found = [];
        const stops = allInLab('.one button.word, .one [tabindex="0"]');
        if (stops.length === 0) found.push('nothing takes the focus');
        for (const element of stops) {
          /** @type {HTMLElement} */ (element).focus();
          await lab.updateComplete;
          const { top, bottom, height } = element.getBoundingClientRect();
          const turns = boxOf('.turns');
          if (turns.bottom > innerHeight + 1) found.push(`Next ends at ${turns.bottom}`);
          const room = turns.top - boxOf('.token-bar').bottom;
          if (height < room && (bottom > turns.top || top < boxOf('.token-bar').bottom)) {
            found.push(`${element.textContent?.trim().slice(0, 20)}: ${top} to ${bottom}`);
          }
        }
        return found;
      });
      assert.deepEqual(faults, [], String(width));
    }
  });

  it('keeps Next where it is from the first step to the last', async () => {
    for (const [width, height] of [
      [1280, 800],
      [1280, 2000],
      [390, 844],
    ]) {
      await desk.page.setViewport({ width, height });
      await showOnly(desk.page, { sentence: 'My sister bakes cakes' });
      const places = await desk.page.evaluate(async (next) => {
        const found = new Set();
        const measure = () => {
          const { right, bottom } = boxOf(next);
          found.add(`${Math.round(right)} ${Math.round(bottom)}`);
        };
        const press = async () => {
          measure();
          /** @type {HTMLElement | null} */ (inLab(next))?.click();
          await nextFrames(2);
          measure();
        };
        scrollTo(0, 0);
        while (inLab(`${next}[aria-disabled=false]`)) {
          await press();
          inLab('.below')?.scrollIntoView({ block: 'end' });
        }
        return [...found];
      }, NEXT);
      assert.equal(places.length, 1, `${width} × ${height}: ${places.join(', ')}`);
    }
  });

  it('has no bar that covers an element focused by Tab', async () => {
    await showOnly(desk.page, { step: 'weights' });
    await desk.page.evaluate(() => scrollTo(0, 0));
    await desk.page.click('attention-lab >>> #sentence');
    /** @type {string[]} */
    const reached = [];
    const covered = [];
    while (reached.at(-1) !== 'Export') {
      await desk.page.keyboard.press('Tab');
      const { name, bottom, top } = await desk.page.evaluate(() => {
        const element = lab.shadowRoot?.activeElement;
        const bar = inLab('.bar')?.getBoundingClientRect();
        const isInBar = element?.closest('.bar, .token-bar');
        return {
          name: element?.textContent?.trim().slice(0, 30) ?? '',
          bottom: isInBar ? 0 : (element?.getBoundingClientRect().bottom ?? Number.NaN),
          top: bar?.top ?? Number.NaN,
        };
      });
      if (!(bottom <= top) && name !== 'Export') covered.push(`${name}: ${bottom} of ${top}`);
      reached.push(name);
      assert.ok(reached.length < 60, reached.join(', '));
    }
    assert.ok(reached.includes('The whole picture'));
    assert.deepEqual(covered, []);
  });

  it('shows all 15 weights of a row without scrolling at 1280 pixels', async () => {
    await showOnly(desk.page, {
      sentence: 'the animal did not carry the box across the street because it was too tired',
      temperature: 0.03,
    });
    const { width, scrolled, texts } = await desk.page.evaluate(() => {
      const frame = /** @type {Element} */ (inLab('.overview .matrix'));
      const cells = /** @type {HTMLElement[]} */ ([...frame.querySelectorAll('td[data-value]')]);
      return {
        width: frame.clientWidth,
        scrolled: frame.scrollWidth,
        texts: cells
          .filter(({ dataset: { value } }) => Number(value) > 0 && Number(value) < 1e-4)
          .map((cell) => cell.innerText),
      };
    });
    assert.equal(scrolled, width);
    assert.ok(texts.length > 20 && texts.every((text) => text === '≈0'), `${texts}`);
  });

  it('lowers the index of a letter in a formula, also without a mathematics font', async () => {
    await showOnly(desk.page, { step: 'heads' });
    const indices = await desk.page.evaluate(() =>
      allInLab('.formula msub').map((element) => {
        const [letter, index] = [...element.children];
        const [above, below] = [letter, index].map((part) => part.getBoundingClientRect().bottom);
        const [size, small] = [letter, index].map((part) =>
          Number.parseFloat(getComputedStyle(part).fontSize),
        );
        return { name: element.textContent, lowered: (below - above) / size, share: small / size };
      }),
    );
    assert.ok(indices.length > 2);
    for (const { name, lowered, share } of indices) {
      assert.ok(lowered > 0.08, `${name}: ${lowered} of a line`);
      assert.ok(share < 0.75, `${name}: ${share} of the size`);
    }
  });

  it('raises an exponent by half a letter, also without a mathematics font', async () => {
    await showOnly(desk.page, { step: 'embeddings' });
    const exponents = await desk.page.evaluate(() =>
      allInLab('.formula msup').map((element) => {
        const [base, exponent] = [...element.children].map((part) => part.getBoundingClientRect());
        const size = Number.parseFloat(getComputedStyle(element).fontSize);
        return {
          name: element.textContent,
          raised: (base.bottom - exponent.bottom) / size,
          share: Number.parseFloat(getComputedStyle(element.children[1]).fontSize) / size,
        };
      }),
    );
    assert.ok(exponents.length > 0);
    for (const { name, raised, share } of exponents) {
      assert.ok(raised > 0.2 && raised < 0.75, `${name}: ${raised} of a line`);
      assert.ok(share < 0.8, `${name}: ${share} of the size`);
    }
  });

  it('needs no scrolling for the sentence, its weights and the bar at 1280 × 800', async () => {
    for (const lesson of lessons) {
      await showOnly(desk.page, lesson);
      const { bottom, title, bar } = await desk.page.evaluate(() => {
        scrollTo(0, 0);
        const parts = allInLab('[data-level="1"], .token-bar, .first > *, .badge');
        const bottom = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
        return { bottom, title: boxOf('.step-title').top, bar: boxOf('.bar') };
      });
      assert.ok(bottom <= bar.top, `${name(lesson)} ends at ${bottom}`);
      assert.ok(title + 24 < bar.top, `${name(lesson)}: the first line of the title is seen`);
      assert.ok(bar.height > 0 && bar.bottom <= 800, `${name(lesson)}: a way forward is seen`);
    }
  });

  it('shows the title and the first numbers of the first step at 1366 × 768', async () => {
    await desk.page.setViewport({ width: 1366, height: 768 });
    await showOnly(desk.page, { step: 'embeddings' });
    const parts = ['.steps .step-title', '.steps tbody tr', '.bar'];
    const [title, numbers, bar] = await boxesOf(desk.page, ...parts);
    assert.ok(title.bottom <= bar.top && numbers.bottom <= bar.top, `${numbers.bottom}`);
  });

  it('shows the bar of steps on the first screen, whatever the sentence and the window', async () => {
    for (const [width, height] of [
      [1280, 800],
      [1366, 768],
      [390, 844],
    ]) {
      await desk.page.setViewport({ width, height });
      // From 17 words on, the weights are a map.
      for (const count of [6, 16, 17]) {
        await showOnly(desk.page, { sentence: Array(count).fill('tree').join(' ') });
        const [bar] = await boxesOf(desk.page, '.turns');
        const where = `${count} words at ${width}: the bar ends at ${bar.bottom}`;
        assert.ok(bar.height > 0 && bar.bottom <= height, where);
      }
    }
  });

  it('shows the weights of up to 17 words above the bar at 1280 × 800', async () => {
    for (const count of [7, 10, 12, 13, 15, 16, 17]) {
      await showOnly(desk.page, { sentence: Array(count).fill('tree').join(' ') });
      const [weights, bar] = await boxesOf(desk.page, '.overview .matrix, .overview .map', '.bar');
      assert.ok(
        weights.height > 0 && weights.bottom <= bar.top,
        `${count} words: ${weights.bottom}`,
      );
    }
  });

  it('shows as many numbers of a map as its column has room for, beside it or below', async () => {
    for (const [width, columns, isBeside] of /** @type {[number, number, boolean][]} */ ([
      [1280, 8, true],
      [390, 6, false],
      [320, 4, false],
    ])) {
      await desk.page.setViewport({ width, height: 800 });
      for (const count of [17, 40, 300]) {
        await showOnly(desk.page, { sentence: Array(count).fill('tree').join(' ') });
        const [map, sheet, lens] = await boxesOf(
          desk.page,
          ...['.overview .map', '.overview .sheet', '.overview .map .matrix'],
        );
        const where = `${count} words on ${width} pixels`;
        const cells = await desk.hands.count('.overview .map tbody tr:first-child td');
        assert.equal(cells, columns, where);
        assert.equal(await desk.hands.count('.overview .map tbody tr'), 6, where);
        assert.equal(lens.top < sheet.bottom, isBeside && count < 300, where);
        assert.ok(sheet.right <= map.right && lens.right <= map.right, where);
        const inside = await desk.page.evaluate(() => {
          const { scrollWidth, clientWidth } = /** @type {Element} */ (
            inLab('.overview .map .matrix')
          );
          return scrollWidth - clientWidth;
        });
        assert.ok(inside <= 1, `${where}: ${inside} pixels of the numbers are hidden`);
        assert.ok(Math.abs(sheet.width - sheet.height) < 1 && sheet.width > 270, where);
      }
    }
  });

  it('has row sums beside their rows, however low these are', async () => {
    for (const count of [4, 10, 15]) {
      const sentence = Array(count).fill('tree').join(' ');
      await showOnly(desk.page, { sentence, step: 'weights' });
      const [exponentials, sums] = await desk.page.evaluate(() =>
        ['exponentials', 'rowSum'].map((tensor) =>
          allInLab(`.figure [data-tensor=${tensor}] tbody tr`).map(
            (row) => row.getBoundingClientRect().top,
          ),
        ),
      );
      assert.equal(sums.length, count);
      for (const [i, top] of sums.entries())
        assert.ok(Math.abs(top - exponentials[i]) < 1, `row ${i} of ${count}`);
    }
  });

  it('shows every step completely at 1280 × 800', async () => {
    const measured = await desk.page.evaluate(async (states) => {
      const found = [];
      for (const wanted of states) {
        lab.reset();
        lab.setState(wanted);
        while (!(await lab.updateComplete));
        inLab('.steps')?.scrollIntoView();
        const { scrollWidth, clientWidth } = document.documentElement;
        found.push({
          top: boxOf('.steps header').top,
          bottom: Math.max(boxOf('.prose').bottom, boxOf('.figure').bottom),
          bar: boxOf('.bar'),
          under: boxOf('.token-bar').bottom,
          hidden: scrollWidth - clientWidth,
        });
      }
      return found;
    }, steps);
    for (const [i, { top, bottom, bar, under, hidden }] of measured.entries()) {
      const where = name(steps[i]);
      assert.ok(top >= under, `${where} begins at ${top}, under the sentence (${under})`);
      assert.ok(bottom <= bar.top + 0.5, `${where} ends at ${bottom}, under the bar (${bar.top})`);
      assert.ok(bar.bottom <= 800, `${where}: the bar ends at ${bar.bottom}`);
      assert.equal(hidden, 0, where);
    }
  });

  it('keeps the sentence apart from the picture above it', async () => {
    for (const width of [1280, 390]) {
      await desk.page.setViewport({ width, height: 844 });
      await showOnly(desk.page, { view: 'whole' });
      const [picture, sentence] = await boxesOf(desk.page, '.guide > :last-child', '.fields');
      const gap = sentence.top - picture.bottom;
      assert.ok(gap >= 16, `${gap} at ${width}`);
    }
  });

  it('orders Arabic and Hebrew words from right to left', async () => {
    const { page, hands } = desk;
    const sentences = ['القطة تأكل السمك الطازج', 'החתול אוכל דג טרי', 'the cat eats fish'];
    for (const sentence of sentences) {
      const way = sentence.startsWith('the') ? 1 : -1;
      await showOnly(page, { sentence, step: 'maskedScores', mask: 'causal' });
      const lines = await page.evaluate(() => {
        const left = (/** @type {string} */ parts) =>
          allInLab(parts).map((element) => element.getBoundingClientRect().left);
        return [
          left('.words label'),
          left('.overview thead th'),
          left('.overview tbody tr:first-child > *'),
          left('.painter thead th'),
        ];
      });
      for (const line of lines) {
        assert.ok(line.length >= 4, sentence);
        assert.deepEqual(
          line,
          line.toSorted((a, b) => way * (a - b)),
          sentence,
        );
      }
      // An arrow key moves in its direction, and a minus stands before its number.
      await hands.tabTo('.painter [tabindex="0"]');
      await hands.press('Home');
      // Go to the first cell of the row, after its word.
      const arrow = way > 0 ? 'ArrowRight' : 'ArrowLeft';
      await hands.press(arrow, arrow);
      assert.ok(await hands.hasFocus('[data-pair="0.1"]'));
      const { direction } = await page.evaluate(() => {
        const cell = /** @type {Element} */ (inLab('.overview td[data-value]'));
        return { direction: getComputedStyle(cell).direction };
      });
      assert.equal(direction, 'ltr');
    }
  });
});
