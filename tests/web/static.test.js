// Pictures without a browser, with the numbers of the run: for the command line, Node and Markdown.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import MarkdownIt from 'markdown-it';
import { loadAttention } from '../../src/js/index.js';
import { MAP_NAMES, readMapOptions } from '../../web/elements/map-svg.js';
import attentionFences from '../../web/entries/markdown-it.js';
import { attentionSvg } from '../../web/entries/svg.js';
import { NAMES, readDrawingOptions } from '../../web/export/step-svg.js';
import { maskNames } from '../../web/graph/masks/index.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { rounded } from '../../web/text/number.js';
import { camel, parted } from '../../web/text/spelling.js';
import { readDocument } from '../support/documents.js';
import { itInFull } from '../support/extent.js';

const attention = await loadAttention();
const cli = fileURLToPath(new URL('../../web/entries/cli.js', import.meta.url));

/** @param {string} svg */
const texts = (svg) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

/**
 * Returns the numbers of a tensor's first head as shown.
 * @param {object} requested
 * @param {string} id
 */
function numbersOf(requested, id) {
  const { data, shape } = makeComputation(attention, normaliseState(requested)).results[id];
  const size = /** @type {number} */ (shape.at(-1)) * /** @type {number} */ (shape.at(-2));
  return [...data.slice(0, size)].map((value) => rounded(value));
}

