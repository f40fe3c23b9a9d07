import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tensor } from '../../src/js/index.js';
import { NO_CHANGES } from '../../web/features/pretrained/run/changes.js';
import { getReplies } from '../../web/features/pretrained/run/source.js';
import { weightsChangeView } from '../../web/features/pretrained/views/head-note.js';
import { interventionPanel } from '../../web/features/pretrained/views/interventions.js';
import { editName } from '../../web/state/edit-cells.js';
import { hasWorksheetTables } from '../../web/views/lab.js';
import { tokenBar } from '../../web/views/token-bar.js';
import { viewContext } from '../support/computations.js';
import { listListeners, markup, plain } from '../support/markup.js';
import { filesOf } from './checkpoints.js';
import { openModel } from './computation.js';
import '../support/features.js';

const { show } = await openModel(filesOf('gpt2'));
const sentence = 'the old mill';

/** @param {object} requested */
async function readBar(requested) {
  /** @type {object[]} */
  const changes = [];
  const dispatch = (/** @type {object} */ change) => changes.push(change);
  const context = viewContext({ ...(await show({ sentence, ...requested })), dispatch });
  const bar = tokenBar(context, '', '');
  return { bar, text: plain(markup(bar)), changes };
}

for (const step of ['allHeads', 'input', 'q', 'weights', 'output', 'next'])
  it(`silenced heads and blocked pairs are in the bar, in the step ${step}`, async () => {
    const { text } = await readBar({ step, silence: '0.1', block: '0.2.2.1' });
    assert.match(text, /1 head silenced, 1 blocked/);
    assert.match(text, /Silenced: head 2 of layer 1\. Undo/);
    assert.match(text, /Blocked: 1 pair in head 3 of layer 1\. Undo/);
  });

it('the heads of a silenced layer are counted in the bar, each once', async () => {
  for (const silence of ['0.*', '0.1 0.*', '0.* 0.0'])
    assert.match((await readBar({ silence })).text, /4 heads silenced/);
});

it('numbers of other layers are in the bar beside those of the layer on screen', async () => {
  const { text } = await readBar({ edits: 'wq.0.2.1:2', layerEdits: '1.wq.0.2.1:2' });
  assert.match(text, /1 set elsewhere, 1 number set by hand/);
});

it('nothing is in the bar of an unchanged model, or of a pair that the sentence lacks', async () => {
  for (const block of ['', '0.2.9.1'])
    assert.doesNotMatch((await readBar({ block })).text, /blocked|Undo/i);
});

/** Changes of layers and heads that this model of 2 layers with 4 heads lacks. */
const ABSENT = { silence: '7.9 0.9', block: '0.4.1.0', layerEdits: '9.weights.0.2.1:2' };

it('changes of layers and heads that the model lacks are not in the bar', async () => {
  assert.doesNotMatch((await readBar(ABSENT)).text, /silenced|blocked|set|Undo/i);
});

it('the panel says of changes of every kind that the model does not have their place', async () => {
  const context = viewContext(
    await show({ sentence, ...ABSENT, silence: `${ABSENT.silence} 0.1` }),
  );
  const connection = /** @type {any} */ ({ scope: 'head' });
  const panel = plain(markup(interventionPanel(context, connection)));
  for (const text of [
    'Silenced: head 10 of layer 8, which this model does not have.',
    'Silenced: head 10 of layer 1, which this model does not have.',
    'Silenced: head 2 of layer 1.',
    'Blocked: 1 pair in head 5 of layer 1, which this model does not have.',
    'Set by you: 1 number in layer 10, which this model does not have.',
  ])
    assert.ok(panel.includes(text), panel);
});

it('the way back keeps the changes of longer sentences', async () => {
  const { computation } = await show({ sentence, block: '0.2.9.1 0.2.2.1' });
  assert.deepEqual(
    computation.words?.changeList?.map(({ undo }) => undo),
    [{ block: '0.2.9.1' }],
  );
});

