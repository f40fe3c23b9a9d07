// Mask kinds, operations and task kinds are one file each and a line in a registry. The loader
// hooks add these lines before the test imports modules of web/.
import assert from 'node:assert/strict';
import { register } from 'node:module';
import { before, describe, it } from 'node:test';
import { markup, plain } from '../support/markup.js';
import { assertBits, runHere, textOf } from '../support/programs.js';
import { runPrograms } from '../support/python.js';

/** @import { Computation } from '../../web/sources/types.js' */

register('../support/additions/hooks.js', import.meta.url);

const { makeChapterSchema, makeStateSchema } = await import('../../web/build/schemas.js');
const { toJavascript } = await import('../../web/export/javascript.js');
const { toNumpy, toPytorch } = await import('../../web/export/python.js');
const { addFeature, getSlot, needSlot } = await import('../../web/features.js');
const { makeAuthorChapter } = await import('../../web/features/practice/author-chapter/page.js');
const { findAnswer } = await import('../../web/features/practice/notes.js');
const { makeExercises, listBlanks } = await import(
  '../../web/features/practice/worksheet/exercises.js'
);
const { worksheetPage, makeSheets, getWorksheetOptions } = await import(
  '../../web/features/practice/worksheet/page.js'
);
const { withCourse } = await import('../../web/pages/judging.js');
const { answerView, questionView } = await import('../../web/pages/tasks/view.js');
const { formatAnswers } = await import('../../web/state/guide.js');
const { listMatrices, makeTable } = await import('../../web/figures/tables.js');
const { makeNode, getNode, withChanges } = await import('../../web/graph/graph.js');
const ops = await import('../../web/graph/ops/index.js');
const { findConsumers, findOperands } = await import('../../web/graph/trace.js');
const { makeContext } = await import('../../web/lessons/context.js');
const { makeComputation, openSource } = await import('../../web/session/computation.js');
const { readAddress, writeAddress } = await import('../../web/state/address.js');
const { editName } = await import('../../web/state/edit-cells.js');
const { normaliseState } = await import('../../web/state/normalise.js');
const { arithmeticView } = await import('../../web/views/arithmetic.js');
const { wholePictureSection } = await import('../../web/views/figure.js');
const { runNote } = await import('../../web/views/overview.js');
const { settingsPanel } = await import('../../web/views/settings.js');
const { attention, NOT_KEPT } = await import('../support/computations.js');
const { toCsv, toJson } = await import('../support/written.js');

const WORDS = 'they eat fried noodles';
const act = () => {};
const acts = { dispatch: act, navigateTo: act, readonly: false, comparison: undefined };

/**
 * @param {object} requested
 * @param {(source: any) => any} [change] changes the source
 */
function contextOf(requested, change = (source) => source) {
  const state = normaliseState({ sentence: WORDS, ...requested });
  const computation = makeComputation(attention, state, change(openSource(attention, state)));
  return /** @type {any} */ (makeContext({ ...acts, state, computation, attention }));
}

/**
 * Asserts that the programs in three languages use no unknown names, and compute the page's numbers.
 * @param {{ state: any, computation: Computation }} shown
 */
async function assertPrograms({ state, computation }) {
  const texts = [toNumpy, toPytorch].map((to) => textOf(to(state, computation)));
  assertBits((await runHere(textOf(toJavascript(state, computation)))).printed, computation);
  for (const { error, tensors } of runPrograms('compute', texts)) {
    assert.equal(error, '');
    const { data } = computation.results.weights;
    tensors.weights.forEach((number, i) => {
      assert.ok(Math.abs(number - data[i]) < 1e-6, String(number));
    });
  }
  return texts;
}

const { fillTables } = await import('../../web/build/documents.js');
const { getCourseChapters, findPage } = await import('../../web/pages/chapters.js');
const { LabSession } = await import('../../web/session/lab-session.js');
const { findPreset, listPresets, makePresetState } = await import('../../web/state/presets.js');
const { listAllSteps, findNearestStep, listSteps } = await import('../../web/state/step-order.js');
const { echo, echoNames } = await import('../support/additions/echo/manifest.js');
const { declarations, STATE_ONLY } = await import('../../web/state/attributes.js');
const { correctValue, findMisspelt } = await import('../../web/state/problems.js');
const { DEFAULTS, SETTINGS, usesSetting } = await import('../../web/state/fields.js');

