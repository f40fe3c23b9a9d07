import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getLearningModel } from '../../web/features/models/kinds/models.js';
import { presets } from '../../web/features/models/text/en/presets.js';
import { Trainer } from '../../web/features/models/training/trainer.js';
import { findOverview, makeTable } from '../../web/figures/tables.js';
import { getLocalName } from '../../web/graph/graph.js';
import { findStep, listLessonSteps } from '../../web/lessons/steps.js';
import { normaliseState } from '../../web/state/normalise.js';
import { listPresets, makePresetState } from '../../web/state/presets.js';
import { isLearningModel, listSourceChoices } from '../../web/state/source-kinds.js';
import { markup, plain } from '../support/markup.js';
import { modelComputation } from '../support/models.js';
import '../support/features.js';

/** @import { Shown } from '../support/models.js' */

const computations = {
  'the describer': await modelComputation('describer'),
  'the pronoun resolver': await modelComputation('pronoun'),
  'a pronoun resolver with a free value': await modelComputation('pronoun', {
    variant: 'two-free',
  }),
  'a pronoun resolver of one layer': await modelComputation('pronoun', { variant: 'one' }),
  'a pronoun resolver of one layer with a free value': await modelComputation('pronoun', {
    variant: 'one-free',
  }),
  Mini: await modelComputation('mini', { training: -1 }),
  'a toy of one head': await modelComputation('toy', { heads: 1 }),
  'a toy of two answers': await modelComputation('toy', {
    ...{ task: 'previous-and-mirror', heads: 8, training: 1 },
  }),
  'a toy of two layers': await modelComputation('toy', { task: 'induction' }),
  'word order': await modelComputation('toy', { task: 'order' }),
};

it('a toy with two answers shows both', () => {
  const { state, computation } = computations['a toy of two answers'];
  const { probabilities } = computation.results;
  const [, queries, count] = probabilities.shape;
  const query = 3;
  const text = plain(
    markup(computation.words?.answer?.({ state: { ...state, query }, computation })),
  );
  const most = [0, 1].map((output) => {
    const first = (output * queries + query) * count;
    const row = [...probabilities.data.subarray(first, first + count)];
    return computation.names?.n[row.indexOf(Math.max(...row))];
  });
  assert.match(
    text,
    new RegExp(
      `^At ${computation.queryWords[query]} it answers ${most[0]} as the letter before .* ${most[1]} as the letter opposite`,
    ),
  );
});

it('a toy gives no answer at a word that its task does not ask about', async () => {
  for (const [task, questionIndex, otherIndex] of /** @type {const} */ ([
    ['induction', 13, 1],
    ['recall', 8, 7],
    ['previous', 1, 0],
    ['order', 5, 2],
  ])) {
    const { state, computation } = await modelComputation('toy', { task, training: 1 });
    const answerAt = (/** @type {number} */ query) =>
      plain(markup(computation.words?.answer?.({ state: { ...state, query }, computation })));
    assert.match(answerAt(questionIndex), /^At \S+ it answers /);
    const word = computation.queryWords[otherIndex];
    assert.equal(answerAt(otherIndex), `The task asks for no answer at this ${word}.`);
  }
});

it('the lesson mentions a mask only if there is one', () => {
  for (const [name, { state, computation }] of Object.entries(computations)) {
    const masked = Object.keys(computation.nodes).filter(
      (id) => getLocalName(id) === 'maskedScores',
    );
    const isCausal = name === 'Mini' || state.task === 'induction' || name === 'a toy of one head';
    assert.equal(masked.length > 0, isCausal, name);
    for (const step of listLessonSteps(state).filter(({ id }) => getLocalName(id) === 'weights')) {
      const names = step
        .figure({ state, computation })
        .flatMap((part) => (typeof part === 'string' ? [] : part.name));
      assert.equal(names[0], isCausal ? 'masked scores' : 'scaled scores', name);
      assert.equal(markup(step.formula({ state, computation })).includes('″'), isCausal, name);
    }
  }
});

