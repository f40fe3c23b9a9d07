import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import {
  ABI_VERSION,
  ADDITIVE,
  CORE_EXPORTS,
  MULTI_HEAD,
  SCALED_DOT_PRODUCT,
} from '../../src/js/abi.js';
import { loadOperations } from '../../src/js/attention.js';
import { LoadError, loadAttention } from '../../src/js/index.js';
import { kernels } from '../../src/js/kernels.js';
import { checkExports, Instance } from '../../src/js/wasm-module.js';
import { serveFolder } from '../support/browser.js';
import { wasmBytes } from '../support/instance.js';
import { assertRefusal, caught, rejectionOf } from '../support/refusal.js';

const anyLoad = /** @type {any} */ (loadAttention);
const wasmUrl = new URL('../../dist/attention.wasm', import.meta.url);
const distFile = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../dist/${name}.wasm`, import.meta.url));
const server = await serveFolder(new URL('../../dist/', import.meta.url).pathname);
after(() => server.close());

/** @param {any} attention */
const verify = (attention) => assert.deepEqual([...attention.softmax([1, 1]).data], [0.5, 0.5]);

describe('loadAttention takes', () => {
  /** @type {Record<string, () => any>} */
  const sources = {
    nothing: () => undefined,
    'no options': () => ({}),
    'a Uint8Array': () => wasmBytes,
    'a view into a larger buffer': () => {
      const larger = new Uint8Array(wasmBytes.length + 20);
      larger.set(wasmBytes, 7);
      return larger.subarray(7, 7 + wasmBytes.length);
    },
    'an ArrayBuffer': () => wasmBytes.buffer.slice(0),
    'a compiled module': () => new WebAssembly.Module(wasmBytes),
    'a file: URL': () => wasmUrl,
    'a file: address': () => String(wasmUrl),
    'an http: URL': () => new URL('attention.wasm', server.url),
    'an http: address': () => `${server.url}attention.wasm`,
    'a Response': () => fetch(`${server.url}attention.wasm`),
    'a Response that is awaited': async () => await fetch(`${server.url}attention.wasm`),
    'a Response of another type': () => new Response(wasmBytes),
    'a promise of bytes': () => Promise.resolve(wasmBytes),
  };
  for (const [what, source] of Object.entries(sources)) {
    it(what, async () => verify(await anyLoad(source())));
  }

  it('and for bundles that evaluate graphs loadOperations takes the same', async () => {
    const operations = await loadOperations(wasmBytes);
    assert.deepEqual([...operations.linear([[2]], [[3]]).data], [6]);
  });

  it('each time an instance of its own', async () => {
    const module_ = new WebAssembly.Module(wasmBytes);
    const [attention, two] = await Promise.all([loadAttention(module_), loadAttention(module_)]);
    const layer = attention.createLinear([[1]]);
    verify(two);
    layer.dispose();
    assert.notEqual(attention, two);
  });
});

describe('loadAttention refuses', () => {
  const empty = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

  /** @type {[what: string, source: () => any, says: RegExp][]} */
  const sources = [
    ['null', () => null, /source is null/],
    ['a number', () => 5, /source is 5/],
    ['true', () => true, /source is true/],
    ['an array of bytes', () => [...wasmBytes.subarray(0, 8)], /an array/],
    ['a function', () => () => wasmBytes, /a function/],
    ['no bytes', () => new Uint8Array(0), /did not load/],
    ['bytes that are not wasm', () => new Uint8Array([1, 2, 3, 4]), /did not load/],
    ['half of the core', () => wasmBytes.subarray(0, wasmBytes.length / 2), /did not load/],
    ['a module without exports', () => Uint8Array.from(empty), /another module/],
    ['another memory', () => Uint8Array.from([...empty, 5, 3, 1, 0, 1]), /another module/],
    [
      'what learns',
      () => distFile('learning'),
      /does not export attn_linear_unpacked_w.*attn_softmax/,
    ],
    ['a file that is not there', () => new URL('nowhere.wasm', wasmUrl), /did not load.*ENOENT/],
    ['an address that is none', () => 'attention.wasm', /did not load/],
    ['a file that is no wasm', () => import.meta.url, /did not load/],
    ['an address not found', () => `${server.url}nowhere.wasm`, /status 404/],
    ['a Response without an address', () => new Response('x', { status: 404 }), /status 404;/],
    ['a Response not found', () => fetch(`${server.url}nowhere.wasm`), /status 404 for http/],
    ['a Response of something else', () => new Response('<html>'), /did not load/],
    ['a promise that fails', () => Promise.reject(new Error('offline')), /offline/],
    ['a promise that fails with a string', () => Promise.reject('offline'), /offline/],
  ];
  for (const [what, source, says] of sources) {
    it(what, async () => {
      const error = await rejectionOf(anyLoad(source()));
      assertRefusal(error, {
        kind: 'LoadError',
        operation: 'loadAttention',
        argument: 'source',
        says,
      });
    });
  }

  it('and keeps the reason as the cause', async () => {
    const error = await rejectionOf(loadAttention(new Uint8Array([1, 2, 3, 4])));
    assert.ok(error instanceof LoadError && error.cause instanceof WebAssembly.CompileError);
  });
});

describe('a module whose exports do not fit is refused', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const functions = Object.fromEntries(CORE_EXPORTS.map((name) => [name, () => 0]));
  const right = { memory, ...functions, attn_abi_version: () => ABI_VERSION };
  const check = (/** @type {any} */ exports) => checkExports(exports);

  /** @type {[what: string, exports: any, says: RegExp][]} */
  const wrong = [
    [
      'of an interface to come',
      { ...right, attn_abi_version: () => ABI_VERSION + 1 },
      new RegExp(`an interface ${ABI_VERSION + 1};.*face ${ABI_VERSION}$`),
    ],
    [
      'without a number',
      { ...right, attn_abi_version: undefined },
      /an interface without a number/,
    ],
    ['without softmax', { ...right, attn_softmax: undefined }, /does not export attn_softmax;/],
    ['with softmax a global', { ...right, attn_softmax: {} }, /does not export attn_softmax;/],
    ['without a memory', { ...right, memory: undefined }, /is another module/],
    ['with no function at all', { memory }, /is another module/],
  ];
  for (const [what, exports, says] of wrong) {
    it(what, () => {
      const error = caught(() => check(exports));
      assertRefusal(error, { kind: 'LoadError', operation: '', argument: 'source', says });
    });
  }

  it('but a module with every export, and one with more, is accepted', () => {
    for (const exports of [right, { ...right, attn_more: () => 0 }])
      assert.doesNotThrow(() => check(exports));
  });
});

it('learning.wasm exports the functions that src/js/learning calls, and no others', () => {
  const module_ = new WebAssembly.Module(distFile('learning'));
  const exported = WebAssembly.Module.exports(module_).map(({ name }) => name);
  const folder = new URL('../../src/js/learning/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const text = files
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
  const namesIn = (/** @type {unknown} */ part) => String(part).match(/attn_\w+/g) ?? [];
  // The tape joins the names of its attentions of a prefix and an ending.
  const endings = ['_attention', '_workspace', '_backward', '_backward_workspace'];
  const attentions = Object.entries({ SCALED_DOT_PRODUCT, ADDITIVE, MULTI_HEAD })
    .filter(([name]) => text.includes(`#attend(${name},`))
    .flatMap(([, { prefix }]) => endings.map((ending) => prefix + ending));
  assert.equal(attentions.length, 8);
  const called = [...namesIn(text), ...attentions];
  assert.deepEqual(
    called.filter((name) => !exported.includes(name)),
    [],
  );
  // The tape runs some kernels by the names of their makers, and adds the endings of the backward
  // and the workspace.
  const makers = Object.entries(kernels).filter(([name]) => text.includes(`kernels.${name}(`));
  const run = [...called, ...makers.flatMap(([, maker]) => namesIn(maker))];
  const completed = run.flatMap((name) => [name, `${name}_backward`, `${name}_workspace`]);
  const known = [...completed, 'memory', 'attn_abi_version'];
  assert.deepEqual(
    exported.filter((name) => !known.includes(name)),
    [],
  );
});

it('a call that a module refuses is named, whichever module it is', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const instance = new Instance({ memory, attn_gru: () => 2 });
  const message = /attn_gru refused: sizes do not fit each other$/;
  assert.throws(() => instance.call('attn_gru', []), { message });
});