describe('a setting added as one entry of the table', () => {
  const wanted = /** @type {any} */ ({ sharpness: '2.5', mask: 'causal' });
  const state = /** @type {any} */ (normaliseState(wanted));
  it('is in the state with its default, and is clamped to its range', () => {
    assert.equal(state.sharpness, 2.5);
    assert.equal(/** @type {any} */ (normaliseState({ sharpness: 99 })).sharpness, 9);
    assert.equal(/** @type {any} */ (DEFAULTS).sharpness, 1);
    assert.equal(usesSetting({ source: 'own' }, /** @type {any} */ ('sharpness')), true);
    assert.equal(usesSetting({ source: 'mini' }, /** @type {any} */ ('sharpness')), false);
  });
  it('is written to the address and read from it', () => {
    assert.match(writeAddress(state), /&?sharp=2\.5(&|$)/);
    assert.deepEqual(readAddress('sharp=2.5').state, { sharpness: 2.5 });
  });
  it('is an attribute, whose misspelt values are found', () => {
    assert.equal(declarations.sharpness.attribute, 'sharpness');
    assert.equal('sharpness' in STATE_ONLY, false);
    assert.deepEqual(findMisspelt('sharpness', 'much'), [{ part: 'much', names: undefined }]);
  });
  it('is in the schemas of a state and of a chapter', () => {
    const { sharpness } = /** @type {any} */ (makeStateSchema({})).properties;
    assert.deepEqual([sharpness.minimum, sharpness.maximum, sharpness.default], [0, 9, 1]);
    const { settings: known } = /** @type {any} */ (makeChapterSchema()).properties.pages.items
      .properties;
    assert.equal(known.properties.sharpness.maximum, 9);
  });
  it('is in the tables of the documents', () => {
    const attributes = [
      { name: 'sharpness', type: { text: 'number' }, default: '1', description: 'how' },
    ];
    const element = {
      kind: 'class',
      name: 'A',
      tagName: 'attention-lab',
      customElement: true,
      attributes,
    };
    const manifest = { schemaVersion: '2.1.0', modules: [{ declarations: [element] }] };
    const text = '<!-- attributes of attention-lab -->\n<!-- end -->\n';
    assert.match(
      fillTables(text, /** @type {any} */ (manifest)),
      /\| `sharpness` \| number \| `1` \| how \|/,
    );
  });
});

describe('a kind of mask added as one file', () => {
  const shown = contextOf({ mask: 'window', step: 'maskedScores' });
  const { state, computation } = shown;

  it('masks its pairs', () => {
    const hidden = [...Array(16).keys()].filter((i) => computation.results.weights.data[i] === 0);
    assert.deepEqual(hidden, [1, 2, 3, 6, 7, 8, 11, 12, 13]);
  });

  it('is in the address and in both schemas, and does not mask cross-attention', () => {
    const address = writeAddress(state);
    assert.match(address, /mask=window/);
    assert.equal(readAddress(address).state.mask, 'window');
    const { properties } = /** @type {any} */ (makeStateSchema({}));
    assert.ok(properties.mask.enum.includes('window'));
    const page = /** @type {any} */ (makeChapterSchema()).properties.pages.items;
    assert.ok(page.properties.settings.properties.mask.enum.includes('window'));
    const crossing = contextOf({ mask: 'window', target: 'he is', layer: 'cross' });
    assert.ok(
      crossing.computation.results.weights.data.every((/** @type {number} */ value) => value > 0),
    );
  });

  it('is in the settings, and its step has its text and formula', () => {
    assert.match(
      plain(markup(settingsPanel(shown, /** @type {any} */ ({}), '', NOT_KEPT))),
      /window of two/,
    );
    const step = shown.steps.find((/** @type {any} */ { id }) => id === 'maskedScores');
    assert.match(plain(markup(step.text(shown))), /the key at its own place and to the one before/);
    assert.match(plain(markup(step.formula(shown))), /j ?∉/);
    assert.match(plain(markup(runNote(shown))), /mask: window of two/);
  });

  it('is in the programs of all three languages', async () => {
    const [numpy, pytorch] = await assertPrograms(shown);
    assert.match(numpy, /A query attends to two keys/);
    assert.match(pytorch, /\.triu\(-1\)/);
  });

  it('can be chosen on a worksheet, which asks about it', () => {
    const sheet = { ...shown, given: undefined, answer: act };
    assert.match(plain(markup(worksheetPage.setup(sheet))), /window of two/);
    const [{ questions }] = makeSheets(sheet, {
      ...getWorksheetOptions(sheet),
      tables: ['weights'],
    });
    assert.ok(questions.length > 0);
    assert.match(
      plain(markup(questions.map(({ answer }) => answer))),
      /fried, noodles: their scores are masked/,
    );
  });
});