it('all changes are undone together, as in the panel, also those that do not fit', async () => {
  const edits = 'wq.0.2.1:2';
  const requested = { block: '0.2.2.1', silence: '0.99', edits, layerEdits: '1.wq.0.2.1:2' };
  const { bar, changes } = await readBar(requested);
  const resetAll = listListeners(bar, /class="plain" @click=$/).at(-1);
  resetAll?.();
  assert.deepEqual(changes, [NO_CHANGES]);
});

it('the heads stand beside the name of their layer', async () => {
  assert.match((await readBar({ modelLayer: 1 })).text, /Layer 2 · Head/);
});

it('no worksheet is offered if neither the words nor the rows fit on it', async () => {
  const short = await show({ sentence });
  assert.ok(hasWorksheetTables(short.state, short.computation));
  const long = await show({ sentence: `${sentence} `.repeat(4).trim() });
  assert.ok(!hasWorksheetTables(long.state, long.computation));
});

it('the largest change of a weight is found in a long text', async () => {
  const { state, computation } = await show({ sentence, silence: '0.1' });
  const words = Array.from({ length: 400 }, (_, i) => `word${i}`);
  const before = {
    ...getReplies(computation).before,
    weights: [tensor([1, 400, 400], new Float32Array(160000))],
  };
  const after = { ...before, weights: [tensor([1, 400, 400], new Float32Array(160000))] };
  after.weights[0].data[7 * 400 + 5] = 0.5;
  Object.assign(getReplies(computation), { before, after });
  const context = { state, computation: { ...computation, queryWords: words, keyWords: words } };
  assert.match(plain(markup(weightsChangeView(viewContext(context)))), /word7.*word5/);
});

it('the panel counts the numbers whose place the sentence or the model lacks', async () => {
  const requested = { edits: 'weights.0.2.99:1;weights.0.2.1:1', layerEdits: '1.weights.0.2.99:1' };
  const context = viewContext(await show({ sentence, ...requested }));
  const connection = /** @type {any} */ ({ scope: 'head' });
  const panel = plain(markup(interventionPanel(context, connection)));
  const lacking = 'of them has a place that this sentence or model does not have.';
  assert.ok(panel.includes(`Set by you: 2 numbers in layer 1. 1 ${lacking}`), panel);
  assert.ok(panel.includes(`Set by you: 1 number in layer 2. 1 ${lacking}`), panel);
});

it('a star blocks all queries or keys, in the run, in the layer on screen and in words', async () => {
  const { state, computation } = await show({ sentence, block: '0.1.*.0 0.2.2.*' });
  const { after } = getReplies(computation);
  const { run } = computation;
  const [, n, S] = after.weights[0].shape;
  const onScreen = run.tensor('weights');
  for (const [head, query, key] of [
    ...[0, 1, 2].map((row) => [1, row, 0]),
    ...[0, 1, 2].map((column) => [2, 2, column]),
  ]) {
    const at = (head * n + query) * S + key;
    assert.equal(after.weights[0].data[at], 0);
    assert.equal(onScreen.data[at], 0);
  }
  const panel = plain(
    markup(
      interventionPanel(
        viewContext({ state, computation }),
        /** @type {any} */ ({ scope: 'head' }),
      ),
    ),
  );
  assert.ok(panel.includes('Blocked: all tokens → t in head 2 of layer 1.'), panel);
  assert.ok(panel.includes('Blocked: o → all tokens in head 3 of layer 1.'), panel);
});

it('a weight between tokens that never attend to each other cannot be set', async () => {
  const { state, computation } = await show({ sentence, block: '0.1.2.0' });
  const nameAt = (/** @type {number[]} */ ...index) =>
    editName(state, computation, { id: 'weights', index });
  assert.equal(nameAt(1, 2, 1), 'weights.1.2.1');
  assert.equal(nameAt(0, 2, 0), 'weights.0.2.0');
  assert.equal(nameAt(0, 0, 2), undefined, 'the causal mask');
  assert.equal(nameAt(1, 2, 0), undefined, 'the blocked pair');
});
