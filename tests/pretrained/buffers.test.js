import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { expectedOf, filesOf, weightsOf } from './checkpoints.js';

const attention = await loadAttention();

// slice() of a Buffer copies nothing.
for (const [name, dtype] of [
  ['gpt_neox', 'float16'],
  ['llama', 'bfloat16'],
]) {
  it(`Node's Buffer of ${dtype} gives the same bits as a Blob.`, async () => {
    const { ids } = expectedOf(name).cases[0];
    const runs = [];
    for (const weights of [Buffer.from(weightsOf(name)), new Blob([weightsOf(name)])]) {
      const files = { ...filesOf(name), 'model.safetensors': weights };
      const model = await loadPretrained(attention, files);
      runs.push(model.run(ids).hidden);
      model.dispose();
    }
    assert.deepEqual(runs[0], runs[1]);
  });
}
