import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needSlot } from '../../web/features.js';
import { getMaskWords } from '../../web/graph/masks/index.js';
import { listLessonSteps } from '../../web/lessons/steps.js';
import { drawSentences } from '../../web/sources/score-variance.js';
import { DEFAULTS } from '../../web/state/fields.js';
import { listPresets, makePresetState } from '../../web/state/presets.js';
import { listSteps } from '../../web/state/step-order.js';
import * as overview from '../../web/text/en/overview.js';
import { badges } from '../../web/text/en/sources.js';
import * as shared from '../../web/text/en/steps.js';
import * as additive from '../../web/text/en/steps-additive.js';
import * as attend from '../../web/text/en/steps-attend.js';
import * as scale from '../../web/text/en/steps-attend.js';
import * as spreads from '../../web/text/en/steps-attend.js';
import * as dot from '../../web/text/en/steps-dot.js';
import { bold, X } from '../../web/text/inline.js';
import { arithmeticView } from '../../web/views/arithmetic.js';
import { cellLabel } from '../../web/views/cell-label.js';
import { stepSection } from '../../web/views/figure.js';
import { formulaLine } from '../../web/views/formula-line.js';
import { originNote, weightsFigure } from '../../web/views/overview.js';
import { settingsPanel } from '../../web/views/settings.js';
import {
  attention,
  computationOf,
  NOT_KEPT,
  STATES,
  viewContext,
} from '../support/computations.js';
import { markup, plain } from '../support/markup.js';

/** @param {object} requested */
const context = (requested) => viewContext(computationOf(requested));

/**
 * @param {object} requested
 * @param {'text' | 'formula'} part a part of the step
 */
function readText(requested, part = 'text') {
  const context = computationOf(requested);
  const step = listLessonSteps(context.state).find(({ id }) => id === context.state.step);
  return markup(step?.[part](context));
}

/** @param {object} requested @param {...unknown} sentences the last sentences of the step */
function says(requested, ...sentences) {
  const told = plain(readText(requested));
  const expected = sentences.map((sentence) => plain(markup(sentence))).join(' ');
  assert.ok(told.endsWith(expected), `“${told}” ends with “${expected}”`);
}

/** @param {ArrayLike<number>} numbers */
function variance(numbers) {
  const list = Array.from(numbers);
  const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
  return list.reduce((sum, value) => sum + (value - mean) ** 2, 0) / list.length;
}

const crossing = { sentence: 'one two three', target: 'four five six' };
const emptyRow = { mask: 'custom', masked: '1.0 1.1 1.2 1.3', query: 1 };

const reading = /** @type {any} */ ({});

it('the step of mixing says once that the sum uses all digits', () => {
  for (const requested of [{ step: 'heads' }, { step: 'output', mechanism: 'additive' }])
    assert.equal(plain(readText(requested, 'text')).split(attend.usesAllDigits).length, 2);
});