describe('an operation added as one file', () => {
  const { square } = /** @type {any} */ (ops);
  const shown = contextOf({ heads: 1, step: 'weights', edits: '' }, (source) => ({
    ...source,
    graph: withChanges(source.graph, {
      scaledScores: [
        makeNode('squaredScores', square, 'hqk', { scores: 'hqk' }, 'S²'),
        {
          ...getNode(source.graph, 'scaledScores'),
          inputs: [{ id: 'squaredScores', axes: 'hqk' }],
        },
      ],
    }),
  }));
  const { state, computation } = shown;
  const cell = { id: 'squaredScores', index: [0, 1, 2] };

  it('is registered and computes', () => {
    assert.equal(square.name, 'square');
    const { scores, squaredScores } = computation.results;
    assert.deepEqual(
      [...squaredScores.data],
      [...scores.data].map((item) => Math.fround(item * item)),
    );
  });

  it('has a table, operands, consumers, arithmetic, and an address', () => {
    assert.equal(makeTable(shown, 'squaredScores').view.rows, 4);
    assert.deepEqual(findOperands(computation.run, cell), [[{ id: 'scores', index: [0, 1, 2] }]]);
    const [{ id }] = findConsumers(computation.run, cell);
    assert.equal(id, 'scaledScores');
    assert.match(plain(markup(arithmeticView(shown, cell))), /^\S+ × \S+ = \S+$/);
    const edit = editName(state, computation, cell);
    const set = normaliseState({ ...state, edits: `${edit}:2` });
    assert.equal(readAddress(writeAddress(set)).state.edits, `${edit}:2`);
  });

  it('has its formula in a step of a pretrained model', async () => {
    const { steps } = await import('../../web/features/pretrained/steps.js');
    const { openModel } = await import('../pretrained/computation.js');
    const { sourceOf } = await import('../pretrained/checkpoints.js');
    const { open } = await openModel(sourceOf('gpt2'));
    const { state, source } = await open({ sentence: 'the mill' });
    const inputs = { 'feedForward/hiddenSums': 'qm' };
    const hidden = makeNode('feedForward/hidden', square, 'qm', inputs, 'Z');
    const graph = withChanges(source.graph, { [hidden.id]: [hidden] });
    const computation = makeComputation(attention, state, { ...source, graph });
    assert.match(plain(markup(steps.hidden.formula?.({ state, computation }))), /Z ?= ?U ?2$/);
  });

  it('is in the programs of all three languages', async () => {
    const [numpy, pytorch] = await assertPrograms(shown);
    for (const text of [numpy, pytorch]) assert.match(text, /squared_scores = scores \*\* 2/);
  });

  it('is computed between two tables of a worksheet', () => {
    const [exercise] = makeExercises(shown, { tables: ['scaledScores'], blank: 'all' });
    const matrix = listMatrices(exercise.parts).at(-1);
    assert.ok(matrix);
    assert.equal(listBlanks(exercise, matrix).length, matrix.view.rows * matrix.view.columns);
  });
});

