// Every checkpoint gives the same numbers as the original implementations at every step, within the
// tolerances of the README.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadAttention } from '../../src/js/index.js';
import { loadPretrained } from '../../src/js/pretrained/index.js';
import { camelCase } from '../support/header.js';
import { checkpoints, expectedOf, filesOf, tensorsOf, writeSafetensors } from './checkpoints.js';

const attention = await loadAttention();

/** @param {any} nested @returns {number[]} a masked score is null and becomes −Infinity */
const flatten = (nested) =>
  Array.isArray(nested) ? nested.flatMap(flatten) : [nested === null ? -Infinity : nested];

/**
 * Checks |x − expected| ≤ 1e-5 · max(1, max |expected|), and 5e-6 for weights and probabilities.
 */
class Judge {
  worst = { share: 0, what: 'nothing' };
  tensors = 0;

  /** @param {ArrayLike<number> | undefined} actual @param {any} nested @param {string} what */
  compare(actual, nested, what) {
    const expected = flatten(nested);
    assert.ok(actual, `${what} is missing`);
    assert.equal(actual.length, expected.length, what);
    const finite = expected.filter(Number.isFinite).map(Math.abs);
    const isShare = /weights|probs/i.test(what);
    const tolerance = isShare ? 5e-6 : 1e-5 * Math.max(1, ...finite);
    expected.forEach((should, i) => {
      if (actual[i] === should) return;
      const share = Math.abs(actual[i] - should) / tolerance;
      assert.ok(
        share <= 1,
        `${what}[${i}] is ${actual[i]}, expected ${should}: ${share} × tolerance`,
      );
      if (share > this.worst.share) this.worst = { share, what };
    });
    this.tensors++;
  }
}

/** @param {any} model @param {any} case_ @param {Judge} judge */
function verifyRun(model, case_, judge) {
  const ids = case_.ids;
  const typeIds = case_.token_type_ids ?? ids.map(() => 0);
  const input = { ids, typeIds, targetIds: case_.decoder_ids };
  const run = model.run(input, { trace: true });
  for (const [part, layers] of [
    [run.layers, case_.layers],
    [run.encoder?.layers, case_.encoder?.layers],
  ]) {
    layers?.forEach((/** @type {Record<string, any>} */ layer, /** @type {number} */ i) => {
      const names = Object.keys(layer).map(camelCase);
      assert.deepEqual(Object.keys(part[i]).sort(), [...names].sort(), `tables of layer ${i}`);
      for (const [name, value] of Object.entries(layer)) {
        judge.compare(part[i][camelCase(name)].data, value, `${camelCase(name)} of layer ${i}`);
      }
    });
  }
  judge.compare(run.hidden.data, case_.final, 'final');
  if (case_.encoder)
    judge.compare(run.encoder.hidden.data, case_.encoder.final, 'final of encoder');
  if (case_.pooled) judge.compare(run.pooled.data, case_.pooled, 'pooled');
  if (case_.logits_last) {
    const last = run.logits.data.slice(-case_.logits_last.length);
    judge.compare(last, case_.logits_last, 'logits of the last token');
  } else if (!case_.logits_top8) {
    assert.equal(run.logits, undefined);
  }
  case_.logits_top8?.forEach((/** @type {any} */ top, /** @type {number} */ position) => {
    const next = model.next(run, position, 8);
    assert.deepEqual(
      next.map((/** @type {any} */ token) => token.id),
      top.ids,
      `ranks at ${position}`,
    );
    judge.compare(
      next.map((/** @type {any} */ token) => token.probability),
      top.probs,
      'probs',
    );
  });
}