describe('what the lessons say', () => {
  it('√d makes up for d alone: scaled scores grow with the width up to 16, and not beyond', () => {
    const spread = (/** @type {number} */ dModel) =>
      Math.sqrt(
        variance(
          Array.from({ length: 60 }, (_, seed) =>
            computationOf({ seed, dModel, heads: 1 }),
          ).flatMap(({ computation }) => [...computation.results.scaledScores.data]),
        ),
      );
    const [single, four, sixteen, more, most] = [1, 4, 16, 17, 64].map(spread);
    assert.ok(four > 3 * single && sixteen > 3 * four, `${single} ${four} ${sixteen}`);
    assert.ok(more < four && Math.abs(most - more) < 0.1, `${more} ${most}`);
    says({ step: 'scaledScores' }, scale.scaledByRoot(2));
    says({ step: 'spread' }, spreads.scaledByWidth(16));
  });

  it('a division by c divides the variance by c²: √d makes it 1, d would make it 1/d', () => {
    const d = 64;
    const { queries, keys } = drawSentences(DEFAULTS.seed, d);
    const scaled = (/** @type {number} */ scale) => {
      const { trace } = attention.scaledDotProductAttention(queries, keys, keys, {
        scale,
        trace: true,
      });
      return variance(trace.scaledScores.data);
    };
    assert.ok(Math.abs(scaled(1) / d - 1) < 0.1);
    assert.ok(Math.abs(scaled(1 / Math.sqrt(d)) - 1) < 0.1);
    assert.ok(Math.abs(scaled(1 / d) * d - 1) < 0.1);
    // The claim fails if the numbers are not independent or have another mean.
    const selfAttention = attention.scaledDotProductAttention(queries, queries, keys, {
      trace: true,
    });
    assert.ok(variance(selfAttention.trace.scores.data) > 5 * d);
    says(
      { step: 'spread' },
      ...[spreads.variance, spreads.dividedVariance, spreads.dividedByWords],
      spreads.scaledByWidth(16),
    );
  });

  it('K = Q makes S symmetric for one sentence, not for two', () => {
    const isSymmetric = (/** @type {object} */ requested) => {
      const { data, shape } = computationOf({ keys: 'queries', heads: 1, ...requested }).computation
        .results.scores;
      const size = shape[2];
      return data.every((value, i) => value === data[(i % size) * size + Math.floor(i / size)]);
    };
    assert.deepEqual([{}, crossing].map(isSymmetric), [true, false]);
    const step = { keys: 'queries', step: 'k' };
    says(step, dot.sharedKeys, dot.symmetric);
    says({ ...step, ...crossing }, dot.sharedKeys, dot.notSymmetric);
  });

  it('no position is in a row of X: words in another order only bring their rows along', () => {
    const [rows, other] = ['They eat noodles', 'noodles They eat'].map((sentence) => {
      const { data, shape } = computationOf({ sentence }).computation.results.output;
      return [0, 1, 2].map((row) => [...data.slice(row * shape[1], (row + 1) * shape[1])]);
    });
    [2, 0, 1].forEach((row, i) => {
      other[i].forEach((value, column) => {
        assert.ok(Math.abs(value - rows[row][column]) < 1e-5);
      });
    });
    says({ step: 'embeddings' }, dot.noPositions);
  });

  it('the softmax and its trace name masked scores if there is a mask or a set one, otherwise the scores before', () => {
    /** @type {[object, string, string][]} */
    const shown = [
      [{}, 'scaled scores', '𝑠′'],
      [{ mask: 'causal' }, 'masked scores', '𝑠″'],
      [{ edits: 'maskedScores.0.1.1:2' }, 'masked scores', '𝑠″'],
      [{ edits: 'scores.0.1.1:2' }, 'scaled scores', '𝑠′'],
      [{ mechanism: 'additive' }, 'scores', 's'],
      [{ mechanism: 'additive', temperature: 2 }, 'scaled scores', '𝑠′'],
      [{ mechanism: 'additive', mask: 'causal' }, 'masked scores', '𝑠″'],
      [{ target: 'He is tall', layer: 'self' }, 'masked scores', '𝑠″'],
    ];
    for (const [requested, name, symbol] of shown) {
      const context = computationOf({ step: 'weights', ...requested });
      const step = listLessonSteps(context.state).find(({ id }) => id === 'weights');
      const parts = step?.figure(context) ?? [];
      const [table] = parts;
      assert.ok(typeof table === 'object');
      assert.equal(table.name, name, JSON.stringify(requested));
      const index = context.computation.results[table.tensor].shape.map(() => 0);
      const traced = plain(markup(cellLabel({ ...context, parts }, { id: table.tensor, index })));
      assert.ok(traced.startsWith(`${name.slice(0, -1)} ${table.symbol} `), traced);
      const [formula] =
        markup(step?.formula(context)).match(/(?<=<mi[^>]*>)[s𝑠][′″]?(?=<)/gu) ?? [];
      assert.equal(formula, symbol, JSON.stringify(requested));
    }
  });

  it('softmax(QKᵀ/√d)V stands in one line where nothing else is done, and a head has its index', () => {
    for (const requested of [{}, { head: 1 }, { edits: 'q.0.0:2' }, crossing]) {
      const { computation, state } = computationOf({ step: 'heads', ...requested });
      const { q, k, v, heads } = computation.results;
      const { output } = attention.scaledDotProductAttention(q, k, v);
      assert.deepEqual([...output.data], [...heads.data]);
      const head = state.head + 1;
      assert.equal(
        plain(readText({ step: 'heads', ...requested }, 'formula')).replaceAll(' ', ''),
        `H${head}=A${head}&InvisibleTimes;V${head}=softmax(Q${head}&InvisibleTimes;K${head}ᵀd)V${head}`,
      );
    }
    for (const requested of [
      ...[{ mask: 'causal' }, { temperature: 2 }, { scale: 'none' }, { scale: 0.5 }],
      ...[{ dropout: 0.5 }, { edits: 's.0.1.1:4' }, { ...crossing, edits: 's.0.1.1:4' }],
      ...[{ edits: 'scores.0.1.1:4' }, { edits: 'weights.0.1.3:0.8' }],
      { ...crossing, layer: 'self', edits: 'ss.0.1.1:4' },
    ]) {
      assert.doesNotMatch(readText({ step: 'heads', ...requested }, 'formula'), /softmax/);
    }
    assert.match(readText({ step: 'heads', dropout: 0.5 }, 'formula'), /𝐴′<\/mi><mn>1</);
  });

  it('the line of the formula adds M where a mask adds −∞, and the step says the same', () => {
    const line = (/** @type {object} */ requested) =>
      plain(markup(formulaLine(context({ step: 'q', ...requested }), '')))
        .replace(/ [a-z -]+: open/g, '')
        .replace(/\s/g, '');
    const step = (/** @type {object} */ requested) =>
      plain(readText({ step: 'maskedScores', ...requested }, 'formula')).replaceAll(' ', '');
    assert.equal(line({}), 'softmax(Q·Kᵀ/√d)V');
    for (const masked of [
      { mask: 'causal' },
      { mask: 'padding' },
      { mask: 'custom', masked: '0.1' },
      { target: 'He is tall', layer: 'self' },
    ]) {
      assert.equal(line(masked), 'softmax(Q·Kᵀ/√d+M)V', JSON.stringify(masked));
      assert.match(step(masked), /^𝑆″=𝑆′\+Mmij=\{−∞if.*0else/u);
    }
    const additive = { mechanism: 'additive', mask: 'causal' };
    assert.equal(line(additive), 'softmax(w·tanh(Q′+K′)+M)X');
    assert.match(step(additive), /^𝑆″=S\+M/u);
    // These fills replace the score.
    for (const fill of ['-1e9', '0']) {
      assert.equal(line({ mask: 'causal', fill }), 'softmax(Q·Kᵀ/√d)V');
      assert.match(step({ mask: 'causal', fill }), /^𝑠″ij=\{.*𝑠′ijelse/u);
    }
  });

  it('the line of the formula scales as the run does', () => {
    const line = (/** @type {object} */ requested) =>
      plain(markup(formulaLine(context({ step: 'q', ...requested }), '')))
        .replace(/ [a-z -]+: open/g, '')
        .replace(/\s/g, '');
    for (const [requested, scaling] of /** @type {[object, string][]} */ ([
      [{}, '/√d'],
      [{ temperature: 2 }, '/√d/2'],
      [{ scale: 'none' }, ''],
      [{ scale: 'none', temperature: 2 }, '/2'],
      [{ scale: 'words' }, '/√4'],
      [{ scale: 0.5 }, '·0.5'],
    ]))
      assert.equal(line(requested), `softmax(Q·Kᵀ${scaling})V`, JSON.stringify(requested));
  });

  it('the name of each table can follow “numbers of the”', () => {
    for (const requested of Object.values(STATES))
      for (const { name } of Object.values(computationOf(requested).computation.nodes))
        assert.doesNotMatch(name, /^(what|their|the|an?) /);
  });

  it('a word with punctuation is quoted within a sentence', () => {
    const punctuated = ['sing,', '“oh', '.', 'sing', 'don’t', '…ing', '[SEP]'];
    assert.deepEqual(
      punctuated.map((name) => plain(markup(bold(name)))),
      ['“sing,”', '““oh”', '“.”', 'sing', 'don’t', '…ing', '[SEP]'],
    );
  });

  it('a letter means one thing: T transposes, e is Euler’s number, W_V makes values, v is no index', () => {
    for (const requested of Object.values(STATES)) {
      const { state, computation } = computationOf(requested);
      for (const step of listSteps(state)) {
        const formula = readText({ ...requested, step }, 'formula');
        assert.doesNotMatch(formula, /<mi>(T|e|v)<\/mi>/, step);
      }
      for (const [name, { symbol, op }] of Object.entries(computation.nodes)) {
        assert.notEqual(symbol, 'w_v', name);
        if (op.name === 'product' && symbol === 'Q') assert.equal(name, 'q');
      }
    }
  });

  it('in additive attention the row is the query, and its projection Q′', () => {
    const { computation } = computationOf({ mechanism: 'additive', keyWidth: 6, ...crossing });
    const { queryEmbeddings, embeddings, output } = computation.results;
    const { wq, wk, wv } = computation.parameters;
    const direct = attention.additiveAttention(queryEmbeddings, embeddings, embeddings, {
      ...{ wq, wk, wv },
    });
    assert.deepEqual([...direct.output.data], [...output.data]);
    assert.equal(computation.nodes.projectedQueries.symbol, 'Q′');
    const step = { mechanism: 'additive', step: 'projectedQueries' };
    says(step, additive.queryProjection(X, 3));
  });

  it('a score set by hand: its formula gives what the core gives without it', () => {
    for (const mechanism of ['dot', 'additive']) {
      const place = mechanism === 'dot' ? [0, 1, 2] : [1, 2];
      const shown = context({ mechanism, edits: 's.0.1.2:3', step: 'scores' });
      const text = markup(arithmeticView(shown, { id: 'scores', index: place }));
      const { data } = computationOf({ mechanism }).computation.results.scores;
      assert.match(plain(text), /^Set by you to 3; its formula gives/);
      const gives = [...text.matchAll(/<data value=([^>]*)>/g)].map(([, value]) => Number(value));
      assert.equal(Math.fround(gives[1]), data[6]);
    }
  });

  it('numbers are called random as far as they are', () => {
    const badge = (/** @type {object} */ requested) =>
      plain(markup(originNote(context(requested))));
    assert.ok(badge({}).startsWith(badges.seed(7)));
    assert.ok(badge({ edits: 'q.0.1:0.5' }).startsWith(overview.origin(badges.seed(7), 1)));
    assert.ok(!badge({ edits: 'x.absent.1:0.5' }).includes(overview.origin(badges.seed(7), 1)));
  });

  it('a row masked as a whole is −∞ − (−∞), nowhere 0 ÷ 0; what PyTorch makes of it depends', () => {
    const shown = context({ ...emptyRow, emptyRow: 'nan' });
    const { rowMax, exponentials } = shown.computation.results;
    assert.equal(rowMax.data[1], -Infinity);
    assert.ok(Number.isNaN(exponentials.data[4]), 'NaN before anything is divided');
    const figure = plain(markup(weightsFigure(shown)));
    assert.ok(figure.includes(plain(markup(overview.noNumbers('eat')))));
    const { adds, becomes, nan, zeros, even } = attend.maskedScores;
    says({ ...emptyRow, emptyRow: 'nan', step: 'maskedScores' }, adds, nan);
    says({ ...emptyRow, step: 'maskedScores' }, adds, zeros);
    says({ ...emptyRow, fill: '0', step: 'maskedScores' }, becomes('0'), even(4));
  });

  it('the weights of a table keep their digits when one of them is set to almost 0', () => {
    const read = (/** @type {object} */ requested) =>
      [
        ...markup(weightsFigure(context(requested))).matchAll(/<td [^>]*data-value[^>]*>([^<]*)</g),
      ].map(([, digits]) => digits.trim());
    for (const sentence of ['They eat fried noodles', 'They eat fried noodles every single day']) {
      const before = read({ sentence });
      const after = read({ sentence, edits: 'weights.0.0.0:0.0001' });
      assert.deepEqual(after, ['≈0', ...before.slice(1)]);
    }
  });

  it('a sentence has the digits of the table above it', () => {
    const drawn = markup(weightsFigure(context({ scale: 'none', dModel: 16, pin: 3 })));
    const quoted = [...drawn.matchAll(/<data value=([^>]*)>([^<]*)</g)];
    assert.equal(quoted.length, 2);
    for (const [, value, digits] of quoted)
      assert.match(drawn, new RegExp(`data-value=${value}\\s[^>]*>${digits}<`));
  });

  it('the frame around the row of the chosen query is explained where there is one', () => {
    const read = (/** @type {object} */ requested) => {
      const drawn = markup(weightsFigure(context(requested)));
      return [
        drawn.includes('<tr class=selected'),
        /The frame marks the row of (\S+),/.exec(plain(drawn))?.[1],
      ];
    };
    assert.deepEqual(read({ query: 1 }), [true, 'eat']);
    assert.deepEqual(read({ query: 3 }), [true, 'noodles']);
    // One row alone needs no explanation, and a map has the frame of its lens, too.
    assert.equal(read({ rows: 'one' })[1], undefined);
    assert.equal(read({ sentence: 'word' })[1], undefined);
    assert.equal(read({ sentence: 'a '.repeat(20) })[1], undefined);
  });

  it('the query of a row stands where the text says, in either direction', () => {
    for (const [sentence, side] of [
      ['they eat', 'left'],
      ['החתול אוכל', 'right'],
    ]) {
      const figure = plain(markup(weightsFigure(context({ sentence }))));
      assert.match(figure, new RegExp(`the word on its ${side}, the query`));
    }
  });

  it('the sum of heads agrees with the output but for numbers that round otherwise; NaN is none', () => {
    const step = { step: 'headContributions' };
    for (const requested of [{}, { ...emptyRow, emptyRow: 'nan' }, { heads: 1 }]) {
      const { output, contributionSum } = computationOf(requested).computation.results;
      const sums = contributionSum.data;
      const place = output.data.findIndex((value, i) => !Object.is(value, sums[i]));
      const agreement =
        place < 0 ? dot.sameDigits : dot.otherDigits(sums[place], output.data[place]);
      says({ ...requested, ...step }, dot.sumOfHeads, agreement);
    }
  });

  it('a decoder’s step names what is left out: the encoder, matrices of its own, the shift', () => {
    says(
      { ...crossing, step: 'decoder' },
      ...[shared.decoderBoth(3, 3), shared.decoderLeavesOut, shared.shifted('four')],
    );
  });

  it('a mask is to be pressed only where it can be, and no text points at controls that may be hidden', () => {
    says(
      { step: 'maskedScores' },
      getMaskWords('none').step({ pad: 1 }),
      attend.maskedScores.press,
    );
    const { press } = attend.maskedScores;
    const none = getMaskWords('none').step({ pad: 1 });
    assert.ok(plain(markup(press)).startsWith('Press a cell of the mask'));
    const shown = computationOf({ step: 'maskedScores' });
    const step = listLessonSteps(shown.state).find(({ id }) => id === 'maskedScores');
    assert.equal(plain(markup(step?.text({ ...shown, readonly: true }))), plain(none));
    const many = { sentence: Array.from({ length: 20 }, (_, i) => `w${i}`).join(' ') };
    says({ ...many, step: 'maskedScores' }, none);
    for (const requested of Object.values(STATES)) {
      for (const stepName of listSteps(computationOf(requested).state))
        assert.doesNotMatch(
          plain(readText({ ...requested, step: stepName })),
          /above|double|twice/,
          stepName,
        );
    }
  });

  it('a number is said to be set where it is pressed: once, and where every number of the step can be', () => {
    const note = (/** @type {object} */ requested) =>
      plain(
        markup(
          stepSection(context(requested), { isPart: false, renderPiece: (make) => make() }),
        ).split('<div data-level="2"')[0],
      );
    assert.match(
      note({ step: 'scores' }),
      /press any number to see how it is computed, and to set it$/,
    );
    assert.match(note({ step: 'mechanisms' }), /press any number to see how it is computed$/);
    assert.match(note({ source: 'article' }), /press any number to see how it is computed$/);
  });

  it('dropout is off at inference', () => {
    says(
      { dropout: 0.5, step: 'dropped' },
      ...[attend.dropChance('0.500'), attend.kept, attend.otherSeed],
    );
  });

  it('rows of two widths can be compared after projections, and by Luong’s score', () => {
    const text = plain(markup(settingsPanel(context({}), reading, '', NOT_KEPT)));
    assert.match(text, /WQ and WK make them equally long\. .* Luong’s score, q W kᵀ/);
  });

  it('two sentences have no causal mask, and the settings say why', () => {
    const read = (/** @type {object} */ requested) =>
      plain(markup(settingsPanel(context(requested), reading, '', NOT_KEPT)));
    const why = /The causal mask compares places in one sentence/;
    assert.match(read({ target: 'We sing' }), why);
    assert.doesNotMatch(read({}), why);
    assert.doesNotMatch(read({ target: 'We sing', layer: 'self' }), why);
  });

  it('a preset is chosen with its note; models lend their sizes alone', async () => {
    await needSlot('pretrained');
    for (const { id, name, note } of listPresets()) {
      assert.ok(
        plain(markup(settingsPanel(context(makePresetState(id)), reading, '', NOT_KEPT))).includes(
          note,
        ),
        id,
      );
      if (['transformer', 'bert'].includes(id))
        assert.match(name, /^(The Transformer|BERT)’s sizes, random numbers$/);
    }
    assert.doesNotMatch(
      markup(settingsPanel(context({ seed: 8 }), reading, '', NOT_KEPT)),
      /undefined/,
    );
  });
});
