import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onHostPagesOnce } from './host.js';
import { boxesOf, setProps } from './lab.js';
import { openWarned } from './warned-page.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

onHostPagesOnce('an element whose author names parts that it lacks', (host) => {
  const open = (/** @type {string} */ body) => openWarned(host, body);

  it('warns once about a step that the lesson lacks, and suggests one that it has', async () => {
    const { warnings } = await open(`
      <attention-lab source="mini" steps="weights"></attention-lab>
      <attention-lab source="describer" steps="scores,spread"></attention-lab>
      <attention-lab steps="dropped,decoder,weights"></attention-lab>
      <attention-lab steps="projectedQueries,weights" show="lab"></attention-lab>`);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> steps="decoder": there is no such step here. It exists, for example, with target="They eat".',
      'warn: <attention-lab> steps="dropped": there is no such step here. It exists, for example, with dropout="0.5".',
      'warn: <attention-lab> steps="spread": did you mean scaledScores?',
      'warn: <attention-lab> steps="weights": did you mean layer1/weights?',
    ]);
  });

  it('shows the table or step of the first layer for a name without its layer', async () => {
    const { texts, warnings } = await open(`
      <attention-lab source="mini" table="weights"></attention-lab>
      <attention-lab source="toy" table="heads,foo"></attention-lab>
      <attention-lab source="mini" steps="weights"></attention-lab>
      <attention-lab source="pronoun" steps="scores,weights" locked></attention-lab>
      <attention-lab source="mini" table="weigths"></attention-lab>
      <attention-lab source="describer" steps="spread"></attention-lab>`);
    assert.deepEqual(
      texts.map(({ tables, status }) => [tables.at(-1), status]),
      [
        ['layer1/weights', ''],
        ['layer1/heads', ''],
        ['layer1/weights', ''],
        ['layer1/scores', ''],
        ['layer1/weights', ''],
        ['scaledScores', ''],
      ],
    );
    assert.equal(texts[3].steps, 2);
    assert.deepEqual(
      warnings().toSorted(),
      [
        'steps="scores": did you mean layer1/scores?',
        'steps="spread": did you mean scaledScores?',
        'steps="weights": did you mean layer1/weights?',
        'table="foo": no such value.',
        'table="heads": did you mean layer1/heads?',
        'table="weights": did you mean layer1/weights?',
        'table="weigths": did you mean layer1/weights?',
      ].map((warning) => `warn: <attention-lab> ${warning}`),
    );
  });

  it('warns of the last words of a long sentence, which are left out', async () => {
    const { warnings } = await open(
      `<attention-lab table="weights" sentence="${'word '.repeat(600)}"></attention-lab>`,
    );
    assert.deepEqual(warnings(), [
      `warn: <attention-lab> sentence="${'word '.repeat(8)}" has too many words; the last 88 are left out.`,
    ]);
  });

  it('reads a word of the screen or a printed symbol, and lists the names of this source', async () => {
    const { page, readComplaints } = await host.openLab(`
      <attention-lab steps="softmax,scale"></attention-lab>
      <attention-lab table="A,X"></attention-lab>
      <attention-lab source="mini" steps="A,logits"></attention-lab>
      <attention-lab source="coffee" steps="weights,context"></attention-lab>
      <attention-lab steps="droped"></attention-lab>
      <attention-lab steps="zzz,weights"></attention-lab>
      <attention-lab source="coffee" table="zzz"></attention-lab>`);
    const shown = await page.$$eval('attention-lab', async (labs) => {
      const found = [];
      for (const element of labs) {
        const lab = /** @type {Lab} */ (element);
        while (!(await lab.updateComplete));
        const tables = [...(lab.shadowRoot?.querySelectorAll('table[data-tensor]') ?? [])];
        found.push(tables.map((table) => /** @type {HTMLElement} */ (table).dataset.tensor));
      }
      return found;
    });
    assert.ok(shown[0].includes('weights'), shown[0].join());
    assert.deepEqual(shown[1], ['weights', 'embeddings']);
    assert.ok(shown[2].includes('layer1/weights'), shown[2].join());
    assert.ok(shown[3].includes('weights'), shown[3].join());
    assert.deepEqual([shown[4], shown[6]], [[], []]);
    const complaints = readComplaints().map((complaint) =>
      complaint.replace('warn: <attention-lab> ', ''),
    );
    const find = (/** @type {string} */ start) =>
      complaints.filter((complaint) => complaint.startsWith(start));
    assert.deepEqual(find('steps="softmax"'), ['steps="softmax": did you mean weights?']);
    assert.deepEqual(find('steps="scale"'), ['steps="scale": did you mean scaledScores?']);
    assert.deepEqual(find('steps="context'), [
      'steps="context": no such value. There are scores, weights.',
    ]);
    assert.deepEqual(find('steps="zzz"'), [
      'steps="zzz": no such value. There are embeddings, q, k, v, scores, scaledScores, spread, maskedScores, weights, heads, concatenated, output, headContributions, mechanisms.',
    ]);
    assert.deepEqual(find('steps="droped"'), ['steps="droped": did you mean dropped?']);
    assert.match(find('steps="A"')[0], /did you mean layer1\/weights\?/);
    assert.match(find('table="A"')[0], /did you mean weights\?/);
    assert.match(find('table="zzz"')[0], /no such value\. There are .*scores/);
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
      texts.map(({ status }) => status.replace(/ Names .*/, '')),
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
      'warn: <attention-lab> steps="k": there is no such step here. It exists, for example, with mechanism="dot".',
      'warn: <attention-lab> steps="q": there is no such step here. It exists, for example, with mechanism="dot".',
    ]);
  });

  it('opens the named step with the table of the cell, unless the author names a step', async () => {
    const { texts, warnings } = await open(`
      <attention-lab steps="scores,weights" cell="weights.0.2.1"></attention-lab>
      <attention-lab steps="scores,weights" cell="weights.0.2.1" locked></attention-lab>
      <attention-lab steps="scores,weights" step="scores" cell="weights.0.2.1"></attention-lab>
      <attention-lab steps="scores,weights" cell="scores.0.2.1"></attention-lab>`);
    assert.deepEqual(
      texts.map(({ tables }) => tables.includes('weights')),
      [true, true, false, false],
    );
    assert.deepEqual(warnings(), []);
  });

  it('frames the row of the cell, unless the author names a query or a reader chooses one', async () => {
    const { page } = await open(`
      <attention-lab steps="weights" cell="weights.0.2.1"></attention-lab>
      <attention-lab steps="weights" cell="weights.0.3.1" locked></attention-lab>
      <attention-lab steps="weights" cell="weights.0.2.1" query="0"></attention-lab>
      <attention-lab steps="heads" cell="v.0.2.1"></attention-lab>`);
    const readQueries = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('attention-lab')].map((element) => [
          element.state.query,
          element.shadowRoot?.querySelector('[data-tensor=weights] .selected th')?.textContent,
        ]),
      );
    const [first, ...others] = await readQueries();
    assert.deepEqual(first, [2, 'fried']);
    assert.deepEqual(others, [
      [3, 'noodles'],
      [0, 'They'],
      [1, 'eat'],
    ]);
    // Another cell of the author frames its own row, until somebody chooses a query.
    const setOnFirst = (/** @type {object} */ change) =>
      page.evaluate(async (properties) => {
        Object.assign(lab, properties);
        await lab.updateComplete;
        await lab.updateComplete;
      }, change);
    await setOnFirst({ cell: 'weights.0.0.1' });
    assert.deepEqual((await readQueries())[0], [0, 'They']);
    await setOnFirst({ query: 3 });
    await setOnFirst({ cell: 'weights.0.1.1' });
    assert.deepEqual((await readQueries())[0], [3, 'noodles']);
  });

  it('shows neither texts nor settings beside the weights if both are hidden', async () => {
    const { page } = await open(
      `<attention-lab hide="text,settings,toolbar" sentence="a b"></attention-lab>`,
    );
    const left = await page.evaluate(() => [
      allInLab('select').length,
      allInLab('figcaption p:not(.legend)').length,
      allInLab('figcaption .legend').length,
    ]);
    assert.deepEqual(left, [0, 0, 1]);
  });

  it('gives the tables of a step the column of its hidden text', async () => {
    const { page } = await open(
      `<attention-lab hide="text,toolbar,export" steps="weights" sentence="a b"></attention-lab>`,
    );
    await page.setViewport({ width: 1280, height: 800 });
    const [step, tables] = await boxesOf(page, '.one', '.figure');
    assert.ok(step.width > 900, `${step.width}`);
    assert.equal(tables.width, step.width);
  });

  it('warns that only the first script of a lab is its chapter', async () => {
    const script = (/** @type {string} */ title) =>
      `<script type="application/json">{"title": "${title}", "pages": [{"id": "a", "title": "${title}", "text": "b"}]}</script>`;
    const { texts, warnings } = await open(
      `<attention-lab>${script('One')}${script('Two')}</attention-lab>`,
    );
    assert.equal(texts[0].title, 'One');
    assert.deepEqual(
      warnings().map((text) => text.split('.')[0]),
      ['warn: <attention-lab>: only the first script of type application/json is its chapter'],
    );
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
      const lastLab = /** @type {Lab} */ (document.querySelector('attention-lab:last-of-type'));
      lastLab.tensors = { weights: [Array.from({ length: 99 }, () => Array(99).fill(1 / 99))] };
      while (!(await lastLab.updateComplete));
    });
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> cell="weights.0.98.2": did you mean weights.0.3.2?',
      'warn: <attention-lab> cell="weights.0.99.2": did you mean weights.0.2.2?',
    ]);
  });

  it('warns once about a cell that no table on screen shows', async () => {
    const { page, warnings } = await open(`
      <attention-lab table="weights" cell="scores.0.0.1"></attention-lab>
      <attention-lab table="weights" cell="output.0.1"></attention-lab>
      <attention-lab steps="scores,output" cell="output.0.1"></attention-lab>`);
    await setProps(page, { cell: 'output.1.1' });
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> cell="output.0.1": no table here shows this number. Shown: weights.',
      'warn: <attention-lab> cell="output.1.1": no table here shows this number. Shown: weights.',
      'warn: <attention-lab> cell="scores.0.0.1": no table here shows this number. Shown: weights.',
    ]);
  });

  it('shows the head of an author’s cell, unless the author names one', async () => {
    const { page } = await open(`
      <attention-lab table="weights" cell="weights.1.0.1"></attention-lab>
      <attention-lab table="weights" cell="weights.1.0.1" head="0"></attention-lab>`);
    const read = () =>
      page.$$eval('attention-lab', (labs) =>
        labs.map(({ head, shadowRoot }) => [
          head,
          shadowRoot?.querySelector('td.traced')?.getAttribute('data-place') ?? null,
        ]),
      );
    assert.deepEqual(await read(), [
      [1, 'weights.1.0.1'],
      [0, null],
    ]);
    await setProps(page, { cell: 'weights.0.1.1' });
    assert.deepEqual((await read())[0], [0, 'weights.0.1.1']);
  });

  it('warns once about a word or a head that the sentence on screen lacks', async () => {
    const { page, warnings } = await open(
      '<attention-lab table="weights" query="99" head="7"></attention-lab>',
    );
    await page.evaluate(async () => {
      lab.query = 3;
      const field = document.createElement('attention-lab');
      field.setAttribute('query', '3');
      document.body.append(field);
      await field.ready;
      const input = /** @type {HTMLInputElement} */ (field.shadowRoot?.querySelector('#sentence'));
      input.value = 'a b';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await field.updateComplete;
    });
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> query="99": the nearest number that fits, 3, is taken.',
      'warn: <attention-lab> head="7": the nearest number that fits, 1, is taken.',
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
      texts[1].status,
      /^There is no table “foo” here\. Names that exist are, for example, .*\bq\b/,
    );
    assert.match(texts[2].status, /^There is no table “dropped” here\./);
    assert.equal(texts[0].status, '');
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> table="dropped": there is no such table here. It exists, for example, with dropout="0.5".',
      'warn: <attention-lab> table="foo": no such value.',
      'warn: <attention-lab> table="nonsense": no such value.',
      'warn: <attention-lab> table="weigths": did you mean weights?',
    ]);
  });

  it('warns about a misspelt table only once tables are computed', async () => {
    const { page, readComplaints } = await host.openLab(
      '<attention-lab table="weigths" sentence=""></attention-lab>',
    );
    assert.deepEqual(readComplaints(), []);
    await setProps(page, { sentence: 'a b' });
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
      texts[2].status,
      /^There is no step “foo” here\. Names that exist are, for example, /,
    );
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> step="weihts": did you mean weights?',
      'warn: <attention-lab> steps="foo": no such value.',
      'warn: <attention-lab> steps="wieghts": did you mean weights?',
    ]);
  });

  it('opens the number that a misspelt cell means, and names the range of its table', async () => {
    const { page, readComplaints } = await host.openLab(
      ['weight.0.1.1', 'weights.1']
        .map((cell) => `<attention-lab steps="weights" cell="${cell}"></attention-lab>`)
        .join('') +
        '<attention-lab sentence="a b c" steps="weights" cell="weights.0.9.9"></attention-lab>',
    );
    const found = await page.$$eval('attention-lab', (labs) =>
      labs.map((lab) => {
        const { state, shadowRoot } = /** @type {Lab} */ (lab);
        return [state.cell, shadowRoot?.querySelector('.trace') !== null];
      }),
    );
    assert.deepEqual(found, [
      ['weights.0.1.1', true],
      ['weights.1.0.0', true],
      ['weights.0.2.2', true],
    ]);
    assert.ok(
      readComplaints().includes(
        'warn: <attention-lab> cell="weights.0.9.9": did you mean weights.0.2.2? There are weights.0.0.0 to weights.1.2.2.',
      ),
    );
  });
});
