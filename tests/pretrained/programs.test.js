// Exported programs read the model's file and print the numbers on the screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toJavascript } from '../../web/export/javascript.js';
import { toNumpy, toPytorch } from '../../web/export/python.js';
import { readChanges } from '../../web/features/pretrained/run/changes.js';
import { ModelServer } from '../../web/features/pretrained/run/server.js';
import { makePretrainedSource } from '../../web/features/pretrained/run/source.js';
import { listStackLayers } from '../../web/features/pretrained/run/stack-layers.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { attention } from '../support/computations.js';
import { assertBits, assertComputed, runHere, textOf } from '../support/programs.js';
import { runPrograms } from '../support/python.js';
import { checkpoints, filesOf, textOf as referenceText } from './checkpoints.js';
import { openModel } from './computation.js';
import { publish, startTestHub } from './hub-models.js';

/** Sums run in another order, and are divided by the small deviation of an embedding. */
const SHARE = 1e-5;

/** Returns the places of the model's files as programs write them. @param {URL} url */
const placesIn = (url) => ({
  folder: JSON.stringify(fileURLToPath(url)),
  path: JSON.stringify(fileURLToPath(new URL('model.safetensors', url))),
});

/** Numbers of a reader that the core would compute once more, or that heads share. @type {Record<string, string>} */
const SET = {
  bert: 'sumNorm/mean.1:0.5;layerSumNorm/variance.0:2',
  gemma3:
    'outputNorm/meanSquare.2:0.75;feedForwardOutputNorm/gain.3:2;kNorm/gain.1:0.5;outputNorm/normalized.1.2:-1',
  gpt2: 'attention/variance.1:0.75;feedForward/mean.2:-1',
  llama: 'attention/meanSquare.1:0.75;sharedKeys.1.2.0:3;sharedValues.0.1.1:-2',
  qwen3: 'qNorm/meanSquare.2.1:0.75;kNorm/meanSquare.1.2:3;kNorm/normalized.0.1.1:-2',
};

/** Makes every layer of every family, some changes of a reader, and the shipped model. */
async function makeAll() {
  const computations = [];
  for (const name of checkpoints) {
    const { info, show } = await openModel(filesOf(name));
    const place = placesIn(new URL(`../golden/checkpoints/${name}/`, import.meta.url));
    const sentence = referenceText(name);
    for (const modelLayer of listStackLayers(info.sizes).keys()) {
      const requested = { sentence, modelLayer };
      computations.push({ name: `${name} ${modelLayer}`, ...place, ...(await show(requested)) });
    }
    if (name in SET) {
      const requested = { sentence, edits: SET[name] };
      computations.push({ name: `${name} ${SET[name]}`, ...place, ...(await show(requested)) });
    }
    if (name !== 'gpt2') continue;
    const changed = { sentence, silence: '0.1', block: '0.2.3.1', modelLayer: 0 };
    for (const edits of ['', 'weights.3.2.0:0.5;wq.0.2.1:2']) {
      const requested = { ...changed, edits };
      computations.push({ name: `gpt2, changed ${edits}`, ...place, ...(await show(requested)) });
    }
    const later = { ...changed, layerEdits: '0.weights.1.2.0:0.25', modelLayer: 1 };
    computations.push({ name: 'gpt2, changed before', ...place, ...(await show(later)) });
  }
  const { show } = await openModel('use-lite');
  const place = placesIn(new URL('../../dist/models/use-lite/', import.meta.url));
  for (const modelLayer of [0, 1]) {
    const requested = { model: 'use-lite', sentence: 'They eat fried noodles', modelLayer };
    computations.push({ name: `use-lite ${modelLayer}`, ...place, ...(await show(requested)) });
  }
  return computations;
}

const madePrograms = await makeAll();

describe('exports of a real model', () => {
  it('the Python programs read its file and compute the numbers on screen', () => {
    for (const write of [toNumpy, toPytorch]) {
      const programs = madePrograms.map(({ state, computation, path }) =>
        textOf(write(state, computation)).replace("'model.safetensors'", path),
      );
      runPrograms('compute', programs).forEach((outcome, i) => {
        assertComputed(outcome, madePrograms[i].computation, SHARE, madePrograms[i].name);
      });
    }
  });

  it('the Python programs hold no number of the file but those that the reader has set', () => {
    const { state, computation } = madePrograms[1];
    for (const write of [toNumpy, toPytorch]) {
      const program = textOf(write(state, computation));
      const lists = program.match(/\[\n/g) ?? [];
      assert.equal(lists.length, 1, 'only the residual stream is written out');
    }
  });

  it('the JavaScript program loads the model and prints the bits on screen', async () => {
    for (const { name, folder, state, computation } of madePrograms) {
      const program = textOf(toJavascript(state, computation));
      const ran = await runHere(program.replace("(attention, './')", `(attention, ${folder})`));
      assert.deepEqual(ran.queryWords, computation.queryWords, name);
      try {
        assertBits(ran.printed, computation);
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
  });

  it('the JavaScript program makes the changes of the reader, in this layer and before it', async () => {
    const changed = madePrograms.filter(({ name }) => /changed/.test(name));
    const programs = changed.map(({ state, computation }) =>
      textOf(toJavascript(state, computation)),
    );
    assert.equal(programs.length, 3);
    for (const program of programs) {
      assert.match(program, /silence: \["0\.1"\],/);
      assert.match(program, /block: \["0\.2\.3\.1"\],/);
    }
    assert.match(programs[2], /edits: \{ "0\.weights\.1\.2\.0": 0\.25 \},/);
  });

  it('the programs say where the file and the package come from', async () => {
    const shipped = madePrograms.at(-1);
    assert.ok(shipped);
    for (const write of [toNumpy, toPytorch]) {
      assert.match(
        textOf(write(shipped.state, shipped.computation)),
        /in this folder\. The package attention-lab has it as dist\/models\/use-lite\/model\.safetensors\.\n/,
      );
      const { state, computation } = madePrograms[0];
      assert.match(textOf(write(state, computation)), /which has to be in this folder\.\n/);
    }
    const program = textOf(toJavascript(shipped.state, shipped.computation));
    assert.match(
      program,
      /not on npm yet.*\n\/\/ npm install --install-links \.\.\/attention-lab\n/,
    );
  });

  it('the JavaScript program names the model as the reader did: on a Hub by the commit that was read', async () => {
    const hub = await startTestHub();
    publish(hub, 'gpt2');
    const server = new ModelServer();
    const info = await server.load('tiny', 'tiny/gpt2', undefined, { endpoint: hub.url });
    const state = normaliseState({
      ...{ source: 'pretrained', model: 'tiny/gpt2', endpoint: hub.url, sentence: 'the old mill' },
      ...{ heads: 4, dModel: 32, modelLayer: 1 },
    });
    const layer = server.layer('tiny', 1);
    const replies = await server.run('tiny', state.sentence, readChanges(state, layer));
    const source = makePretrainedSource({ info, layer, settings: state, replies });
    const computation = makeComputation(attention, state, source);
    const program = textOf(toJavascript(state, computation));
    assert.match(
      program,
      new RegExp(
        `loadPretrained\\(attention, "tiny/gpt2", \\{ revision: "${info.origin?.commit}", endpoint: `,
      ),
    );
    const address = `${info.origin?.endpoint}/tiny/gpt2/resolve/${info.origin?.commit}/model.safetensors`;
    assert.ok(textOf(toNumpy(state, computation)).includes(` It comes from ${address}\n`));
    const { printed } = await runHere(program);
    assertBits(printed, computation);
  });
});