/** Lists the attributes that the documents name. @param {string} element */
function attributesOf(element) {
  const [, table] = readDocument('web/elements/README.md').split(
    `<!-- attributes of ${element} -->`,
  );
  const [rows] = table.split('<!-- end -->');
  const names = [...rows.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  assert.ok(names.length > 5, element);
  return names;
}

/** @param {string} svg @param {string[]} numbers in order */
function assertShows(svg, numbers) {
  const shown = texts(svg);
  let from = 0;
  for (const number of numbers) {
    const at = shown.indexOf(number, from);
    assert.ok(at >= from, `${number} after ${from} in ${shown.join(' ')}`);
    from = at + 1;
  }
}

describe('a picture in Node', () => {
  it('has the numbers of the run: by default the weights, or chosen tables, or steps below each other', async () => {
    for (const options of [{}, { sentence: 'He runs', mask: 'causal' }, { heads: 1, seed: 3 }]) {
      assertShows(await attentionSvg(options), numbersOf(options, 'weights'));
    }
    const alone = await attentionSvg({ table: 'weights' });
    assert.equal(texts(alone).filter((text) => /^attention weights/.test(text)).length, 1);
    assert.doesNotMatch(alone, /scores/);
    const both = await attentionSvg({ steps: 'scores,weights' });
    assertShows(both, [...numbersOf({}, 'scores'), ...numbersOf({}, 'weights')]);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(both) ?? [];
    assert.ok(both.includes(`<rect x="0" y="0" width="${width}" height="${height}"`));
  });

  it('names the head in the title of a table if there are several heads', async () => {
    for (const option of ['steps', 'table']) {
      const titles = async (/** @type {object} */ options) =>
        texts(await attentionSvg({ [option]: 'scores,weights', ...options })).filter((text) =>
          / {2}4 × 4$/.test(text),
        );
      for (const title of await titles({ head: 1 })) assert.match(title, /, head 2 /);
      for (const title of await titles({ heads: 1 })) assert.doesNotMatch(title, /head/);
      assert.ok((await titles({})).length > 1);
    }
    // These tables have the names of their heads already.
    assert.doesNotMatch(await attentionSvg({ steps: 'headContributions' }), /head 1, head/);
  });

  it('fits its width: tables wrap, and a single one is scaled', async () => {
    const options = { sentence: 'They eat fried noodles', steps: 'scores' };
    /** @param {string} svg */
    const sizeOf = (svg) => /width="(\d+)" height="(\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    const free = await attentionSvg(options);
    const [width, height] = sizeOf(free);
    assert.equal(await attentionSvg({ ...options, width }), free);
    const narrow = await attentionSvg({ ...options, width: `${width - 1}` });
    const [lessWide, higher] = sizeOf(narrow);
    assert.ok(lessWide < width && higher > height, `${[width, height]}, ${[lessWide, higher]}`);
    // The numbers and colours are the same, and every letter is inside the picture.
    assert.deepEqual(texts(narrow).toSorted(), texts(free).toSorted());
    const fills = (/** @type {string} */ svg) => svg.match(/fill="rgb[^"]+"/g)?.toSorted();
    assert.deepEqual(fills(narrow), fills(free));
    // A group moves everything inside it.
    const moves = [0];
    const middles = [];
    for (const [tag, move, x] of narrow.matchAll(
      /<g(?: transform="translate\((\S+) \S+\)")?>|<\/g>|<text x="([\d.-]+)"/g,
    )) {
      if (tag === '</g>') moves.pop();
      else if (x === undefined) moves.push(Number(moves.at(-1)) + Number(move ?? 0));
      else middles.push(Number(moves.at(-1)) + Number(x));
    }
    assert.equal(middles.length, texts(free).length);
    assert.ok(middles.every((x) => x > 0 && x < lessWide));
    const tiny = await attentionSvg({ ...options, width: 200 });
    assert.equal(sizeOf(tiny)[0], 200);
    const [, wide, high] = /viewBox="0 0 (\d+) (\d+)"/.exec(tiny)?.map(Number) ?? [];
    assert.ok(wide > 200 && Math.abs(sizeOf(tiny)[1] - (high * 200) / wide) <= 1);
  });

  it('takes names of attributes and of properties, and the dark colours', async () => {
    const one = await attentionSvg({ dModel: 8, theme: 'dark' });
    assert.equal(one, await attentionSvg({ ...{ 'd-model': '8' }, theme: 'dark' }));
    assert.match(one, /#17181b/);
  });

  it('takes each attribute of the elements, or refuses it as one that works only on screen', () => {
    const refuses = (/** @type {string} */ name) =>
      new RegExp(`: ${name} is only on screen; expected an option of a picture`);
    for (const attribute of attributesOf('attention-lab')) {
      if (NAMES.includes(camel(attribute))) continue;
      assert.throws(() => readDrawingOptions({ [attribute]: 'x' }), refuses(attribute));
    }
    for (const attribute of attributesOf('attention-map')) {
      if (MAP_NAMES.includes(camel(attribute))) continue;
      assert.throws(() => readMapOptions({ [attribute]: 'x' }), refuses(attribute));
    }
  });

  it('refuses an unknown name, and suggests the nearest', async () => {
    for (const [options, message] of /** @type {[any, RegExp][]} */ ([
      [{ mask: 'casual' }, /mask is "casual"; expected causal/],
      [{ maks: 'causal' }, /maks is unknown; expected mask/],
      [{ heads: 'two' }, /heads is "two"; expected a number/],
      [{ heads: 3 }, /heads is 3; expected 2, the nearest that fits/],
      [{ dModel: '4.5' }, /d-model is 4.5; expected \d, the nearest that fits/],
      [{ query: 4 }, /query is 4; expected 3, the nearest that fits/],
      [{ cell: 'weights.0.1.3' }, /cell is only on screen; expected an option of a picture/],
      [{ steps: 'scores,decoder' }, /steps is decoder; expected a step that these settings have/],
      [{ step: 'dropped' }, /steps is dropped; expected a step that these settings have, as/],
      [{ mask: 'custom', masked: '0.1 0-3' }, /masked is "0-3"; expected pairs, query before key/],
      [
        { sentence: 'They eat', mask: 'custom', masked: '9.9' },
        /masked is 9\.9; expected 0\.0 to 1\.1/,
      ],
      [{ width: '1e9' }, /width is "1e9"; expected a number of pixels up to 100000/],
      [{ width: 'Infinity' }, /width is "Infinity"; expected a number of pixels/],
      [{ width: '0x200' }, /width is "0x200"; expected a number of pixels/],
      [{ scale: '0x10' }, /scale is "0x10"; expected one of/],
      [{ scale: 'Infinity' }, /scale is "Infinity"; expected one of/],
      [{ scale: '1e400' }, /scale is 1e400; expected a number of at most \d/],
      [{ scale: 1e30 }, /scale is 1e\+30; expected a number of at most \d/],
      [{ seed: -1 }, /seed is -1; expected a number of at least 0/],
      [{ seed: '0b1' }, /seed is "0b1"; expected a number/],
      [{ edits: 'q.0.1=5' }, /edits is "q.0.1=5"; expected numbers set by hand/],
      [{ edits: 'q.0.1:5;weights.0.9.9:1' }, /edits is weights.0.9.9; expected numbers of tables/],
      [{ edits: 'zzz.0.0:5' }, /edits is zzz.0.0; expected numbers of tables/],
      [{ edits: 'x.dog.0:5' }, /edits is x.dog.0; expected numbers of tables/],
      [{ steps: 'scores,wieghts' }, /steps is "wieghts"; expected weights/],
      [{ table: 'wieghts' }, /table is wieghts; expected weights/],
      [{ table: 'x' }, /table is x; expected one of \d+ names, such as (\w+, ){4}\w+$/],
      [{ steps: 'first' }, /steps is "first"; expected one of \d+ names, such as (\w+, ){4}\w+$/],
      [{ width: 'wide' }, /width is "wide"; expected a number of pixels/],
      [{ source: 'pronoun' }, /source is pronoun; expected one that needs no training/],
      [{ source: 'pretrained' }, /source is pretrained; expected one that needs .* no download/],
      [{ layer: 'self' }, /layer is self; expected "cross" with these settings/],
      [{ source: 'coffee', target: 'le chat' }, /target is le chat; expected another source/],
      [
        { source: 'coffee', sentence: 'Hello' },
        /sentence is Hello; expected another source: coffee/,
      ],
      [{ source: 'article', mask: 'causal' }, /mask is causal; expected another source: article/],
      [{ silence: '0.1' }, /silence is 0\.1; expected another source: seed does not use it/],
      [{ sentence: ' ' }, /sentence is empty/],
      [{ sentence: ['a'] }, /sentence is object/],
    ])) {
      await assert.rejects(attentionSvg(options), { name: 'ArgumentError', message });
    }
    for (const options of ['They eat', null, []])
      await assert.rejects(attentionSvg(/** @type {any} */ (options)), { argument: 'options' });
    assertShows(await attentionSvg(), numbersOf({}, 'weights'));
    const fractions = { temperature: '0.1', scale: 0.3, dropout: '.3', seed: 999999 };
    assertShows(await attentionSvg(fractions), numbersOf(fractions, 'weights'));
  });
});

it('masked scores of −1e9 do not change the colours of the others', async () => {
  const fills = async (/** @type {string} */ fill) => {
    const svg = await attentionSvg({ mask: 'causal', fill, step: 'maskedScores' });
    return new Set([...svg.matchAll(/fill="(rgb[^"]+)"/g)].map(([, colour]) => colour));
  };
  const usual = await fills('inf');
  assert.ok(usual.size > 5, `${usual.size} colours`);
  for (const colour of usual) assert.ok((await fills('-1e9')).has(colour), colour);
});

it('tables that are too large for a picture are refused by name', async () => {
  const sentence = Array.from({ length: 129 }, (_, i) => `w${i}`).join(' ');
  for (const [options, argument] of /** @type {[object, string][]} */ ([
    [{ sentence }, 'steps'],
    [{ sentence, table: 'scores' }, 'table'],
    [{ dModel: 512, heads: 8, steps: 'weights q' }, 'steps'],
  ])) {
    await assert.rejects(attentionSvg(options), {
      name: 'ArgumentError',
      argument,
      message: /at most 16384 numbers/,
    });
  }
  assert.match(await attentionSvg({ sentence: sentence.replace(' w128', '') }), /128 × 128/);
});

describe('a picture of weights', () => {
  const weights = [
    [0.9, 0.1],
    [0.2, 0.8],
  ];

  it('has the given numbers and words, and a cell for each of many numbers', async () => {
    const svg = await attentionSvg({ weights, rowTokens: 'the cat', columnTokens: ['le', 'chat'] });
    const shown = texts(svg);
    for (const one of ['0.900', '0.100', '0.200', '0.800', 'the', 'cat', 'le', 'chat'])
      assert.ok(shown.includes(one), one);
    assert.equal(
      svg,
      await attentionSvg({ weights, ...{ 'row-tokens': 'the cat', 'column-tokens': 'le chat' } }),
    );
    const many = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 200 }, (_, j) => (i + j) % 2),
    );
    const cells = [...(await attentionSvg({ weights: many })).matchAll(/M[\d.]+ [\d.]+h/g)];
    assert.equal(cells.length, 200 * 200);
  });

  it('has each head of each layer, or the lines of one', async () => {
    const layers = [1, 2, 3].map(() => [[weights, weights]]);
    const grid = await attentionSvg({ weights: layers, view: 'grid' });
    assert.equal([...grid.matchAll(/M[\d.]+ [\d.]+h/g)].length, 3 * 2 * 4);
    const lines = await attentionSvg({ weights: layers, view: 'lines', layer: 2, head: 1 });
    assert.equal([...lines.matchAll(/<path [^>]*stroke=/g)].length, 4);
    assert.match(lines, /layer 3, head 2/);
  });

  it('refuses an unknown name, and suggests the nearest', async () => {
    for (const [options, message] of /** @type {[any, RegExp][]} */ ([
      [{ weights: [[1, 2], [3]] }, /weights has shape \(2, 2\) in its first rows, but is ragged/],
      [{ weights: undefined }, /weights is missing/],
      [{ weights, veiw: 'grid' }, /veiw is unknown; expected view/],
      [{ weights, caption: 'A cat' }, /caption is only on screen; expected .* of weights, such as/],
      [{ weights, view: 'gird' }, /view is "gird"; expected grid/],
      [{ weights, head: 1 }, /head is 1; expected 0, the nearest that fits/],
      [{ weights, layer: 'x' }, /layer is x; expected 0/],
      [{ weights, rowTokens: 'one' }, /: rowTokens has shape/],
      [{ weights, 'row-tokens': 'one' }, /: row-tokens has shape/],
      [{ weights, 'column-tokens': '["a", {}]' }, /: column-tokens\[1\] is of type object/],
      [
        { weights: Array(400).fill(Array(400).fill(0.5)) },
        /weights is 160000 numbers; expected at most 131072 numbers/,
      ],
    ]))
      await assert.rejects(attentionSvg(options), message);
  });
});