describe('the lesson', () => {
  for (const [name, { state, computation }] of Object.entries(computations)) {
    const steps = listLessonSteps(state);
    const context = { state, computation };

    it(`of ${name}: each step has a name, at most three sentences, and shows its tensor`, () => {
      for (const step of steps) {
        assert.ok(step.name && step.title, step.id);
        const text = plain(markup(step.text(context)));
        assert.ok(text.length > 20 && !/undefined|NaN|\[object/.test(text), `${step.id}: ${text}`);
        const sentences = text.match(/[.?!](?= |$)/g) ?? [];
        assert.ok(sentences.length <= 3, `${step.id}: ${text}`);
        assert.doesNotMatch(markup(step.formula(context)), /undefined|NaN/, step.id);
        const matrices = step.figure(context).filter((part) => typeof part !== 'string');
        assert.ok(
          matrices.some(({ tensor }) => tensor === step.id),
          step.id,
        );
        for (const { tensor, view } of matrices) {
          assert.ok(computation.results[tensor], `${step.id}: ${tensor}`);
          assert.ok(Number.isFinite(view.at(0, 0)), `${step.id}: ${tensor}`);
        }
      }
    });

    it(`of ${name}: every tensor has a step that shows it`, () => {
      for (const tensor of Object.keys(computation.nodes)) {
        const step = steps.find(({ id }) => id === findStep(state, tensor));
        const shown = step
          ?.figure(context)
          .flatMap((part) => (typeof part === 'string' ? [] : part.tensor));
        assert.ok(
          shown?.includes(tensor) || step?.shows?.includes(tensor) || /rowMax$/.test(tensor),
          `${tensor}: ${step?.id}`,
        );
      }
    });

    it(`of ${name}: the name of each table can follow “numbers of the”`, () => {
      for (const { name } of Object.values(computation.nodes))
        assert.doesNotMatch(name, /^(what|their|the|an?) /);
    });

    it(`of ${name}: above each step are the weights of its layer, or of the last`, () => {
      const all = Object.keys(computation.nodes).filter((id) => getLocalName(id) === 'weights');
      for (const step of steps) {
        const layer = /^layer\d/.exec(step.id);
        const expected = layer ? `${layer[0]}/weights` : all.at(-1);
        assert.equal(findOverview(step, computation), expected, step.id);
      }
    });
  }

  it('hatches the masked pairs of a causal model, and none of others', () => {
    /** @param {Shown} one */
    const masked = ({ state, computation }) =>
      makeTable({ state, computation }, 'layer1/weights').masked(1, 2);
    assert.equal(masked(computations.Mini), true);
    assert.equal(masked(computations['a toy of one head']), true);
    assert.equal(masked(computations['word order']), false);
  });
});

describe('the pronoun resolver', () => {
  const { state, computation } = computations['the pronoun resolver'];
  const readAnswer = (/** @type {number} */ query) =>
    plain(
      markup(
        getLearningModel({ source: 'pronoun' }).answer?.({
          state: { ...state, query },
          computation,
        }),
      ),
    );

  it('says what “it” stands for, and that it was not trained for another word', () => {
    assert.match(readAnswer(8), /^it stands for \w+, says the model \(probability 0\.\d+\)\.$/);
    assert.match(readAnswer(1), /^In training, the model was never asked/);
  });

  it('says how many words it has', () => {
    const embeddings = listLessonSteps(state).find(({ id }) => id === 'embeddings');
    const [count, width] = computation.parameters.words.shape;
    const read = (/** @type {any} */ parameters) =>
      plain(markup(embeddings?.text({ state, computation: { ...computation, parameters } })));
    assert.match(read(computation.parameters), new RegExp(`^Each of its ${count} words`));
    const words = { shape: [count + 3, width] };
    assert.match(read({ words }), new RegExp(`^Each of its ${count + 3} words`));
  });
});

it('without positions, swapping the two nouns does not change the answer', async () => {
  const options = { task: 'order-without-positions', training: 100 };
  const [shown, other] = await Promise.all(
    ['the dog bites the man ?', 'the man bites the dog ?'].map((sentence) =>
      modelComputation('toy', { ...options, sentence }),
    ),
  );
  const answer = (/** @type {Shown} */ { computation }) => {
    const { data, shape } = computation.results.probabilities;
    return [...data.slice(5 * Number(shape.at(-1)))];
  };
  const [was, is] = [answer(shown), answer(other)];
  assert.equal(was.length, shown.computation.names?.n.length);
  was.forEach((probability, i) => {
    assert.ok(Math.abs(probability - is[i]) < 1e-5);
  });
  const { computation, state } = shown;
  const embeddings = listLessonSteps(state).find(({ id }) => id === 'embeddings');
  const text = plain(markup(embeddings?.text({ computation, state })));
  assert.match(text, /all weights move with them, and the answer stays the same\.$/);
});

describe('the state', () => {
  it('keeps the nearest step between lessons', () => {
    /** @param {object} requested */
    const step = (requested) => normaliseState(requested).step;
    assert.equal(step({ source: 'mini', step: 'layer2/weights' }), 'layer2/weights');
    assert.equal(step({ source: 'mini', step: 'weights' }), 'layer1/weights');
    assert.equal(step({ step: 'layer2/weights' }), 'weights');
    assert.equal(step({ source: 'toy', step: 'layer2/sum' }), 'layer1/sum');
    assert.equal(step({ source: 'toy', task: 'induction', step: 'layer2/sum' }), 'layer2/sum');
    assert.equal(step({ source: 'describer', step: 'layer1/scores' }), 'scores');
    assert.equal(step({ source: 'pronoun', step: 'layer2/weights' }), 'layer2/weights');
    assert.equal(
      step({ source: 'pronoun', variant: 'one', step: 'layer2/weights' }),
      'layer1/weights',
    );
  });

  it('has a number of heads that a toy can have', () => {
    for (const heads of [1, 2, 4, 8])
      assert.equal(normaliseState({ source: 'toy', heads }).heads, heads);
    assert.equal(normaliseState({ source: 'toy', heads: 16 }).heads, 8);
    assert.equal(normaliseState({ source: 'toy', heads: 3 }).heads, 2);
  });
});

describe('a sentence', () => {
  it('of Mini always begins with <s>, and is cut if it is too long', async () => {
    for (const sentence of ['the dogs', '<s> the dogs', ' <s>  The dogs ']) {
      const { computation } = await modelComputation('mini', { sentence });
      assert.deepEqual(computation.queryWords, ['<s>', 'the', 'dogs']);
    }
    const { computation } = await modelComputation('toy', { sentence: 'a '.repeat(20) });
    assert.equal(computation.queryWords.length, 16);
  });
});

describe('a number of a model', () => {
  it('changes only later tensors when it is set', async () => {
    const edits = 'layer1/weights.2.3.1:0.25';
    const before = await modelComputation('mini', { training: -1 });
    const after = await modelComputation('mini', { training: -1, edits });
    const isSame = (/** @type {string} */ id) =>
      before.computation.results[id].data.every(
        (value, i) => value === after.computation.results[id].data[i],
      );
    assert.ok(isSame('layer1/maskedScores') && !isSame('layer1/heads') && !isSame('probabilities'));
    assert.equal(after.computation.originals.size, 1);
  });
});

describe('the presets of models', () => {
  for (const { id, state } of listPresets().filter((preset) =>
    isLearningModel(normaliseState(preset.state)),
  )) {
    it(`${id}: the trainer answers, and every number except masks is finite`, async () => {
      const full = normaliseState({
        ...makePresetState(id),
        training: state.source === 'mini' ? -1 : 0,
      });
      const { source, task, variant, heads, sentence, training } = full;
      const spec = {
        kind: /** @type {any} */ (source),
        seed: 0,
        rate: 1,
        mechanism: full.mechanism,
      };
      const request = { spec: { ...spec, task, variant, heads }, step: training, sentence };
      const reply = await new Trainer().answer(request, () => {});
      assert.deepEqual(reply?.reading.unknown, []);
      assert.ok((reply?.reading.words.length ?? 99) <= (reply?.reading.most ?? 0));
      const [[, measured]] = reply?.progress.measures ?? [];
      const right = measured.accuracy ?? measured.exactMatch;
      assert.ok(right >= 0 && right <= 1);
      if (source === 'mini') assert.equal(measured.accuracy, 1);
      const { computation } = await modelComputation(/** @type {any} */ (source), full);
      for (const [name, { data }] of Object.entries(computation.results)) {
        const isMasked = getLocalName(name) === 'maskedScores';
        assert.ok(
          data.every((value) => Number.isFinite(value) || (isMasked && value === -Infinity)),
        );
      }
    });
  }

  it('state how many numbers Mini has', () => {
    const { parameters } = computations.Mini.model;
    const count = Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0);
    assert.ok(presets.mini.note.includes(`${count.toLocaleString('en')} numbers`), `${count}`);
  });

  it('include every task', () => {
    assert.deepEqual(
      listPresets()
        .filter(({ id }) => id.startsWith('toy-'))
        .map(({ id }) => id.slice(4))
        .toSorted(),
      listSourceChoices('task').toSorted(),
    );
  });
});
