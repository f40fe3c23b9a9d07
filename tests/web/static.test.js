import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { MAP_NAMES, readMapOptions } from '../../web/elements/map-svg.js';
import { attentionSvg } from '../../web/entries/svg.js';
import { NAMES, PICTURE_OPTIONS, readDrawingOptions } from '../../web/export/drawing-options.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { rounded } from '../../web/text/number.js';
import { camel } from '../../web/text/spelling.js';
import { readDocument } from '../support/documents.js';

const attention = await loadAttention();

/** @param {string} svg */
const texts = (svg) =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text]) => text.replace(/<[^>]*>/g, ''));

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

const NO_COLOURS = [
  ...['', ' ', 3, 'whit', 'white', '#ff', '#fff8', '#fffff', '#fffffff', '#ggg', 'fff', '">'],
  ...['url(http://localhost/a.svg#a)', 'url(#a)', 'var(--a)', 'rgb(1, 2, 3)', 'none none'],
];

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
          / · 4 × 4$/.test(text),
        );
      for (const title of await titles({ head: 1 })) assert.match(title, /, head 2 /);
      for (const title of await titles({ heads: 1 })) assert.doesNotMatch(title, /head/);
      assert.ok((await titles({})).length > 1);
    }
    // These tables have the names of their heads already.
    assert.doesNotMatch(await attentionSvg({ steps: 'headContributions' }), /head 1, head/);
  });

  it('names the query whose features a table shows', async () => {
    const options = { mechanism: 'additive', query: 2 };
    for (const option of [{ steps: 'scores' }, { table: 'features' }]) {
      const shown = texts(await attentionSvg({ ...options, ...option }));
      assert.ok(shown.join(' ').includes('features of fried'), shown.join(' '));
    }
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

  it('frames the row of the query, 1 by default, as the element does', async () => {
    const options = { sentence: 'They eat fried noodles', table: 'weights' };
    const frame = / y="([\d.]+)" width="[\d.]+" height="([\d.]+)" stroke-width="2"/g;
    const picture = await attentionSvg({ ...options, query: 2 });
    const [[, top, height], ...others] = picture.matchAll(frame);
    assert.equal(others.length, 0);
    const baselines = ['eat', 'fried', 'noodles'].map((word) =>
      Number(new RegExp(`y="([\\d.]+)" text-anchor="end"[^>]*>${word}<`).exec(picture)?.[1]),
    );
    const isInFrame = baselines.map((y) => y > Number(top) && y < Number(top) + Number(height));
    assert.deepEqual(isInFrame, [false, true, false]);
    assert.equal(await attentionSvg(options), await attentionSvg({ ...options, query: 1 }));
    assert.equal(
      await attentionSvg({ ...options, sentence: 'They' }),
      await attentionSvg({ ...options, sentence: 'They', query: 0 }),
    );
  });

  it('marks each number set by hand with dots, and counts them below and in its description', async () => {
    const options = { heads: 1, dModel: 2, query: 2, width: 640 };
    for (const shown of [{ steps: 'scores,weights' }, { table: 'scores,weights' }]) {
      const plain = await attentionSvg({ ...options, ...shown });
      assert.doesNotMatch(plain, /set by hand|<desc>|stroke-dasharray/);
      const edited = await attentionSvg({ ...options, ...shown, edits: 'scores.0.2.1:9' });
      assert.equal(texts(edited).at(-1), '1 number set by hand');
      assert.match(edited, /<desc>1 number set by hand<\/desc>/);
      // The dots are below the number.
      assert.match(edited, />9<\/text>\n?<path [^>]*stroke-dasharray/);
      assert.equal(edited.match(/stroke-dasharray/g)?.length, 1);
      const edits = 'scores.0.2.1:9;wq.0.1:2;weights.0.0.0:0.5';
      const three = await attentionSvg({ ...options, ...shown, edits });
      assert.equal(texts(three).at(-1), '3 numbers set by hand');
    }
  });

  it('has the given paper, or none, and mixes its cells with the paper', async () => {
    const background = (/** @type {string} */ svg) => /<rect [^>]*fill="([^"]*)"/.exec(svg)?.[1];
    const weights = [
      [1, 0],
      [0, 1],
    ];
    for (const options of [{ steps: 'weights' }, { table: 'q' }, { weights, rowTokens: 'a b' }]) {
      const draw = (/** @type {string | undefined} */ paper) => attentionSvg({ ...options, paper });
      const plain = await draw(undefined);
      assert.equal(background(plain), '#fdfcf9');
      for (const none of ['none', 'transparent', ' Transparent '])
        assert.equal(await draw(none), plain.replace('fill="#fdfcf9"', 'fill="none"'));
      assert.equal(background(await draw('#faf5f0')), '#faf5f0');
      const white = await draw('#FFF');
      assert.equal(background(white), '#ffffff');
      assert.doesNotMatch(white, /#fdfcf9|rgb\(253, 252, 249\)/);
    }
  });

  it('has types for the options that no attribute has', () => {
    const types = readFileSync(new URL('../../web/build/types/svg.d.ts', import.meta.url), 'utf8');
    for (const name of PICTURE_OPTIONS) assert.match(types, new RegExp(`^  ${name}\\?:`, 'm'));
  });

  it('takes a paper only if it is surely a colour, which SVG would otherwise paint black', async () => {
    const weights = [[1]];
    for (const options of [{ table: 'weights' }, { weights }]) {
      for (const paper of NO_COLOURS)
        await assert.rejects(attentionSvg({ ...options, paper: /** @type {any} */ (paper) }), {
          ...{ name: 'ArgumentError', argument: 'paper' },
          message: /^attentionSvg: paper is .*; expected a colour such as #fff/,
        });
    }
  });

  it('takes names of attributes and of properties, and the dark colours', async () => {
    const text = await attentionSvg({ dModel: 8, theme: 'dark' });
    assert.equal(text, await attentionSvg({ ...{ 'd-model': '8' }, theme: 'dark' }));
    assert.match(text, /#17181b/);
  });

  it('takes numbers as their digits', async () => {
    const picture = await attentionSvg({ sentence: 5, seed: 3 });
    assert.equal(picture, await attentionSvg({ sentence: '5', seed: '3' }));
  });

  it('takes each attribute of the elements, or refuses it as one that works only on screen', () => {
    const refuses = (/** @type {string} */ name) => {
      return new RegExp(`: ${name} is only on screen; expected an option of a picture`);
    };
    for (const attribute of attributesOf('attention-lab')) {
      if (NAMES.includes(camel(attribute))) continue;
      assert.throws(() => readDrawingOptions({ [attribute]: 'x' }), refuses(attribute));
    }
    for (const attribute of attributesOf('attention-map')) {
      if (MAP_NAMES.includes(camel(attribute))) continue;
      assert.throws(() => readMapOptions({ [attribute]: 'x' }), refuses(attribute));
    }
  });

  it('takes what an element has in state, as an object or as JSON', async () => {
    const edits = 'scores.0.0.3:9';
    const options = { sentence: 'They eat fried noodles', steps: 'scores' };
    const picture = await attentionSvg({ ...options, edits });
    assert.notEqual(picture, await attentionSvg(options));
    for (const state of [{ edits }, JSON.stringify({ edits })])
      assert.equal(await attentionSvg({ ...options, state }), picture);
  });

  it('refuses an unknown name, and suggests the nearest', async () => {
    for (const [options, message] of /** @type {[any, RegExp][]} */ ([
      [{ mask: 'casual' }, /mask is "casual"; expected causal/],
      [{ maks: 'causal' }, /maks is unknown; expected mask/],
      [{ papre: '#fff' }, /papre is unknown; expected paper/],
      [{ widht: 400 }, /widht is unknown; expected width/],
      [{ heads: 'two' }, /heads is "two"; expected a number/],
      [{ heads: 3 }, /heads is 3; expected 1, 2 or 4, which divide d-model 4/],
      [{ heads: 7, dModel: 8 }, /heads is 7; expected 1, 2, 4 or 8, which divide d-model 8/],
      [{ heads: 99, dModel: 64 }, /heads is 99; expected a number of at most 16$/],
      [{ dModel: 2048 }, /d-model is 2048; expected a number of at most 768$/],
      [{ dModel: 300_000 }, /d-model is 300000; expected a number of at most 768$/],
      [{ heads: 99, source: 'describer' }, /heads is 99; expected 1, the nearest that fits/],
      [{ heads: 3, source: 'describer' }, /heads is 3; expected 1, the nearest that fits/],
      [{ dModel: '4.5' }, /d-model is 4.5; expected \d, the nearest that fits/],
      [{ query: 4 }, /query is 4; expected 3, the nearest that fits/],
      [{ target: Number.NaN }, /target is NaN; expected a string or a number/],
      [{ seed: 3n }, /seed is the BigInt 3; expected a string or a number/],
      [{ width: 3n }, /width is the BigInt 3; expected a number of pixels/],
      [{ cell: 'weights.0.1.3' }, /cell is only on screen; expected an option of a picture/],
      [{ state: '{"keyWdth":3}' }, /keyWdth is unknown; expected keyWidth$/],
      [{ state: '{"steps":"q"}' }, /steps is unknown; expected/],
      [{ state: '{"cell":"q.0.0.0"}' }, /cell is only on screen; expected an option of a picture/],
      [{ state: '{' }, /state is not JSON; expected JSON, such as/],
      [{ state: [3] }, /state is not JSON/],
      [{ state: { keyWidth: 99 } }, /keyWidth is 99; expected a number of at most 16/],
      [{ state: { edits: 'scores.0.9.9:1' } }, /edits is scores\.0\.9\.9; .* scores\.0\.3\.3$/],
      [{ state: { edits: 'score.0.1.1:1' } }, /such as scores\.0\.1\.1$/],
      [{ tensors: { q: [[1]] } }, /tensors is only on screen; expected an option of a picture/],
      [{ weigths: [[1]], label: 'A' }, /^attentionSvg: weigths is unknown; expected weights$/],
      [{ weigths: [[1]], head: 1 }, /^attentionSvg: weigths is unknown; expected weights$/],
      [{ sentence: 'They eat', height: 300 }, /^attentionSvg: height is unknown; expected one of/],
      [{ width: 600, height: 300 }, /^attentionSvg: height is unknown; expected one of/],
      [{ sentence: 'They eat', weigths: [[1]] }, /^attentionSvg: weigths is unknown; expected one/],
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
      [{ scale: '0x10' }, /scale is "0x10"; expected one of sqrt, none, words, a number$/],
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
      [{ table: 'A' }, /table is A; expected weights$/],
      [{ steps: 'A' }, /steps is "A"; expected weights$/],
      [{ table: 'x' }, /table is x; expected one of \d+ names, such as (\w+, ){4}\w+$/],
      [{ steps: 'first' }, /steps is "first"; expected one of \d+ names, such as (\w+, ){4}\w+$/],
      [{ width: 'wide' }, /width is "wide"; expected a number of pixels/],
      [
        { source: 'pronoun' },
        /source is pronoun; expected one of seed, article, coffee: they need no training/,
      ],
      [{ source: 'pretrained' }, /source is pretrained; expected one of .* no download/],
      [{ layer: 'self' }, /layer is self; expected "cross" with these settings/],
      [{ source: 'coffee', target: 'le chat' }, /target is le chat; expected another source/],
      [
        { source: 'coffee', sentence: 'Hello' },
        /sentence is Hello; expected another source: coffee/,
      ],
      [{ source: 'article', mask: 'causal' }, /mask is causal; expected another source: article/],
      [{ silence: '0.1' }, /silence is 0\.1; expected another source: seed does not use it/],
      [{ target: 'a', mask: 'causal' }, /mask is causal; expected other options: it has no effect/],
      [{ mechanism: 'additive', heads: 4 }, /heads is 4; expected other options: it has no/],
      [{ sentence: ' ' }, /sentence is empty/],
      [{ sentence: ['a'] }, /sentence is an array/],
    ])) {
      await assert.rejects(attentionSvg(options), {
        ...{ name: 'ArgumentError', operation: 'attentionSvg', message },
      });
    }
    const ofOthers = [new Map([['sentence', 'x']]), Object.create({ sentence: 'x' })];
    for (const options of ['They eat', null, [], ...ofOthers])
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
    [{ sentence }, 'sentence'],
    [{ sentence, table: 'scores' }, 'sentence'],
    [{ sentence, target: `${sentence} more` }, 'target'],
    [{ dModel: 512, heads: 8, steps: 'weights q' }, 'steps'],
    [{ dModel: 512, heads: 2, table: 'wq' }, 'table'],
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
    for (const text of ['0.900', '0.100', '0.200', '0.800', 'the', 'cat', 'le', 'chat'])
      assert.ok(shown.includes(text), text);
    assert.equal(
      svg,
      await attentionSvg({ weights, ...{ 'row-tokens': 'the cat', 'column-tokens': 'le chat' } }),
    );
    assert.match(await attentionSvg(/** @type {any} */ ({ weights, label: 5 })), />5</);
    const many = Array.from({ length: 200 }, (_, i) =>
      Array.from({ length: 200 }, (_, j) => (i + j) % 2),
    );
    const cells = [...(await attentionSvg({ weights: many })).matchAll(/M[\d.]+ [\d.]+h/g)];
    assert.equal(cells.length, 200 * 200);
  });

  it('names queries and keys beside weights alone, not beside other numbers', async () => {
    const parameters = [
      [3, -1],
      [0.5, 2],
    ];
    for (const [view, words] of /** @type {const} */ ([
      ['map', ['keys →', 'queries ↓']],
      ['lines', ['queries', 'keys']],
    ])) {
      const shown = texts(await attentionSvg({ weights, view }));
      const others = texts(await attentionSvg({ weights: parameters, view }));
      for (const word of words)
        assert.deepEqual(
          [shown, others].map((all) => all.includes(word)),
          [true, false],
        );
    }
  });

  it('has the legend of the element in each view', async () => {
    for (const view of /** @type {const} */ (['map', 'grid', 'lines'])) {
      const signed = texts(await attentionSvg({ weights: [[-2, 0.5]], view }));
      assert.deepEqual(signed.slice(-2), ['−2', '2'], view);
      assert.deepEqual(texts(await attentionSvg({ weights, view })).slice(-2), ['0', '1'], view);
    }
  });

  it('takes an option that is undefined as absent', async () => {
    const seven = { sentence: 'a b', table: 'weights' };
    const others = { weights: undefined, seed: undefined, theme: undefined };
    assert.equal(await attentionSvg({ ...seven, ...others }), await attentionSvg(seven));
    const map = await attentionSvg({ weights });
    assert.equal(await attentionSvg({ weights, label: undefined, table: undefined }), map);
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
      [{ weights, papre: '#fff' }, /papre is unknown; expected paper/],
      [{ weights, caption: 'A cat' }, /caption is only on screen; expected .* of weights, such as/],
      [{ weights, view: 'gird' }, /view is "gird"; expected grid/],
      [{ weights, head: 1 }, /head is 1; expected 0, the nearest that fits/],
      [{ weights, label: ['a'] }, /label is an array; expected a string or a number/],
      [{ weights, layer: Symbol('a') }, /layer is a symbol; expected a string or a number/],
      [{ weights, view: Symbol('a') }, /view is a symbol; expected a string or a number/],
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