describe('the command', () => {
  const run = (/** @type {string[]} */ ...args) =>
    promisify(execFile)(process.execPath, [cli, ...args]);

  it('writes the picture to its output', async () => {
    const { stdout } = await run('svg', '--sentence', 'They eat', '--table', 'weights');
    assert.equal(stdout, await attentionSvg({ sentence: 'They eat', table: 'weights' }));
    const { stdout: help } = await run('--help');
    assert.match(help, /^usage: attention-lab svg/);
    for (const said of [
      new RegExp(`--mask +${maskNames.join(' ')}\n`),
      /--scale +sqrt none words or a number\n/,
      /--heads +a number, 2 by default\n/,
      /--width +pixels/,
    ])
      assert.match(help, said);
    for (const name of NAMES) assert.match(help, new RegExp(`--${parted(name)} +[\\w]`), name);
    assert.doesNotMatch(help, /NaN|undefined|.{101}/);
  });

  it('takes values that begin with a hyphen', async () => {
    const options = { sentence: '-5 degrees', training: '-1' };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    const { stdout } = await run('svg', ...args);
    assert.equal(stdout, await attentionSvg(options));
    const { stdout: dashed } = await run('svg', '--sentence=--help me');
    assert.match(dashed, /<title>weights: --help me</);
  });

  it('tells the version of the package', async () => {
    const { default: own } = await import('../../package.json', { with: { type: 'json' } });
    for (const option of ['--version', '-v'])
      assert.equal((await run(option)).stdout, `${own.version}\n`);
  });

  for (const [args, message] of /** @type {const} */ ([
    [['svg', '--mask', 'casual'], /expected causal\n.*--help lists all/],
    [
      ['svg', '--head', '1', '--haeds', '2'],
      /--haeds is unknown; expected heads\n.*--help lists all/,
    ],
    [['svg', '-c', 'red'], /-c is unknown; expected one of \d+ names, such as/],
    [
      ['svg', '--sentence', 'one', '--sentence', 'two'],
      /--sentence is there twice; expected one value\n.*--help/,
    ],
    [['svg', '--heads'], /--heads is without a value/],
    [['svg', '--sentence', '--steps', 'q'], /--sentence is without a value;.*--sentence="--…"/],
    [['svg', '--help=no'], /--help is no; expected without a value/],
    [['svg', '--cell', 'weights.0.1.3'], /--cell is only on screen/],
    [['svg', '--compact'], /--compact is only on screen/],
    [['png'], /^usage/],
    [[], /^usage/],
  ])) {
    const test =
      args.length === 0 || (args.at(0) === 'svg' && args.at(-2) === '--haeds') ? it : itInFull;
    test(`says what is wrong and fails: ${args.join(' ')}`, () =>
      assert.rejects(run(...args), { code: 1, stderr: message, stdout: '' }));
  }
});

