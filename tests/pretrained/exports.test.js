// Exports of a real model besides programs: all heads for <attention-map>, and pictures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { FORMATS } from '../../web/export/formats.js';
import { makeLens } from '../../web/features/pretrained/run/connection.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import {
  findTextPart,
  listStackLayers,
  makePartView,
} from '../../web/features/pretrained/run/stack-layers.js';
import { steps } from '../../web/features/pretrained/steps.js';
import { allHeadsView } from '../../web/features/pretrained/views/all-heads.js';
import {
  compareTokens,
  modelAnswer,
  summaryOfChange,
} from '../../web/features/pretrained/views/answer.js';
import {
  drawAllHeads,
  drawAnswers,
  listAnswerCells,
} from '../../web/features/pretrained/views/drawings.js';
import { streamView } from '../../web/features/pretrained/views/stream.js';
import { toSvg } from '../../web/figures/marks.js';
import { getLocalName } from '../../web/graph/graph.js';
import { readOwn } from '../../web/sources/files/attention-arrays.js';
import { readFiles } from '../../web/sources/files/read.js';
import { addLineColours, PALETTES } from '../../web/styles/colour.js';
import { bold } from '../../web/text/inline.js';
import { rounded } from '../../web/text/number.js';
import { ExportController } from '../../web/views/export.js';
import { attention, viewContext } from '../support/computations.js';
import { NO_COLOUR } from '../support/marks.js';
import { markup, plain } from '../support/markup.js';
import { assertWritten } from '../support/written.js';
import { checkpoints, filesOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Drawing } from '../../web/figures/types.js' */

const model = await loadPretrained(attention, filesOf('gpt2'));
const sentence = 'the old mill';
const colours = addLineColours(PALETTES.light);

/** @param {string} name @param {object} [requested] */
async function contextOf(name, requested) {
  const { show } = await openModel(filesOf(name));
  const shown = await show({ sentence, step: 'next', ...requested });
  return viewContext(shown);
}

/** @param {Drawing} drawing */
const textsIn = ({ marks }) => marks.flatMap(({ kind, text }) => (kind === 'text' ? text : []));

/** @param {Drawing} drawing */
const widthsIn = ({ marks }) =>
  marks.flatMap(({ kind, width }) => (kind === 'rect' ? Number(width) : []));