describe('a step added to the lesson', () => {
  const shown = contextOf({ step: 'squaredOutput' });
  const { state, computation } = shown;
  const cell = { id: 'squaredOutput', index: [1, 2] };

  it('comes after the output, only for dot products', () => {
    const ids = (/** @type {object} */ wanted) =>
      listSteps(normaliseState({ sentence: WORDS, ...wanted }));
    const steps = ids({});
    assert.equal(steps[steps.indexOf('output') + 1], 'squaredOutput');
    assert.ok(!ids({ mechanism: 'additive' }).includes('squaredOutput'));
    assert.equal(findNearestStep(ids({ mechanism: 'additive' }), 'squaredOutput'), 'output');
  });

  it('computes, and shows its words, its formula and its tables', () => {
    const { output, squaredOutput } = computation.results;
    assert.deepEqual(
      [...squaredOutput.data],
      [...output.data].map((item) => Math.fround(item * item)),
    );
    const step = shown.steps.find((/** @type {any} */ { id }) => id === 'squaredOutput');
    assert.match(plain(markup(step.text(shown))), /multiplied by itself/);
    assert.match(plain(markup(step.formula(shown))), /Y ?2/);
    const tables = step.figure(shown).filter((/** @type {any} */ { tensor }) => tensor);
    assert.deepEqual(
      tables.map((/** @type {any} */ { tensor }) => tensor),
      ['output', 'squaredOutput'],
    );
    assert.match(tables[1].name, /squared output/);
  });

  it('has operands and consumers, can be edited, and is in the address', () => {
    assert.deepEqual(findOperands(computation.run, cell), [[{ id: 'output', index: [1, 2] }]]);
    const ends = findConsumers(computation.run, { id: 'output', index: [1, 2] });
    assert.deepEqual(ends, [{ id: 'squaredOutput', cells: [cell] }]);
    const edited = contextOf({ step: 'squaredOutput', edits: 'squaredOutput.1.2:9' });
    assert.equal(edited.computation.results.squaredOutput.data[1 * 4 + 2], 9);
    const address = writeAddress(edited.state);
    assert.deepEqual(
      [readAddress(address).state.step, readAddress(address).state.edits],
      ['squaredOutput', 'squaredOutput.1.2:9'],
    );
  });

  it('is in programs, CSV and JSON', async () => {
    const [numpy] = await assertPrograms(shown);
    assert.match(numpy, /squared_output = output \*\* 2/);
    const { text } = Object(toJson(state, computation));
    assert.deepEqual(JSON.parse(text).tensors.squaredOutput.shape, [4, 4]);
    assert.equal(toCsv(computation, 'squaredOutput')?.split('\r\n').length, 6);
  });
});

describe('a kind of task added as one file', () => {
  const task = {
    kind: 'order',
    question: 'In which order?',
    items: ['Q', 'K', 'V'],
    right: 'Yes.',
  };
  /** @param {object} [more] */
  const chapterOf = (more) =>
    makeAuthorChapter(
      JSON.stringify({
        title: 'Orders',
        pages: [{ id: 'letters', title: 'Letters', text: 'Three.', task: { ...task, ...more } }],
      }),
    );
  const [page] = chapterOf().pages;
  const orderTask = /** @type {NonNullable<typeof page.task>} */ (page.task);
  /** @param {string} answers */
  const courseOf = (answers) => withCourse(contextOf({ ...page.state, answers }), page, '');

  it('is in the schema with descriptions, and its refusals have a sentence', () => {
    const { properties } = /** @type {any} */ (makeChapterSchema()).properties.pages.items;
    const { then: schema } = properties.task.allOf.find(
      (/** @type {any} */ item) => item.if.properties.kind.const === 'order',
    );
    assert.equal(schema.description, 'Things to be put in order.');
    assert.equal(schema.properties.items.description, 'In the right order.');
    assert.match(String(chapterOf({ items: ['Q'] }).error), /items: needs at least two/);
    assert.match(String(chapterOf({ items: ['Q', 'Q'] }).error), /items: each only once/);
  });

  it('is shown on its page, judged, and in the address', () => {
    assert.match(plain(markup(questionView(courseOf(''), orderTask))), /In which order\?.*K Q V/s);
    const numbered = chapterOf({ question: 'Which? {weights.0.0.0}' }).pages[0].task;
    assert.ok(numbered);
    assert.match(plain(markup(questionView(courseOf(''), numbered))), /Which\? [\d.]+ /);
    assert.ok(orderTask.judge(courseOf(''), '0_1_2').isRight);
    const answers = formatAnswers(new Map([[page.id, { value: '0_1_2', isRight: true }]]));
    const { state } = readAddress(writeAddress(normaliseState({ guide: page.id, answers })));
    assert.equal(state.answers, answers);
    const course = courseOf(state.answers);
    assert.ok(course.isOpen && course.given?.isRight);
  });

  it('can show its answer, and is printed with all answers', () => {
    const course = courseOf(`${page.id}_shown`);
    assert.match(plain(markup(answerView(course, orderTask))), /Q, K, V/);
    assert.equal(findAnswer(course, page), 'Q, K, V');
  });
});