describe('a fence of Markdown', () => {
  const md = new MarkdownIt().use(attentionFences);
  const fence = (/** @type {string} */ text) => `\`\`\`attention\n${text}\n\`\`\`\n`;

  it('becomes an element with a picture inside, and other fences stay', async () => {
    const html = md.render(
      fence('They eat <b>\nsteps: weights\nmask: causal\nreadonly\ncompact: true'),
    );
    const svg = await attentionSvg({ sentence: 'They eat <b>', steps: 'weights', mask: 'causal' });
    const start =
      '<attention-lab sentence="They eat &lt;b&gt;" steps="weights" mask="causal" readonly compact>';
    const narrow = svg.replace('<svg ', '<svg style="max-width:100%;height:auto" ');
    assert.equal(html, `${start}${narrow}</attention-lab>\n`);
    const other = '```js\n1 < 2\n```\n';
    assert.equal(md.render(other), new MarkdownIt().render(other));
  });

  it('has another name, attention-lab', () => {
    const [lab, other] = ['attention', 'attention-lab'].map((name) =>
      md.render(`\`\`\`${name}\na b\nsteps: weights\n\`\`\`\n`),
    );
    assert.match(lab, /^<attention-lab /);
    assert.equal(other, lab);
  });

  it('takes a chapter as JSON, which cannot end the script', () => {
    const chapter = { title: 'A </script> & more', pages: [{ id: 'a', title: 'b', text: 'c' }] };
    const html = md.render(fence(JSON.stringify(chapter)));
    const [, json] = /<script type="application\/json">(.*)<\/script><p>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(json), chapter);
    assert.equal(html.match(/<\/script/g)?.length, 1);
  });

  it('attention-map becomes a map with its picture, whose numbers may take several lines', async () => {
    const ofMap = (/** @type {string} */ text) => `\`\`\`attention-map\n${text}\n\`\`\`\n`;
    const html = md.render(
      ofMap(
        'the cat\ncolumn-tokens: le chat\nweights: [[0.9, 0.1],\n  [0.2, 0.8]]\ncaption: A cat',
      ),
    );
    const start =
      '<attention-map row-tokens="the cat" column-tokens="le chat" weights="[[0.9, 0.1], [0.2, 0.8]]" caption="A cat">';
    assert.ok(html.startsWith(`${start}<svg `), html.slice(0, 200));
    for (const number of ['0.900', '0.800']) assert.ok(texts(html).includes(number));
    for (const [text, message] of /** @type {const} */ ([
      ['a b\nweights', /^attention-map, line 3: attributes: weights is without a value/],
      [
        'a b\nweights: [[1, 0], [0, 1]]\nveiw: grid',
        /line 4: attributes: veiw is unknown; expected view/,
      ],
      ['a b', /weights is missing/],
      [
        'a b\nweights: [[1, 0], [0, 1]]\ncolumn-tokens: a b c',
        /^attention-map, line 4: attention-map: column-tokens has shape \(3,\); expected \(2,\)/,
      ],
      ['a b\nview: grid\nweights: [[1, 0], [0]]', /^attention-map, line 4: .*ragged/],
      ['weights: [[[1]], [[1, 0]]]\nview: grid', /^attention-map, line 2: /],
    ]))
      assert.throws(() => md.render(ofMap(text)), { message });
  });

  it('takes every attribute of the elements, even without effect on the picture', () => {
    const lab = md.render(
      fence('They eat\nheading-level: 2\nload: eager\nloading: eager\nlang: en\nlocked: true'),
    );
    const start =
      '<attention-lab sentence="They eat" heading-level="2" load="eager" loading="eager" lang="en" locked><svg ';
    assert.ok(lab.startsWith(start), lab.slice(0, 200));
    assert.equal(
      md.render(fence('src: chapter.json')),
      '<attention-lab src="chapter.json"></attention-lab>\n',
    );
    const ofMap = (/** @type {string} */ text) =>
      md.render(`\`\`\`attention-map\n${text}\n\`\`\`\n`);
    const map = ofMap('a b\nweights: [[1, 0], [0, 1]]\nlocked\nloading: lazy');
    assert.match(
      map,
      /^<attention-map row-tokens="a b" weights="[^"]*" locked loading="lazy"><svg /,
    );
    assert.equal(
      ofMap('src: weights.npy\nview: grid'),
      '<attention-map src="weights.npy" view="grid"></attention-map>\n',
    );
    for (const [text, message] of /** @type {const} */ ([
      ['heading-level: 7', /heading-level is "7"; expected one of 0, 1, 2/],
      ['load: eagr', /load is "eagr"; expected eager/],
      ['loading: slow', /loading is "slow"; expected one of lazy, eager/],
    ])) {
      assert.throws(() => md.render(fence(`a b\n${text}`)), { message });
    }
    assert.throws(() => ofMap('src: weights.npy\nview: gird'), {
      message: /line 3: attributes: view is "gird"; expected grid/,
    });
    assert.throws(() => ofMap('a b\nloading: slow'), { message: /loading is "slow"/ });
  });

  it('gives Vue a string that it does not compile', () => {
    const ofVue = new MarkdownIt().use(attentionFences, { vue: true });
    const text = fence('{{ words }} eat "x"');
    const [, literal] = /^<div\s+v-html="([^"]*)"><\/div>\n$/.exec(ofVue.render(text)) ?? [];
    const unescaped = literal.replace(
      /&(quot|lt|gt|amp);/g,
      (_, name) => ({ quot: '"', lt: '<', gt: '>', amp: '&' })[/** @type {'lt'} */ (name)],
    );
    assert.equal(`${JSON.parse(unescaped)}\n`, md.render(text));
  });

  it('has no picture if there are no numbers yet', () => {
    const html = md.render(fence('the animal was tired\nsource: pronoun'));
    assert.equal(
      html,
      '<attention-lab sentence="the animal was tired" source="pronoun">the animal was tired</attention-lab>\n',
    );
    assert.doesNotMatch(md.render(fence('guide: why')), /svg/);
  });

  it('begins with a sentence, also one with a colon, unless an attribute stands before it', () => {
    for (const line of [
      'query: what is attention',
      'note: they eat',
      'key: the cat',
      'mask: no future here',
      'Head: of state',
      'Time is 10:30',
    ])
      assert.ok(md.render(fence(line)).startsWith(`<attention-lab sentence="${line}">`), line);
    for (const [line, attribute] of [
      ['mask: causal', 'mask="causal"'],
      ['query: 2', 'query="2"'],
      ['steps: scores weights', 'steps="scores weights"'],
      ['target: le chat', 'target="le chat"'],
      ['dModel: 8', 'd-model="8"'],
      ['sentence: query: what', 'sentence="query: what"'],
    ])
      assert.ok(md.render(fence(line)).startsWith(`<attention-lab ${attribute}>`), line);
  });

  it('names the line that cannot be read', () => {
    for (const [text, message] of /** @type {const} */ ([
      [
        'They eat\nheads: 2\nmask: casual',
        /line 6: attributes: mask is "casual"; expected causal$/,
      ],
      ['They eat\nmaks: causal', /line 5: attributes: maks is unknown; expected mask$/],
      ['They eat\nhide: tolbar', /line 5: attributes: hide is "tolbar"; expected toolbar$/],
      ['maks: causal', /line 4: attributes: maks is unknown; expected mask$/],
      [
        'They eat\nmask',
        /line 5: attributes: mask is without a value; expected “mask: ”, then none causal/,
      ],
      ['mask', /line 4: attributes: mask is without a value/],
      ['query: two', /line 4: attributes: query is "two"; expected a number$/],
      ['They eat\nreadonl', /line 5: attributes: readonl is unknown; expected readonly$/],
      ['They eat\ncompact: no', /line 5: attributes: compact is "no"; expected compact alone/],
      [
        'They eat\nfried noodles',
        /line 5: attributes: fried noodles is unknown; expected an attribute: its value$/,
      ],
      [
        '{ "title": "a", "pages": [{ "id": "b", "title": "c", "text": "d", "task": { "kind": "choice" } }] }',
        /line 3: pages\[0\]\.task.*; pages\[0\]\.task/,
      ],
      ['{ "title": ', /line 3.*JSON/],
    ])) {
      assert.throws(() => md.render(`# A\n\n${fence(text)}`), message, text);
    }
    assert.match(md.render(fence('Note: he said so')), /sentence="Note: he said so"/);
  });
});