for (const name of checkpoints) {
  describe(name, async () => {
    const model = await loadPretrained(attention, filesOf(name));
    const { cases, tokenizer_cases: texts = [] } = expectedOf(name);

    it('tokenizes every text into the same ids', () => {
      for (const { text, pair, ids, tokens } of cases) {
        const tokenized = model.tokenize(text, pair);
        assert.deepEqual(tokenized.ids, ids, text);
        if (tokens && name !== 'roberta') assert.deepEqual(tokenized.tokens, tokens, text);
      }
      for (const { text, ids } of texts) assert.deepEqual(model.tokenize(text).ids, ids, text);
    });

    if (texts.length > 0) {
      it('decodes ids as the original does, also without tokenizer_config.json', async () => {
        const { 'tokenizer_config.json': _, ...files } = filesOf(name);
        const withoutConfig = await loadPretrained(attention, files);
        for (const { ids, decoded } of texts) {
          for (const each of [model, withoutConfig]) assert.equal(each.decode(ids), decoded);
        }
      });
    }

    it('gives every table, hidden state, logit and rank', (t) => {
      const judge = new Judge();
      for (const case_ of cases) verifyRun(model, case_, judge);
      const { share, what } = judge.worst;
      t.diagnostic(
        `${judge.tensors} tensors; at most ${share.toFixed(3)} of the tolerance, in ${what}`,
      );
      assert.ok(judge.tensors >= cases.length);
    });

    const greedyCases = cases.filter((/** @type {any} */ { greedy }) => greedy);
    if (greedyCases.length > 0) {
      it('writes on with the same tokens, with its cache and without', () => {
        for (const { ids, greedy, decoder_ids: targetIds } of greedyCases) {
          const input = { ids, targetIds };
          assert.deepEqual(model.generate(/** @type {any} */ (input), { tokens: 8 }).ids, greedy);
          if (targetIds) continue;
          const all = [...ids];
          for (let i = 0; i < 8; i++) all.push(model.next(model.run(all), -1, 1)[0].id);
          assert.deepEqual(all.slice(ids.length), greedy);
        }
      });
    }
  });
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} config
 * @param {(tensors: Record<string, any>) => void} change
 */
async function changedModel(name, config, change) {
  const tensors = tensorsOf(name);
  change(tensors);
  const weights = { 'model.safetensors': writeSafetensors(tensors) };
  return loadPretrained(attention, { ...filesOf(name, config), ...weights });
}

describe('a head of its own counts only if the configuration does not tie it', () => {
  const ids = [5, 17, 99];
  const input = { ids, targetIds: [7, 8] };
  for (const [name, decoder, table] of [
    ['gpt2', 'lm_head.weight', 'wte.weight'],
    ['gpt_neo', 'lm_head.weight', 'transformer.wte.weight'],
    ['opt', 'lm_head.weight', 'model.decoder.embed_tokens.weight'],
    ['llama-tied', 'lm_head.weight', 'model.embed_tokens.weight'],
    ['bert', 'cls.predictions.decoder.weight', 'bert.embeddings.word_embeddings.weight'],
    ['roberta', 'lm_head.decoder.weight', 'roberta.embeddings.word_embeddings.weight'],
    ['distilbert', 'vocab_projector.weight', 'distilbert.embeddings.word_embeddings.weight'],
    ['marian', 'lm_head.weight', 'model.shared.weight'],
  ]) {
    it(name, async () => {
      const given = name === 'marian' ? input : ids;
      const zeros = (/** @type {Record<string, any>} */ tensors) => {
        const { shape, bytes } = tensors[table];
        tensors[decoder] = { dtype: 'F32', shape, bytes: new Uint8Array(bytes.length) };
      };
      const plain = await loadPretrained(attention, filesOf(name));
      const tied = await changedModel(name, { tie_word_embeddings: true }, zeros);
      const untied = await changedModel(name, { tie_word_embeddings: false }, zeros);
      const right = plain.run(given).logits;
      assert.deepEqual(tied.run(given).logits, right);
      // A decoder of zeros leaves only the bias, which is the same for every token.
      const data = untied.run(given).logits?.data ?? [];
      const V = plain.sizes.vocabulary;
      assert.deepEqual(data.slice(0, V), data.slice(V, 2 * V));
      assert.notDeepEqual(data, right?.data);
      for (const model of [plain, tied, untied]) model.dispose();
    });
  }

  it('an untied marian without a table of its own has no logits', async () => {
    const model = await changedModel('marian', { tie_word_embeddings: false }, () => {});
    assert.equal(model.run(input).logits, undefined);
    model.dispose();
  });
});
