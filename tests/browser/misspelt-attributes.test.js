// A misspelt attribute or value: one warning with the nearest name, and the intended view or a
// sentence on the screen.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce, plainPage } from './host.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

onHostPagesOnce('an element with misspelt attributes', (host) => {
  /** @param {string} body */
  async function open(body) {
    const { page, readComplaints } = await host.open({ html: plainPage(body) });
    const texts = await page.evaluate(async () => {
      const found = [];
      for (const one of document.querySelectorAll('attention-lab, attention-map')) {
        const element = /** @type {Lab} */ (one);
        await element.ready;
        while (!(await element.updateComplete));
        const root = element.shadowRoot;
        found.push({
          tables: [
            ...new Set(
              [...(root?.querySelectorAll('table[data-tensor]') ?? [])].map(
                (table) => /** @type {HTMLElement} */ (table).dataset.tensor,
              ),
            ),
          ],
          steps: root?.querySelectorAll('.bar li').length,
          said: root?.querySelector('p.status')?.textContent ?? '',
          title: root?.querySelector('#step-title')?.textContent?.trim() ?? '',
        });
      }
      return found;
    });
    const warnings = () => readComplaints().map((one) => one.replace(/ There are .*/, ''));
    return { page, texts, warnings };
  }

  it('warns once about a step that the lesson lacks, and suggests one that it has', async () => {
    const { warnings } = await open(`
      <attention-lab source="mini" steps="weights"></attention-lab>
      <attention-lab source="describer" steps="scores,spread"></attention-lab>
      <attention-lab steps="dropped,projectedQueries,weights"></attention-lab>`);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> steps="spread": did you mean scaledScores?',
      'warn: <attention-lab> steps="weights": did you mean layer1/weights?',
    ]);
  });

  it('shows a sentence, not all steps, if the settings lack every wanted step', async () => {
    const { texts, warnings } = await open(`
      <attention-lab mechanism="additive" steps="q" locked></attention-lab>
      <attention-lab steps="dropped"></attention-lab>
      <attention-lab steps="layer1/weights"></attention-lab>
      <attention-lab source="coffee" steps="heads"></attention-lab>
      <attention-lab mechanism="additive" steps="k,weights" locked></attention-lab>`);
    assert.deepEqual(
      texts.map(({ steps, tables }) => [steps, tables.length > 0]),
      [...Array(4).fill([0, false]), [0, true]],
    );
    assert.deepEqual(
      texts.map(({ said }) => said.replace(/ Names .*/, '')),
      [
        'There is no step “q” here. It exists, for example, with mechanism="dot".',
        'There is no step “dropped” here. It exists, for example, with dropout="0.5".',
        'There is no step “layer1/weights” here. It exists, for example, with source="pronoun".',
        'There is no step “heads” here. It exists, for example, with source="seed".',
        '',
      ],
    );
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> steps="dropped": there is no such step here. It exists, for example, with dropout="0.5".',
      'warn: <attention-lab> steps="heads": no such value.',
      'warn: <attention-lab> steps="q": there is no such step here. It exists, for example, with mechanism="dot".',
    ]);
  });

  it('warns once about a misspelt cell, and suggests the nearest', async () => {
    const { warnings } = await open(
      ['weigths.0.1.2', 'scores.1', 'nonsense.0.0', 'weights.0.1.2', 'dropped.0.0.0', 'weights:0']
        .map((cell) => `<attention-lab steps="weights" cell="${cell}"></attention-lab>`)
        .join(''),
    );
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> cell="nonsense.0.0": no such value.',
      'warn: <attention-lab> cell="scores.1": did you mean scores.1.0.0?',
      'warn: <attention-lab> cell="weights:0": did you mean weights.0.0.0?',
      'warn: <attention-lab> cell="weigths.0.1.2": did you mean weights.0.1.2?',
    ]);
  });

  it('warns once about a cell outside the author’s sentence, and suggests the nearest', async () => {
    const { page, warnings } = await open(`
      <attention-lab sentence="a b c" steps="weights" cell="weights.0.99.2"></attention-lab>
      <attention-lab sentence="a b c" steps="weights" cell="weights.0.2.2"></attention-lab>
      <attention-lab steps="weights" cell="weights.0.98.2"></attention-lab>`);
    await page.evaluate(async () => {
      const own = /** @type {Lab} */ (document.querySelector('attention-lab:last-of-type'));
      own.tensors = { weights: [Array.from({ length: 99 }, () => Array(99).fill(1 / 99))] };
      while (!(await own.updateComplete));
    });
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> cell="weights.0.99.2": did you mean weights.0.2.2?',
    ]);
  });

  it('does not warn about a cell or step that the reader’s change removes', async () => {
    const { page, warnings } = await open(`
      <attention-lab cell="weights.0.1.2"></attention-lab>
      <attention-lab cell="exponentials.0.1.2"></attention-lab>
      <attention-lab target="a b" cell="selfWeights.0.1.0"></attention-lab>
      <attention-lab sentence="" cell="weights.0.1.3"></attention-lab>
      <attention-lab show="lab" steps="spread,weights"></attention-lab>`);
    const found = await page.evaluate(async () => {
      const labs = [...document.querySelectorAll('attention-lab')];
      /** @type {(selector: string, at: number) => any} */
      const find = (selector, at) => labs[at].shadowRoot?.querySelector(selector);
      /** @type {(selector: string, at: number, value: string) => void} */
      const write = (selector, at, value) => {
        const field = find(selector, at);
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      find('[name="mechanism"][value="additive"]', 0).click();
      write('select:has([value="coffee"])', 1, 'coffee');
      write('#target', 2, '');
      write('#sentence', 3, 'a b');
      write('select:has([value="coffee"])', 4, 'coffee');
      for (const lab of labs) while (!(await lab.updateComplete));
      return labs.map(({ mechanism, source, target, sentence }) =>
        [mechanism, source, target, sentence].join(),
      );
    });
    assert.deepEqual(warnings(), []);
    assert.deepEqual(found, [
      'additive,seed,,They eat fried noodles',
      'dot,coffee,,They eat fried noodles',
      'dot,seed,,They eat fried noodles',
      'dot,seed,,a b',
      'dot,coffee,,They eat fried noodles',
    ]);
  });

  it('checks the cell once, so later numbers may lack it', async () => {
    const { page, warnings } = await open(
      '<attention-lab sentence="a b c" cell="exponentials.0.2.1"></attention-lab>',
    );
    await page.evaluate(async () => {
      lab.sentence = 'a b';
      await lab.updateComplete;
      lab.source = 'coffee';
      await lab.updateComplete;
    });
    assert.deepEqual(warnings(), []);
  });

  it('does not warn about a layer’s step before tensors with that layer are set', async () => {
    const { page, warnings } = await open('<attention-lab steps="layer2/weights"></attention-lab>');
    const tables = await page.evaluate(async () => {
      const data = [1, 0, 0.5, 0.5, 0.25, 0.75, 0.5, 0.5];
      lab.tensors = { weights: { shape: [2, 1, 1, 2, 2], data } };
      while (!(await lab.updateComplete));
      return allInLab('table[data-tensor]').map((table) => table.dataset.tensor);
    });
    assert.deepEqual(warnings(), []);
    assert.deepEqual(tables, ['layer2/weights']);
  });

  it('shows the nearest table, or a sentence if no table has a similar name', async () => {
    const { texts, warnings } = await open(`
      <attention-lab table="weigths"></attention-lab>
      <attention-lab table="foo"></attention-lab>
      <attention-lab table="dropped"></attention-lab>
      <attention-lab table="scores,nonsense"></attention-lab>`);
    assert.deepEqual(
      texts.map(({ tables }) => tables),
      [['weights'], [], [], ['scores']],
    );
    assert.match(
      texts[1].said,
      /^There is no table “foo” here\. Names that exist are, for example, .*\bq\b/,
    );
    assert.match(texts[2].said, /^There is no table “dropped” here\./);
    assert.equal(texts[0].said, '');
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> table="foo": no such value.',
      'warn: <attention-lab> table="nonsense": no such value.',
      'warn: <attention-lab> table="weigths": did you mean weights?',
    ]);
  });

  it('reads a setting written as an attribute, and the warning says how to write it in state', async () => {
    const { page, warnings } = await open(`
      <attention-lab keys="queries" key-width="3"></attention-lab>
      <attention-lab heads="8" state='{"keys": "queries", "mask": "casual"}' d-model="8"></attention-lab>
      <attention-lab state="keys=queries"></attention-lab>
      <attention-lab d_model="8"></attention-lab>`);
    const states = await page.$$eval('attention-lab', (labs) =>
      labs.map((lab) => {
        const { keys, keyWidth, heads, dModel } = /** @type {Lab} */ (lab).state;
        return [keys, keyWidth, heads, dModel].join(' ');
      }),
    );
    assert.deepEqual(states, ['queries 3 2 4', 'queries 0 8 8', 'own 0 2 4', 'own 0 2 8']);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> d_model: did you mean d-model?',
      `warn: <attention-lab> key-width is not an attribute. Write state='{"keyWidth": …}' instead.`,
      `warn: <attention-lab> keys is not an attribute. Write state='{"keys": …}' instead.`,
      `warn: <attention-lab> state cannot be read: it must be JSON, such as state='{"keyWidth": 3}'.`,
      'warn: <attention-lab> state mask="casual": did you mean causal?',
    ]);
  });

  it('reads a misspelt attribute only without the correct one', async () => {
    const { page, warnings } = await open(
      '<attention-lab d_model="12" d-model="8"></attention-lab>',
    );
    const widths = await page.evaluate(async () => {
      const found = [lab.dModel];
      lab.removeAttribute('d-model');
      while (!(await lab.updateComplete));
      return [...found, lab.dModel];
    });
    assert.deepEqual(widths, [8, 12]);
    assert.deepEqual(warnings(), ['warn: <attention-lab> d_model: did you mean d-model?']);
  });

  it('warns about a misspelt table only once tables are computed', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab table="weigths" sentence=""></attention-lab>',
    );
    assert.deepEqual(readComplaints(), []);
    await page.evaluate(async () => {
      lab.sentence = 'a b';
      await lab.updateComplete;
    });
    assert.deepEqual(readComplaints(), [
      'warn: <attention-lab> table="weigths": did you mean weights?',
    ]);
  });

  it('shows the nearest step, or a sentence if no step has a similar name', async () => {
    const { texts, warnings } = await open(`
      <attention-lab steps="wieghts"></attention-lab>
      <attention-lab steps="scores, wieghts"></attention-lab>
      <attention-lab steps="foo"></attention-lab>
      <attention-lab step="weihts" steps="scores,weights"></attention-lab>`);
    const counts = texts.map(({ steps }) => steps);
    // A single step needs no bar.
    assert.deepEqual(counts, [0, 2, 0, 2]);
    assert.deepEqual(texts[0].tables, texts[3].tables);
    assert.match(
      texts[2].said,
      /^There is no step “foo” here\. Names that exist are, for example, /,
    );
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> steps="wieghts": did you mean weights?',
      'warn: <attention-lab> steps="foo": no such value.',
      'warn: <attention-lab> step="weihts": did you mean weights?',
    ]);
  });

  it('takes the nearest value for every other attribute and property', async () => {
    const { page, warnings } = await open(`
      <attention-lab mask="casual" mechanism="aditive" theme="drak" hide="cuorse"></attention-lab>
      <attention-map weights="[[1]]" view="gird" theme="drak" scale="maxx"
        word-pieces="claen"></attention-map>`);
    const found = await page.evaluate(async () => {
      const first = [lab.mask, lab.mechanism, lab.theme, attentionMap.theme];
      const title = inLab('[data-level="1"]') !== null;
      lab.mask = /** @type {any} */ ('paddin');
      await lab.updateComplete;
      lab.setState({ scale: /** @type {any} */ ('sqr') });
      return {
        first,
        title,
        mask: lab.mask,
        scale: lab.scale,
        view: allInMap('canvas').length,
      };
    });
    assert.deepEqual(found, {
      ...{ first: ['causal', 'additive', 'dark', 'dark'], title: false },
      ...{ mask: 'padding', scale: 'sqrt', view: 1 },
    });
    const warned = warnings();
    assert.equal(new Set(warned).size, warned.length, 'one warning each');
    for (const said of [
      '<attention-lab> mask="paddin": did you mean padding?',
      '<attention-map> scale="maxx": did you mean max?',
      '<attention-map> word-pieces="claen": did you mean clean?',
    ])
      assert.ok(warned.includes(`warn: ${said}`), said);
  });

  it('warns about a misspelt attribute name, and sets the nearest attribute to its value', async () => {
    const { page, texts, warnings } = await open(`
      <attention-lab sentance="he is" d_modell="8" num-steps="3" colour="red" steps="weights"></attention-lab>
      <attention-map wieghts="[[0.25, 0.75]]" row_tokens="he" columns-token="is tired" foo
        head="first"></attention-map>`);
    assert.deepEqual(texts[1].tables, ['weights']);
    const found = await page.evaluate(async () => {
      // Warn about later attributes, too, and only once for all elements.
      lab.setAttribute('headss', '4');
      await null;
      await lab.updateComplete;
      document.body.append(lab.cloneNode());
      return [
        lab.sentence,
        lab.dModel,
        lab.heads,
        attentionMap.rowTokens,
        attentionMap.columnTokens,
      ];
    });
    assert.deepEqual(found, ['he is', 8, 4, 'he', 'is tired']);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> sentance: did you mean sentence?',
      'warn: <attention-lab> d_modell: did you mean d-model?',
      'warn: <attention-lab> colour: no such attribute.',
      'warn: <attention-map> head="first": not a number.',
      'warn: <attention-map> wieghts: did you mean weights?',
      'warn: <attention-map> row_tokens: did you mean row-tokens?',
      'warn: <attention-map> columns-token: did you mean column-tokens?',
      'warn: <attention-map> foo: no such attribute.',
      'warn: <attention-lab> headss: did you mean heads?',
    ]);
  });

  it('a misspelt name also sets an attribute that only the style sheet reads', async () => {
    const { page, warnings } = await open(`
      <attention-lab them="dark" compct steps="weights"></attention-lab>
      <attention-map them="dark" weights="[[1]]"></attention-map>`);
    const found = await page.evaluate(() => {
      const read = () =>
        [lab, attentionMap].map((one) => [one.theme, getComputedStyle(one).colorScheme].join(' '));
      const first = [...read(), lab.matches('[compact]')];
      for (const one of [lab, attentionMap]) one.setAttribute('them', 'light');
      return Promise.resolve().then(() => [first, read()]);
    });
    assert.deepEqual(found, [
      ['dark dark', 'dark dark', true],
      ['light light', 'light light'],
    ]);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> them: did you mean theme?',
      'warn: <attention-lab> compct: did you mean compact?',
      'warn: <attention-map> them: did you mean theme?',
    ]);
  });

  it('opens the number that a misspelt cell means', async () => {
    const { page } = await host.openLab(
      ['weight.0.1.1', 'weights.1']
        .map((cell) => `<attention-lab steps="weights" cell="${cell}"></attention-lab>`)
        .join('') +
        '<attention-lab sentence="a b c" steps="weights" cell="weights.0.9.9"></attention-lab>',
      { mayComplain: true },
    );
    const found = await page.$$eval('attention-lab', (labs) =>
      labs.map((one) => {
        const { state, shadowRoot } = /** @type {Lab} */ (one);
        return [state.cell, shadowRoot?.querySelector('.trace') !== null];
      }),
    );
    assert.deepEqual(found, [
      ['weights.0.1.1', true],
      ['weights.1.0.0', true],
      ['weights.0.2.2', true],
    ]);
  });

  it('names the range of the cells in a table', async () => {
    const { readComplaints } = await host.openLab(
      '<attention-lab sentence="a b c" steps="weights" cell="weights.0.9.9"></attention-lab>',
    );
    assert.deepEqual(readComplaints(), [
      'warn: <attention-lab> cell="weights.0.9.9": did you mean weights.0.2.2? There are weights.0.0.0 to weights.1.2.2.',
    ]);
  });

  it('warns about a switch that is set to false, which counts as true', async () => {
    const { page, warnings } = await open(`
      <attention-lab compact="false" readonly="true" lockd="false" sentence="false"></attention-lab>
      <attention-map locked="false" weights="[[1]]"></attention-map>`);
    assert.deepEqual(await page.evaluate(() => [lab.compact, lab.locked, attentionMap.locked]), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> compact="false" counts as true. Leave the attribute out for false.',
      'warn: <attention-lab> lockd="false" counts as true. Leave the attribute out for false.',
      'warn: <attention-lab> lockd: did you mean locked?',
      'warn: <attention-map> locked="false" counts as true. Leave the attribute out for false.',
    ]);
  });

  it('gives the element to the console with the warning', async () => {
    const { page } = await host.open({
      html: plainPage('<attention-lab id="mine" mask="casual" colour="red"></attention-lab>'),
      mayComplain: true,
      early: () => {
        const page = /** @type {any} */ (globalThis);
        page.warned = [];
        console.warn = (...said) => page.warned.push(said);
      },
    });
    const ids = await page.evaluate(() =>
      /** @type {any} */ (globalThis).warned.map((/** @type {any[]} */ [, element]) => element?.id),
    );
    assert.deepEqual(ids, ['mine', 'mine']);
  });

  it('a misspelt name sets its value once, so later changes stay', async () => {
    const { page } = await host.openLab(
      '<attention-lab sentence="he is" temperatur="2"></attention-lab>',
      { mayComplain: true },
    );
    const temperatures = await page.evaluate(async () => {
      const found = [lab.temperature];
      lab.temperature = 3;
      // Any change of an attribute makes the element read all names again.
      lab.heads = 4;
      await lab.updateComplete;
      await null;
      found.push(lab.temperature);
      lab.setAttribute('temperatur', '5');
      await null;
      return [...found, lab.temperature];
    });
    assert.deepEqual(temperatures, [2, 3, 5]);
  });

  it('does not warn about attributes of HTML, ARIA, scripts or frameworks', async () => {
    const names = [
      ...['accesskey', 'autofocus', 'class', 'contenteditable', 'dir', 'draggable', 'enterkeyhint'],
      ...'exportparts hidden id inert inputmode is itemid itemprop itemscope'.split(' '),
      ...'lang nonce part popover role slot spellcheck style tabindex title'.split(' '),
      ...['translate', 'xmlns', 'aria-label', 'aria-labelledby', 'data-steps', 'data-v-7ba5bd90'],
      ...'onclick onattention-ready v-model v-mask x-show s-id c-id ng-version'.split(' '),
      ...'ng-reflect-step hx-target up-layer _ngcontent-abc-1 _nghost-x defer-hydration'.split(' '),
      ...'astro-cid-1 wire:model on:click q:key :step @attention-ready click.trigger'.split(' '),
      ...['keywidth', 'dmodel', 'xml:lang', 'cz-shortcut-listen'],
    ];
    const attributes = names
      .map((name) => `${name}="${name === 'popover' ? 'auto' : 1}"`)
      .join(' ');
    const { warnings } = await open(`
      <attention-lab ${attributes}></attention-lab>
      <attention-map weights="[[1]]" ${attributes.replace('keywidth="1" dmodel="1"', 'rowtokens="a"')}></attention-map>`);
    assert.deepEqual(warnings(), []);
  });
});