/** Exports the step on screen as CSV, line by line. @param {Awaited<ReturnType<typeof contextOf>>} context */
async function exportCsv(context) {
  const exporter = new ExportController(/** @type {any} */ ({}));
  const step = /** @type {any} */ ({ ...context.step, ...steps[context.state.step] });
  exporter.context = { ...context, step };
  const csv = String(await exporter.make('csv'));
  return csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

describe('a real model as files', () => {
  it('all its heads are the file that <attention-map> reads, bit for bit', async () => {
    const { state, computation } = await contextOf('gpt2');
    const format = FORMATS.find(({ id }) => id === 'map');
    assert.ok(format?.kind === 'text');
    const file = await format.make({ state, computation, tensor: 'weights' });
    assert.ok('text' in file);
    const bytes = new TextEncoder().encode(file.text);
    const ownNumbers = await readOwn(readFiles([{ name: 'attention-map.json', bytes }]));
    assert.deepEqual(ownNumbers.queryWords, computation.queryWords);
    const { layers } = model.run(sentence, { trace: ['weights'] });
    assert.deepEqual(
      Object.keys(ownNumbers.tensors),
      layers.map((_, layer) => `layer${layer + 1}/weights`),
    );
    layers.forEach(({ weights }, layer) => {
      assert.deepEqual(ownNumbers.tensors[`layer${layer + 1}/weights`], weights);
    });
  });

  it('all heads are drawn as one image each', async () => {
    const drawing = await drawAllHeads(await contextOf('gpt2'), colours);
    const images = drawing.marks.filter(({ kind }) => kind === 'image');
    assert.equal(images.length, model.sizes.layers * model.sizes.heads);
    const { weights } = model.run(sentence, { trace: ['weights'] }).layers[1];
    const { numbers } = /** @type {any} */ (images.at(-1)).cells.view;
    assert.deepEqual([...numbers], [...(weights?.data ?? [])].slice(-numbers.length));
  });

  it('colours of all heads end at the largest weight of each above 16 tokens, and say so', async () => {
    for (const [text, isScaled] of /** @type {[string, boolean][]} */ ([
      ['the old mill', false],
      ['the old mill by the sea was slow and the old sea was slow', true],
    ])) {
      const context = await contextOf('bert', { sentence: text, step: 'allHeads' });
      assert.equal(context.computation.queryWords.length > 16, isScaled);
      const { after } = getReplies(context.computation);
      const drawing = await drawAllHeads(context, colours);
      const found = drawing.marks.flatMap(({ cells }) => (cells ? [cells] : []));
      assert.equal(found.length, after.weights.length * 4);
      for (const { view, darkest } of found)
        assert.equal(darkest, isScaled ? Math.max(...view.numbers) : 1);
      const caption = plain(markup(steps.allHeads.text(context)));
      assert.match(caption, isScaled ? /to the largest weight of each map\./ : /to 1\./);
      assert.equal(/the largest number of each map/.test(textsIn(drawing).join()), isScaled);
    }
  });

  it('a drawing of all heads says which are silenced', async () => {
    const { title } = await drawAllHeads(await contextOf('gpt2', { silence: '1.0' }), colours);
    assert.match(title, /heads\. Silenced: head 1 of layer 2\.$/);
    const plainTitle = (await drawAllHeads(await contextOf('gpt2'), colours)).title;
    assert.match(plainTitle, /heads$/);
  });

  it('all heads between two texts are drawn with the queries and keys on screen', async () => {
    const context = await contextOf('bert', { pair: 'the bird', texts: 'a-b' });
    const { after, stackLayers } = getReplies(context.computation);
    const part = findTextPart(after, stackLayers[0], 'a-b');
    assert.ok(part.rows.length !== after.ids.length);
    const { marks, description } = await drawAllHeads(context, colours);
    assert.deepEqual(
      marks.flatMap(({ cells }) => (cells ? [cells.view.numbers] : [])),
      after.weights.flatMap((weights) =>
        Array.from(
          { length: weights.shape[0] },
          (_, head) => makePartView(weights, head, part).numbers,
        ),
      ),
    );
    assert.equal(description, part.rows.map((i) => context.computation.queryWords[i]).join(' '));
  });

  it('keys that are read from the right begin at the right, on screen and in the file', async () => {
    const files = filesOf('marian');
    const toHebrew = (/** @type {string} */ letter) =>
      String.fromCharCode(letter.charCodeAt(0) - 97 + 0x5d0);
    const tokenizer = files['tokenizer.json'].replace(
      /\["([a-z])"/g,
      (/** @type {string} */ _, /** @type {string} */ letter) => `["${toHebrew(letter)}"`,
    );
    for (const isRtl of [true, false]) {
      const { show } = await openModel(isRtl ? { ...files, 'tokenizer.json': tokenizer } : files);
      const text = isRtl ? [...'the'].map(toHebrew).join('') : 'the';
      const context = viewContext(await show({ sentence: text, pair: text, step: 'allHeads' }));
      const page = markup(allHeadsView(context));
      const directions = [...page.matchAll(/class="thumb [^>]* dir=(\w+)/g)].map(
        ([, found]) => found,
      );
      assert.deepEqual(directions, Array(24).fill(isRtl ? 'rtl' : 'ltr'));
      const drawing = await drawAllHeads(context, colours);
      const { view } = drawing.marks.find(({ cells }) => cells)?.cells ?? assert.fail();
      const { data, shape } = getReplies(context.computation).after.weights[0];
      assert.equal(view.at(0, isRtl ? shape[2] - 1 : 0), data[0]);
    }
  });

  it('the next tokens are drawn as bars with their probabilities', async () => {
    const drawing = drawAnswers(await contextOf('gpt2', { query: 2 }), colours);
    const next = model.next(model.run(sentence), 2, 8);
    const texts = textsIn(drawing);
    for (const { probability } of next) assert.ok(texts.includes(rounded(probability)));
    const widths = widthsIn(drawing);
    assert.equal(widths.length, next.length);
    widths.forEach((width, i) => {
      const share = next[i].probability / next[0].probability;
      assert.ok(Math.abs(width / widths[0] - share) < 1e-6, `bar ${i}`);
    });
    assert.match(toSvg(drawing), /<title>After /);
    assert.doesNotMatch(toSvg(drawing), NO_COLOUR);
  });

  it('next tokens whose probabilities are all 0 have bars of no width', async () => {
    const context = await contextOf('gpt2', { query: 2 });
    const { after } = getReplies(context.computation);
    after.next = after.next?.map((tokens) => tokens.map((each) => ({ ...each, probability: 0 })));
    const widths = widthsIn(drawAnswers(context, colours));
    assert.deepEqual(widths, Array(widths.length || 1).fill(0));
  });

  it('the next tokens before and after a change stand side by side on one scale', async () => {
    const context = await contextOf('gpt2', { query: 2, silence: '1.0 1.1' });
    const drawing = drawAnswers(context, colours);
    const compared = getReplies(context.computation).compared?.[2] ?? [];
    const values = [...compared.map(({ before }) => before), ...compared.map(({ after }) => after)];
    const widths = widthsIn(drawing);
    assert.equal(widths.length, values.length);
    const most = Math.max(...values);
    widths.forEach((width, i) => {
      assert.ok(Math.abs(width / Math.max(...widths) - values[i] / most) < 1e-6, `bar ${i}`);
    });
    assert.notDeepEqual(compared[0].before, compared[0].after);
  });

  it('a sentence says which token is the most probable now, where a change makes it another', async () => {
    const seen = new Set();
    for (const silence of ['0.*', '1.*', '0.0', '1.0', '1.1', '0.1', '1.2', '1.3'])
      for (const query of [0, 1, 2, 3]) {
        const context = await contextOf('gpt2', { query, silence });
        const [compared] = [getReplies(context.computation).compared?.[query] ?? []];
        const first = (/** @type {'before' | 'after'} */ side) =>
          compared.toSorted((a, b) => b[side] - a[side])[0];
        const isOther = first('before') !== first('after');
        const text = plain(markup(summaryOfChange(context)));
        assert.equal(/Now the most probable is /.test(text), isOther, text);
        if (isOther) {
          const { label } = compareTokens(context)[compared.indexOf(first('after'))];
          const shown = plain(markup(bold(label)));
          assert.ok(text.endsWith(`Now the most probable is ${shown}.`), text);
        }
        seen.add(isOther);
      }
    assert.equal(seen.size, 2, 'both are met');
  });

  it('the likeness names the sentences that were compared, not those typed since', async () => {
    const compared = { sentence: 'the bird', comparedSentence: 'the old mill' };
    const context = await contextOf('bert-encoder', { ...compared, step: 'next', silence: '0.*' });
    const typed = { sentence: 'the bird s', comparedSentence: 'the old milk' };
    const later = { ...context, state: { ...context.state, ...typed } };
    const text = plain(markup(modelAnswer(later)));
    assert.match(text, /How similar “the bird” and “the old mill” are/);
    const summary = plain(markup(summaryOfChange(later)));
    assert.match(summary, /^The vector of the sentence .* similarity to “the old mill”/);
  });

  it('a change leads with the vector of the sentence, and the usual comparison comes last', async () => {
    const context = await contextOf('bert-encoder', { sentence: 'the bird', silence: '0.*' });
    const text = plain(markup(summaryOfChange(context)));
    assert.match(text, /^The vector of the sentence and .* have the cosine [\d.]+\.$/);
    assert.match(plain(markup(modelAnswer(context))), /have the cosine .* How similar /);
  });

  it('the CSV of the answer has the bars, not the weights', async () => {
    for (const [silence, head] of [
      ['', 'token,id,probability,shown as'],
      ['1.0 1.1', 'token,id,before,after your changes,shown as'],
    ]) {
      const context = await contextOf('gpt2', { query: 2, silence });
      const [first, ...lines] = await exportCsv(context);
      assert.equal(`${first}`, head);
      const tokens = compareTokens(context);
      assert.equal(lines.length, tokens.length);
      lines.forEach((line, i) => {
        const value = Number(line.at(-2));
        assert.deepEqual(line.slice(0, 2), [tokens[i].token, String(tokens[i].id)]);
        assert.equal(Math.fround(value), Math.fround(tokens[i].after), `${line}`);
      });
    }
  });

  it('the CSV of the stream has its numbers on screen, not the weights', async () => {
    for (const hasLens of [true, false]) {
      const context = await contextOf('gpt2', { query: 2, step: 'stream' });
      const replies = getReplies(context.computation);
      const predict = async (/** @type {Tensor} */ rows) => model.predictTokens(rows, 3);
      if (hasLens) replies.lens = makeLens(replies.after.stream, predict);
      const [head, ...lines] = await exportCsv(context);
      const tokens = ['token 1', 'id 1', 'probability 1', 'token 2', 'id 2', 'probability 2'];
      const columns = ['token', 'part', 'length', 'cosine of the sum', ...(hasLens ? tokens : [])];
      assert.deepEqual(head.slice(0, columns.length), columns);
      const page = plain(markup(streamView(context)));
      assert.deepEqual(
        lines.map(([, name]) => name),
        ['embedding', 'attention 1', 'feed-forward 1', 'attention 2', 'feed-forward 2'],
      );
      for (const [token, name, length, cosine, ...predicted] of lines) {
        assert.equal(token, replies.after.tokens[2]);
        for (const text of [name, rounded(Number(length)), rounded(Number(cosine))])
          assert.ok(page.includes(text), text);
        assert.equal(predicted.length, hasLens ? 9 : 0);
      }
      const last = lines.at(-1) ?? [];
      assert.equal(Math.fround(Number(last[3])), 1);
      const [first] = model.next(model.run(sentence), 2, 1);
      if (hasLens) {
        assert.deepEqual(last.slice(4, 6), [first.token, String(first.id)]);
        assert.equal(Math.fround(Number(last[6])), first.probability);
      }
      assert.equal(head.length, last.length);
    }
  });

  it('a step without a table or picture of its own exports no other one, and says so', async () => {
    await assert.rejects(exportCsv(await contextOf('gpt2', { step: 'modelPicture' })), {
      code: 'ERR_EXPORT',
      message:
        'The picture of the model has no table. Choose an image, or the CSV of another step.',
    });
    const { draw } = steps.stream;
    assert.ok(draw);
    assert.throws(() => draw(/** @type {any} */ ({}), colours), {
      code: 'ERR_EXPORT',
      message: 'The table of this step has no image. Choose CSV.',
    });
  });

  it('the answer of a translator has no table and no bars before its tokens are open', async () => {
    const context = await contextOf('marian');
    const closed = {
      code: 'ERR_EXPORT',
      message: 'Press “Show how probable each of its tokens is” first.',
    };
    assert.throws(() => drawAnswers(context, colours), closed);
    await assert.rejects(exportCsv(context), closed);
    const { sizes } = getReplies(context.computation).info;
    const open = await contextOf('marian', { modelLayer: listStackLayers(sizes).length - 1 });
    assert.ok(widthsIn(drawAnswers(open, colours)).length > 0);
  });

  it('programs say that they compute one layer, not the answer', async () => {
    const { state, computation } = await contextOf('gpt2');
    for (const id of ['numpy', 'pytorch', 'javascript']) {
      const format = FORMATS.find((each) => each.id === id);
      assert.ok(format?.kind === 'program');
      const file = await format.make({ state, computation, tensor: 'weights' });
      assert.ok('text' in file);
      assert.match(file.text, /^(#|\/\/) This program computes one layer, not the answer /m);
    }
  });

  it('the similarity of two sentences is drawn as the bars on screen', async () => {
    for (const [silence, count] of /** @type {const} */ ([
      ['', 1],
      ['0.0 1.1', 2],
    ])) {
      const context = await contextOf('bert-encoder', {
        comparedSentence: 'the new mill',
        silence,
      });
      const { likeness } = getReplies(context.computation);
      assert.ok(likeness && 'after' in likeness);
      const drawing = drawAnswers(context, colours);
      const cosines = [likeness.before, likeness.after].slice(-count);
      const widths = widthsIn(drawing);
      assert.equal(widths.length, count);
      for (const [i, cosine] of cosines.entries()) {
        assert.equal(widths[i], (240 * Math.abs(cosine)) / 2);
        assert.ok(textsIn(drawing).includes(rounded(cosine)));
      }
      assert.equal(drawing.title, 'Cosine of “the old mill” and “the new mill”');
      assert.deepEqual(listAnswerCells(context)[1], cosines);
    }
  });

  it('bars to the left of 0 stand for negative cosines', async () => {
    const context = await contextOf('bert-encoder', { comparedSentence: 'the new mill' });
    const replies = getReplies(context.computation);
    replies.likeness = { before: -0.5, after: -0.5 };
    const { marks } = drawAnswers(context, colours);
    const bar = marks.find(({ kind }) => kind === 'rect');
    const zero = marks.find(({ text }) => text === '0');
    assert.equal(Number(bar?.x) + Number(bar?.width), zero?.x);
  });

  it('without a second sentence there are no bars, and the reason is true', async () => {
    const context = await contextOf('bert-encoder', { comparedSentence: '' });
    assert.throws(() => drawAnswers(context, colours), /Write a sentence to compare with/);
    assert.throws(() => listAnswerCells(context), /Write a sentence to compare with/);
  });
});

describe('all tensors as JSON', () => {
  for (const name of checkpoints)
    it(`of ${name} are every number, with a name for each axis`, async () => {
      const { state, computation } = await contextOf(name);
      assertWritten(state, computation);
    });
});

describe('the tables of a step', () => {
  for (const [name, step, expected] of [
    ['gpt2', 'input', 'input → mean |variance · gain + bias → normalized'],
    ['llama', 'input', 'input → meanSquare · gain → normalized'],
    ['gpt2', 'q', 'normalized · wq + qBias → q'],
    ['llama', 'q', 'normalized · wq → q → qRotated'],
    ['bert', 'sum', 'input + output → sum → mean |variance · gain + bias → normalized'],
  ])
    it(`leave out what ${name} has not, with the sign before it: ${step}`, async () => {
      const shown = (steps[step].figure?.(await contextOf(name)) ?? []).map((part) =>
        typeof part === 'string'
          ? part
          : `${part.joinsPrevious ? '|' : ''}${getLocalName(part.tensor)}`,
      );
      assert.equal(shown.join(' '), expected);
    });
});