describe('a feature added as one folder', () => {
  const wanted = { source: 'echo', sentence: 'hear hear all' };
  before(() => {
    for (const feature of [echoNames, echo]) addFeature(feature);
  });

  it('has its source in state and address, attribute and both schemas, before it is loaded', () => {
    assert.equal(getSlot('echo'), undefined);
    const state = normaliseState({ ...wanted, heads: 4, target: 'here' });
    assert.deepEqual([state.source, state.heads], ['echo', 1]);
    assert.match(writeAddress(state), /from=echo/);
    assert.deepEqual(readAddress('from=echo').state, { source: 'echo' });
    assert.deepEqual(findMisspelt('source', 'echo'), []);
    assert.equal(correctValue('source', 'ecko'), 'echo');
    const { properties } = /** @type {any} */ (makeStateSchema({}));
    assert.ok(properties.source.enum.includes('echo'));
    const page = /** @type {any} */ (makeChapterSchema()).properties.pages.items;
    assert.ok(page.properties.settings.properties.source.enum.includes('echo'));
    assert.deepEqual(
      SETTINGS.filter((name) => usesSetting(state, name)),
      ['sentence'],
    );
  });

  it('has its steps, by the settings', () => {
    assert.deepEqual(listSteps(normaliseState(wanted)), ['query', 'scores', 'weights']);
    assert.deepEqual(listSteps(normaliseState({ ...wanted, sentence: 'hear' })), [
      'scores',
      'weights',
    ]);
    assert.ok(listAllSteps().includes('query'));
  });

  it('is loaded when a session shows it', async () => {
    const session = new LabSession({ isConnected: true, requestUpdate() {} });
    await session.start();
    session.dispatch(wanted, { by: 'reader' });
    assert.ok(session.evaluate().isOpening);
    await session.opened();
    assert.deepEqual(session.evaluate().computation.keyWords, ['hear', 'hear', 'all']);
    assert.deepEqual([...session.results().scores.data], [1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('shows its lesson, its preset and its picture', async () => {
    await needSlot('echo');
    const shown = contextOf({ ...wanted, step: 'weights' });
    assert.deepEqual(
      shown.steps.map((/** @type {any} */ { title }) => title),
      ['query', 'scores', 'weights'].map((id) => `What is heard: ${id}`),
    );
    assert.match(plain(markup(wholePictureSection(shown, false))), /a picture of echoes/);
    const preset = listPresets().find(({ id }) => id === 'echo');
    assert.equal(findPreset(normaliseState(makePresetState('echo'))), 'echo');
    assert.deepEqual([preset?.state.source, preset?.query], ['echo', 0]);
    assert.match(
      plain(markup(settingsPanel(shown, /** @type {any} */ ({}), '', NOT_KEPT))),
      /An echo/,
    );
    const [numpy] = await assertPrograms(shown);
    assert.match(numpy, /The numbers are an echo/);
  });

  it('has its chapter, whose page shows its source', () => {
    const page = findPage({ guide: 'echo' });
    assert.equal(page?.id, 'echo-first');
    assert.equal(normaliseState(page?.state).source, 'echo');
    assert.equal(getCourseChapters().at(-1)?.id, 'echo');
  });
});
