import assert from 'node:assert/strict';
import { it } from 'node:test';
import { takenAddress } from '../../web/text/en/warnings.js';
import { onHostPagesOnce, plainPage } from './host.js';
import { openWarned } from './warned-page.js';

/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

onHostPagesOnce('an element with misspelt attributes', (host) => {
  const open = (/** @type {string} */ body) => openWarned(host, body);

  it('warns that of two elements with permalink, the first has the address, until it is removed', async () => {
    const lab = '<attention-lab permalink loading="eager"></attention-lab>';
    const { page, warnings } = await open(lab + lab);
    const { hashes, links } = await page.evaluate(async () => {
      const [first, second] = document.querySelectorAll('attention-lab');
      await Promise.all([first.ready, second.ready]);
      const hashes = [''];
      const untilSeed = async (/** @type {number} */ seed) => {
        for (let i = 0; i < 200 && !location.hash.endsWith(`seed=${seed}`); i++) {
          if (location.hash !== hashes.at(-1)) hashes.push(location.hash);
          await nextFrames();
        }
        hashes.push(location.hash);
      };
      const link = (/** @type {Lab} */ element) => element.export('link').catch(({ code }) => code);
      const links = [await link(first), await link(second)];
      first.seed = 5;
      await untilSeed(5);
      second.seed = 8;
      // The second element would write its address before the first.
      await nextFrames(2);
      first.seed = 6;
      await untilSeed(6);
      first.remove();
      second.seed = 9;
      await untilSeed(9);
      links.push(await link(second));
      return { hashes, links: links.map((address) => address.replace(/.*#/, '#')) };
    });
    assert.deepEqual(hashes, ['', '#v=1&seed=5', '#v=1&seed=6', '#v=1&seed=9']);
    assert.deepEqual(links, ['#v=1', 'ERR_EXPORT', '#v=1&seed=9']);
    assert.deepEqual(warnings(), [`warn: <attention-lab> permalink${takenAddress}`]);
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
    assert.deepEqual(states, ['queries 3 2 4', 'queries 0 8 8', 'own 0 2 4', 'own 0 2 4']);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> d_model: did you mean d-model?',
      `warn: <attention-lab> key-width is read, but is no documented attribute. Write state='{"keyWidth": …}' instead.`,
      `warn: <attention-lab> keys is read, but is no documented attribute. Write state='{"keys": …}' instead.`,
      `warn: <attention-lab> state cannot be read: it must be JSON, such as state='{"keyWidth": 3}'.`,
      'warn: <attention-lab> state mask="casual": did you mean causal?',
    ]);
  });

  it('warns of numbers set by hand that no table has', async () => {
    const { page, warnings } = await open(`
      <attention-lab state='{"edits": "wq.1.0:5;q.9.0:5;x.eats.0:5;nonsense.1:5"}'></attention-lab>
      <attention-lab edits="queries.0.1.0:5" source="mini"></attention-lab>
      <attention-lab edits="queries.0.1.0:5"></attention-lab>`);
    const [edits] = await page.$$eval('attention-lab', (labs) =>
      labs.map((lab) => /** @type {Lab} */ (lab).state.edits),
    );
    assert.match(edits, /q\.1\.0:5/);
    assert.deepEqual(warnings().toSorted(), [
      `warn: <attention-lab> edits is read, but is no documented attribute. Write state='{"edits": …}' instead.`,
      'warn: <attention-lab> edits="queries.0.1.0" sets no number here: did you mean q.0.1.0?',
      'warn: <attention-lab> state edits="nonsense.1" sets no number here. Write the table, head, row and column, such as weights.0.1.3.',
      'warn: <attention-lab> state edits="q.9.0" sets no number here: did you mean q.3.0?',
      'warn: <attention-lab> state edits="x.eats.0" sets no number here: did you mean x.eat.0?',
    ]);
  });

  it('knows no field by a name that each object inherits', async () => {
    const { warnings } = await open(`<attention-lab state='{"constructor": "x"}'></attention-lab>`);
    assert.deepEqual(warnings(), ['warn: <attention-lab> state="constructor": no such value.']);
  });

  it('warns of a value that another attribute leaves without effect', async () => {
    const { warnings } = await open(`<attention-lab masked="0.1"></attention-lab>
      <attention-lab masked="0.2 9.9" mask="custom"></attention-lab>
      <attention-lab silence="9.9" block="1.1.1.1"></attention-lab>
      <attention-lab table="dropped"></attention-lab>
      <attention-lab steps="scores" table="weights"></attention-lab>
      <attention-lab target="they" mask="causal" fill="0"></attention-lab>
      <attention-lab target="they" mask="padding" layer="self"></attention-lab>
      <attention-lab layer="self" pad="2"></attention-lab>
      <attention-lab mechanism="additive" heads="4" scale="none" mask="causal" fill="-1e9"></attention-lab>
      <attention-lab source="coffee" seed="3" heads="2" target="it"></attention-lab>`);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> block="1.1.1.1" has no effect without source="pretrained".',
      'warn: <attention-lab> fill="0" has no effect without a mask.',
      'warn: <attention-lab> heads="4" has no effect with mechanism="additive".',
      'warn: <attention-lab> layer="self" has no effect without target.',
      'warn: <attention-lab> mask="causal" has no effect with target. layer="self" shows the masked self-attention.',
      'warn: <attention-lab> mask="padding" has no effect with layer="self", which is causal.',
      'warn: <attention-lab> masked="0.1" has no effect without mask="custom".',
      'warn: <attention-lab> masked="9.9" has no effect: expected query.key, from 0.0 to 3.3.',
      'warn: <attention-lab> pad="2" has no effect without mask="padding".',
      'warn: <attention-lab> scale="none" has no effect with mechanism="additive".',
      'warn: <attention-lab> seed="3" has no effect with source="coffee".',
      'warn: <attention-lab> silence="9.9" has no effect without source="pretrained".',
      'warn: <attention-lab> steps="scores" has no effect beside table.',
      'warn: <attention-lab> table="dropped": there is no such table here. It exists, for example, with dropout="0.5".',
      'warn: <attention-lab> target="it" has no effect with source="coffee".',
    ]);
  });

  it('does not warn of attributes that only repeat what a program has set', async () => {
    const { page, warnings } = await open('<attention-lab></attention-lab>');
    await page.evaluate(async () => {
      for (const change of [
        { target: 'they', mask: 'causal' },
        { source: 'mini', heads: 4 },
      ]) {
        lab.setState(/** @type {any} */ (change));
        await lab.updateComplete;
        lab.requestUpdate();
        await lab.updateComplete;
      }
    });
    assert.deepEqual(warnings(), []);
  });

  it('shows no caption for an object, and says so instead of updating for ever', async () => {
    const { page, warnings } = await open(`<attention-lab table="weights"></attention-lab>
      <attention-map weights="[[1]]"></attention-map>`);
    const captions = await page.evaluate(async () => {
      const both = [lab, attentionMap];
      for (const element of both) element.caption = /** @type {any} */ ({ en: 'x' });
      for (let frames = 0; frames < 3; frames++)
        await new Promise((resolve) => requestAnimationFrame(resolve));
      return both.map((element) => {
        const caption = element.shadowRoot?.querySelector('.author-caption');
        return [element.isUpdatePending, caption?.textContent, caption?.hasAttribute('hidden')];
      });
    });
    assert.deepEqual(captions, Array(2).fill([false, '', true]));
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> caption is an object with en; expected text.',
      'warn: <attention-map> caption is an object with en; expected text.',
    ]);
  });

  it('takes a number as the text of a property, and refuses values of other types', async () => {
    const { page, warnings } = await open('<attention-lab></attention-lab>');
    const found = await page.evaluate(() => {
      const anyLab = /** @type {any} */ (lab);
      anyLab.sentence = 42;
      const number = lab.sentence;
      anyLab.sentence = ['They', 'eat'];
      anyLab.heads = { all: true };
      anyLab.setState('x');
      anyLab.state = '{"keyWidth": 3, "scale": "2e6"}';
      anyLab.setState({ mask: true, seed: 3 });
      anyLab.sentence = null;
      const { sentence, heads, mask, seed, state } = lab;
      return [number, sentence, heads, mask, seed, state.keyWidth, state.scale];
    });
    assert.deepEqual(found, ['42', 'They eat fried noodles', 2, 'none', 3, 3, 1e6]);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> sentence is an array; expected text.',
      'warn: <attention-lab> heads is an object with all; expected a number.',
      `warn: <attention-lab> state cannot be read: it must be JSON, such as state='{"keyWidth": 3}'.`,
      'warn: <attention-lab> state scale="2e6": expected at most 1000000. The nearest number is taken.',
      'warn: <attention-lab> state mask is true; expected text.',
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
    for (const text of [
      '<attention-lab> mask="paddin": did you mean padding?',
      '<attention-map> scale="maxx": did you mean max?',
      '<attention-map> word-pieces="claen": did you mean clean?',
    ])
      assert.ok(warned.includes(`warn: ${text}`), text);
  });

  it('warns about a misspelt attribute name once, and leaves the default', async () => {
    const { page, warnings } = await open(`
      <attention-lab sentance="he is" d_modell="8" num-steps="3" colour="red" steps="weights"></attention-lab>
      <attention-map wieghts="[[0.25, 0.75]]" row_tokens="he" columns-token="is tired" foo
        head="first" weights="[[1]]"></attention-map>`);
    const found = await page.evaluate(async () => {
      // Warn about later attributes, too, and only once for all elements.
      lab.setAttribute('headss', '4');
      lab.setAttribute('them', 'dark');
      await null;
      await lab.updateComplete;
      document.body.append(lab.cloneNode());
      const { sentence, dModel, heads, theme } = lab;
      return [sentence, dModel, heads, theme, attentionMap.rowTokens];
    });
    assert.deepEqual(found, ['They eat fried noodles', 4, 2, '', null]);
    assert.deepEqual(warnings(), [
      'warn: <attention-map> head="first": not a number.',
      'warn: <attention-lab> sentance: did you mean sentence?',
      'warn: <attention-lab> d_modell: did you mean d-model?',
      'warn: <attention-lab> colour: no such attribute.',
      'warn: <attention-map> wieghts: did you mean weights?',
      'warn: <attention-map> row_tokens: did you mean row-tokens?',
      'warn: <attention-map> columns-token: did you mean column-tokens?',
      'warn: <attention-map> foo: no such attribute.',
      'warn: <attention-lab> headss: did you mean heads?',
      'warn: <attention-lab> them: did you mean theme?',
    ]);
  });

  it('looks for the name of an unknown attribute only once', async () => {
    const { page, warnings } = await open('<attention-lab steps="weights"></attention-lab>');
    const count = await page.evaluate(async () => {
      const { replaceAll } = String.prototype;
      let calls = 0;
      String.prototype.replaceAll = function (.../** @type {any[]} */ given) {
        if (String(given[0]) === '/[-_]/g') calls++;
        return /** @type {any} */ (replaceAll).apply(this, given);
      };
      lab.setAttribute('zq0', '1');
      await nextFrames(3);
      String.prototype.replaceAll = replaceAll;
      return calls;
    });
    assert.deepEqual(warnings(), ['warn: <attention-lab> zq0: no such attribute.']);
    assert.ok(count > 0 && count < 200, `${count} names are read`);
  });

  it('warns of a sentence that is cut, and counts no words that it has not read', async () => {
    const { warnings } = await open(`
      <attention-lab steps="weights" sentence="${'a '.repeat(6000)}"></attention-lab>
      <attention-lab sentence="${'b'.repeat(9000)}"></attention-lab>`);
    assert.deepEqual(
      warnings().map((text) => text.replace(/"[ab ]+"/, '…')),
      Array(2).fill(
        'warn: <attention-lab> sentence=… is longer than 8,000 letters. The element reads these, and shows at most 512 words.',
      ),
    );
  });

  it('takes the nearest level of headings', async () => {
    const { page, warnings } = await open(
      '<attention-lab steps="weights" heading-level="7"></attention-lab>',
    );
    const levels = await page.evaluate(async () => {
      const found = [lab.headingLevel];
      for (const level of [-2, 2.4, Number.NaN, 3]) {
        lab.headingLevel = level;
        await lab.updateComplete;
        found.push(lab.headingLevel);
      }
      return found;
    });
    assert.deepEqual(levels, [6, 0, 2, 0, 3]);
    assert.equal(warnings().length, 1);
  });

  it('warns about a number that does not fit, and takes the nearest', async () => {
    const { page, warnings } = await open(`
      <attention-lab sentence="he is" heads="3" d-model="8" query="7" head="5" seed="-1"></attention-lab>
      <attention-lab query="7" mask="padding" pad="2"></attention-lab>
      <attention-map layer="2" head="1" weights="[[1]]"></attention-map>`);
    const found = await page.evaluate(() => {
      const { heads, query, head, seed } = lab;
      return [heads, query, head, seed, attentionMap.layer, attentionMap.head];
    });
    assert.deepEqual(found, [2, 1, 1, 0, 0, 0]);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> head="5": the nearest number that fits, 1, is taken.',
      'warn: <attention-lab> heads="3" does not divide d-model="8"; 2 is taken (1, 2, 4 and 8 divide it).',
      'warn: <attention-lab> query="7": the nearest number that fits, 1, is taken.',
      'warn: <attention-lab> seed="-1": expected at least 0. The nearest number is taken.',
      'warn: <attention-map> head="1": the nearest number that fits, 0, is taken.',
      'warn: <attention-map> layer="2": the nearest number that fits, 0, is taken.',
    ]);
  });

  it('names the limit that a number exceeds, also if more divide d-model', async () => {
    const { texts, warnings } = await open(`
      <attention-lab heads="99" d-model="64" step="q"></attention-lab>
      <attention-lab heads="32" d-model="64"></attention-lab>
      <attention-lab d-model="2048"></attention-lab>
      <attention-lab d-model="300000"></attention-lab>`);
    assert.equal(texts.length, 4);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> d-model="2048": expected at most 768; the nearest number that fits, 768, is taken.',
      'warn: <attention-lab> d-model="300000": expected at most 768; the nearest number that fits, 768, is taken.',
      'warn: <attention-lab> heads="32": expected at most 16; the nearest number that fits, 16, is taken.',
      'warn: <attention-lab> heads="99": expected at most 16; the nearest number that fits, 16, is taken.',
    ]);
  });

  it('does not warn about numbers that a program or a link changes, or that float32 rounds', async () => {
    const { page, warnings } = await open(
      '<attention-lab sentence="he is tired" query="2" d-model="8" heads="8" temperature="0.9" permalink></attention-lab>',
    );
    await page.evaluate(async () => {
      location.hash = '#v=1&s=one&q=99&d=1&sc=0.3';
      await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      await lab.updateComplete;
    });
    const found = await page.evaluate(async () => {
      lab.setState({ sentence: 'he is tired', query: 2, dModel: 8, heads: 8 });
      await lab.updateComplete;
      lab.sentence = 'he is';
      await lab.updateComplete;
      lab.setState({ dModel: 4 });
      await lab.updateComplete;
      return [lab.query, lab.heads];
    });
    assert.deepEqual(found, [1, 4]);
    assert.deepEqual(warnings(), []);
  });

  it('names the other element if that one has the attribute', async () => {
    const { warnings } = await open(`
      <attention-lab weights="[[1]]"></attention-lab>
      <attention-map weights="[[1]]" sentence="he is"></attention-map>`);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> weights: no such attribute. <attention-map> has it.',
      'warn: <attention-map> sentence: no such attribute. <attention-lab> has it.',
    ]);
  });

  it('says what is a property alone', async () => {
    const { warnings } = await open('<attention-lab tensors="[[1]]"></attention-lab>');
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> tensors is a property, not an attribute. Set it in a program: element.tensors = ….',
    ]);
  });

  it('names the other element for attributes with hyphens, however they are written', async () => {
    const { warnings } = await open(`
      <attention-lab row-tokens="a b" columnTokens="a b" word-pieces="raw"></attention-lab>
      <attention-map weights="[[1]]" d-model="4" headingLevel="2" model-layer="1"></attention-map>`);
    const ofMap = ['row-tokens', 'columntokens', 'word-pieces'];
    const ofLab = ['d-model', 'headinglevel', 'model-layer'];
    assert.deepEqual(warnings().toSorted(), [
      ...ofMap
        .map((name) => `warn: <attention-lab> ${name}: no such attribute. <attention-map> has it.`)
        .toSorted(),
      ...ofLab
        .map((name) => `warn: <attention-map> ${name}: no such attribute. <attention-lab> has it.`)
        .toSorted(),
    ]);
  });

  it('suggests what the author can write instead', async () => {
    const { page, readComplaints } = await open(`
      <attention-lab query="fried" key="eat"></attention-lab>
      <attention-lab steps="scores;weights" target="he is" query="is"></attention-lab>
      <attention-lab temperature="0" load="eagre"></attention-lab>
      <attention-lab source="pretrained" model="bert"></attention-lab>
      <attention-lab masked="0,1" mask="custom"></attention-lab>
      <attention-lab colour="red"></attention-lab>`);
    const states = await page.$$eval('attention-lab', (labs) =>
      labs.slice(0, 2).map((lab) => {
        const { query, key } = /** @type {Lab} */ (lab).state;
        const steps = lab.shadowRoot?.querySelectorAll('.bar li') ?? [];
        return lab.hasAttribute('steps') ? [query, key, steps.length] : [query, key];
      }),
    );
    assert.deepEqual(states, [
      [2, 1],
      [1, -1, 2],
    ]);
    const [attribute, ...values] = readComplaints().toSorted();
    assert.match(attribute, / colour: no such attribute\. There are \d\d names, such as \w+, /);
    assert.deepEqual(values, [
      'warn: <attention-lab> key="eat": did you mean 1?',
      'warn: <attention-lab> load="eagre": did you mean eager?',
      'warn: <attention-lab> masked="0,1" cannot be read and is left out. Write it as in 0.3 2.1.',
      'warn: <attention-lab> model="bert": no such value. There are distilbert/distilgpt2, google-bert/bert-base-uncased, ' +
        'distilbert/distilbert-base-uncased, FacebookAI/roberta-base, use-lite, files, ' +
        'owner/name on the Hub, the address of a folder, such as ./gpt2/.',
      'warn: <attention-lab> query="fried": did you mean 2?',
      'warn: <attention-lab> query="is": did you mean 1?',
      'warn: <attention-lab> temperature="0": expected at least 0.000977. The nearest number is taken.',
    ]);
  });

  it('warns of settings that do not fit own tensors, in either order', async () => {
    const { page, warnings } = await open('<attention-map weights="[[1]]"></attention-map>');
    const states = await page.evaluate(async () => {
      const q = [
        [1, 0],
        [0, 1],
        [1, 1],
      ];
      const tensors = { q, k: q, v: q, tokens: ['a', 'b', 'c'] };
      const attributes = { mask: 'custom', masked: '0.1 5.5', query: '7', mechanism: 'additive' };
      const found = [];
      for (const isFirst of [true, false]) {
        const lab = document.createElement('attention-lab');
        lab.setAttribute('table', 'weights');
        if (isFirst) lab.tensors = tensors;
        for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
        document.body.append(lab);
        if (!isFirst) await lab.ready;
        lab.tensors = tensors;
        await lab.ready;
        while (!(await lab.updateComplete));
        const { mask, masked, source, query } = lab.state;
        found.push([mask, masked, source, query, ...lab.results.weights.data].join(' '));
      }
      return found;
    });
    assert.equal(states[0], states[1]);
    assert.match(states[0], /^custom 0\.1 5\.5 own 7 \S+ 0 /);
    assert.deepEqual(warnings().toSorted(), [
      'warn: <attention-lab> masked="5.5" has no effect: expected query.key, from 0.0 to 2.2.',
      'warn: <attention-lab> mechanism="additive" has no effect with source="own".',
      'warn: <attention-lab> query="7": the nearest number that fits, 2, is taken.',
    ]);
  });

  it('takes the first of several steps in step, and names the attribute for several', async () => {
    const { page, warnings } = await open('<attention-lab step="scores, wieghts"></attention-lab>');
    assert.equal(await page.evaluate(() => lab.step), 'scores');
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> step="scores, wieghts": expected one step. Write steps="scores,wieghts" to show several.',
    ]);
  });

  it('warns that a switch with false or another word for it counts as true', async () => {
    const { page, warnings } = await open(`
      <attention-lab compact="false" readonly="true" locked="false" sentence="false"></attention-lab>
      <attention-lab compact="0"></attention-lab><attention-lab compact="no"></attention-lab>
      <attention-map locked="false" weights="[[1]]"></attention-map>`);
    assert.deepEqual(await page.evaluate(() => [lab.compact, lab.locked, attentionMap.locked]), [
      true,
      true,
      true,
    ]);
    assert.deepEqual(warnings(), [
      'warn: <attention-lab> compact="false" counts as true. Leave the attribute out for false.',
      'warn: <attention-lab> locked="false" counts as true. Leave the attribute out for false.',
      'warn: <attention-lab> compact="0" counts as true. Leave the attribute out for false.',
      'warn: <attention-lab> compact="no" counts as true. Leave the attribute out for false.',
      'warn: <attention-map> locked="false" counts as true. Leave the attribute out for false.',
    ]);
  });

  it('gives the element to the console with the warning', async () => {
    const { page } = await host.open({
      html: plainPage('<attention-lab id="mine" mask="casual" colour="red"></attention-lab>'),
      mayComplain: true,
      early: () => {
        kept.warned = [];
        console.warn = (...args) => kept.warned.push(args);
      },
    });
    const ids = await page.evaluate(() =>
      kept.warned.map((/** @type {any[]} */ [, element]) => element?.id),
    );
    assert.deepEqual(ids, ['mine', 'mine']);
  });

  it('warns of a name of HTML that the other element has, and of one that begins with a property', async () => {
    const { warnings } = await open(`<attention-lab label="L" tensors-src="t.json"></attention-lab>
      <attention-map weights="[[1]]" target="they" label="L"></attention-map>`);
    assert.deepEqual(
      warnings()
        .map((warning) => warning.replace(/ There are .*/, ''))
        .toSorted(),
      [
        'warn: <attention-lab> label: no such attribute. <attention-map> has it.',
        'warn: <attention-lab> tensors-src: no such attribute.',
        'warn: <attention-map> target: no such attribute. <attention-lab> has it.',
      ],
    );
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
      ...'name height width size min max for form disabled align value type'.split(' '),
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
