// loadAttention({ fast: true }): what it loads, when it falls back, and what it refuses.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { CORE_EXPORTS } from '../../src/js/abi.js';
import { loadAttention } from '../../src/js/index.js';
import { makeCase, operationNames, runCase } from '../support/cases.js';
import { assertSameBits } from '../support/near.js';
import { createRandom } from '../support/random.js';
import { assertRefusal, rejectionOf } from '../support/refusal.js';
import { allowRelaxedSimd } from '../support/relaxed-simd.js';

const anyLoad = /** @type {any} */ (loadAttention);
const fastUrl = new URL('../../dist/attention-fast.wasm', import.meta.url);
const { compile, validate } = WebAssembly;

allowRelaxedSimd();

/** @param {any} attention */
const verify = (attention) => assert.deepEqual([...attention.softmax([1, 1]).data], [0.5, 0.5]);

describe('loadAttention', () => {
  it('gives the fast build when asked for it, and the instance tells', async () => {
    const attention = await loadAttention({ fast: true });
    verify(attention);
    assert.equal(attention.isFast, true);
  });

  it('gives the exact build by default', async () => {
    for (const source of [undefined, { fast: false }, { fast: undefined }]) {
      const attention = await loadAttention(source);
      verify(attention);
      assert.equal(attention.isFast, false);
    }
  });

  it('takes the file of the fast build, and the instance tells', async () => {
    assert.equal((await loadAttention(fastUrl)).isFast, true);
    assert.equal((await loadAttention(readFileSync(fastUrl))).isFast, true);
  });

  it('gives the exact build, to the bit, in an engine without relaxed SIMD', async () => {
    const probes = /** @type {BufferSource[]} */ ([]);
    WebAssembly.validate = (bytes) => {
      probes.push(bytes);
      return false;
    };
    const [fallback, exact] = await Promise.all([
      loadAttention({ fast: true }),
      loadAttention(),
    ]).finally(() => {
      WebAssembly.validate = validate;
    });
    assert.equal(fallback.isFast, false);
    assert.ok(probes.length === 1 && probes[0].byteLength < 64, 'a few bytes are tried');
    const random = createRandom(71);
    for (const operation of operationNames) {
      for (let i = 0; i < 20; i++) {
        const case_ = makeCase(random, operation);
        const results = runCase(fallback, case_);
        for (const [name, expected] of Object.entries(runCase(exact, case_)))
          assertSameBits(results[name], expected, `${name} of ${operation}`);
      }
    }
  });

  it('refuses an option that there is not, and a value that is none', async () => {
    const wrong = /** @type {[source: any, argument: string, says: RegExp][]} */ ([
      [
        { fats: true },
        'options.fats',
        /not a known name \(did you mean fast\?\); expected one of fast, threads$/,
      ],
      [{ fast: 1 }, 'options.fast', /is 1; expected true or false$/],
      [{ fast: true, source: fastUrl }, 'options.source', /expected one of fast, threads$/],
      [{ fast: true, threads: 0 }, 'options.threads', /is 0; expected an integer from 1 to 64$/],
      [{ fast: true, threads: 1.5 }, 'options.threads', /is 1.5; expected an integer/],
      [{ threads: 2 }, 'options.threads', /is 2; expected 1, unless options.fast is true$/],
    ]);
    for (const [source, argument, says] of wrong) {
      const error = await rejectionOf(anyLoad(source));
      const operation = 'loadAttention';
      assertRefusal(error, { kind: 'ArgumentError', operation, argument, says });
    }
    verify(await loadAttention({ fast: true }));
  });

  it('takes an empty object of any realm for options, and refuses one of a class', async () => {
    class Source {}
    for (const options of [{}, Object.create(null), runInNewContext('({})')])
      verify(await anyLoad(options));
    await assert.rejects(anyLoad(new Source()), (/** @type {any} */ error) => {
      assertRefusal(error, {
        kind: 'LoadError',
        operation: 'loadAttention',
        argument: 'source',
        says: /expected bytes, an address/,
      });
      return true;
    });
  });

  it('tells what did not load, and tries again at the next call', async () => {
    // A copy of the library that has compiled nothing yet.
    const copy = await import(String(new URL('../../src/js/fast.js?copy', import.meta.url)));
    WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError('no more code'));
    try {
      await assert.rejects(copy.loadBuild({ fast: true }), {
        name: 'LoadError',
        message: /^loadAttention: the fast build did not load \(no more code\)/,
      });
    } finally {
      WebAssembly.compile = compile;
    }
    assert.equal((await copy.loadBuild({ fast: true })).isFast, true);
  });
});

describe('attention-fast.wasm', () => {
  const bytes = readFileSync(fastUrl);
  const module = new WebAssembly.Module(bytes);

  it('imports nothing, and exports what the exact build does and one function more', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    const expected = [...CORE_EXPORTS, 'attn_abi_version', 'attn_is_fast', 'memory'];
    assert.deepEqual(names.sort(), expected.sort());
  });

  it('has all of its functions with threads, too', () => {
    const threads = readFileSync(new URL('attention-threads.wasm', fastUrl));
    const names = WebAssembly.Module.exports(new WebAssembly.Module(threads)).map(
      ({ name }) => name,
    );
    const expected = [...CORE_EXPORTS, 'attn_abi_version', 'attn_is_fast'];
    assert.deepEqual(
      expected.filter((name) => !names.includes(name)),
      [],
    );
  });

  it('has at most 48 kB, and as much with threads', () => {
    const threads = readFileSync(new URL('attention-threads.wasm', fastUrl));
    for (const { length } of [bytes, threads]) assert.ok(length <= 48_000, `${length} bytes`);
  });
});
