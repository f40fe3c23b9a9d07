import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  ABI_VERSION,
  ADDITIVE,
  CORE_EXPORTS,
  MULTI_HEAD,
  SCALED_DOT_PRODUCT,
} from '../../src/js/abi.js';
import { Core } from '../../src/js/core.js';
import { recordFigure } from '../support/bar.js';
import { camelCase, prototypes, statuses, wordsOf } from '../support/header.js';
import { sections } from '../support/wasm.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const bytes = readFileSync(join(root, 'dist/attention.wasm'));
const module = new WebAssembly.Module(bytes);
const { exports } = new WebAssembly.Instance(module);

/** @param {string} name a module of dist */
const exportsOf = (name) =>
  new WebAssembly.Instance(new WebAssembly.Module(readFileSync(join(root, `dist/${name}.wasm`))))
    .exports;

const GLOBAL_SECTION = 6;
const DATA_SECTION = 11;
const MUTABLE_I32 = [0x7f, 1];

describe('the module', () => {
  it('imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });

  it('exports the functions that the header declares and the memory, and nothing more', () => {
    const declared = prototypes.map(({ name }) => `function ${name}`);
    const exported = WebAssembly.Module.exports(module).map(({ kind, name }) => `${kind} ${name}`);
    assert.ok(declared.length >= 12, 'the prototypes are found in the header');
    assert.deepEqual(exported.sort(), [...declared, 'memory memory'].sort());
    recordFigure('build', { counts: { exports: exported.length } });
  });

  it('has the number of the interface that the header and the binding name', () => {
    const header = readFileSync(join(root, 'src/core/attention.h'), 'utf8');
    const [, number] = header.match(/#define ATTN_ABI_VERSION (\d+)/) ?? [];
    assert.equal(ABI_VERSION, Number(number));
    for (const name of ['attention', 'learning']) {
      const { attn_abi_version } = exportsOf(name);
      assert.equal(/** @type {any} */ (attn_abi_version)(), ABI_VERSION, name);
    }
  });

  it('exports what the binding looks for', () => {
    const names = [...CORE_EXPORTS, 'attn_abi_version', 'memory'];
    assert.deepEqual(names.sort(), Object.keys(exports).sort());
  });

  it('has structs of sizes and traces with the members of the header, in its order', () => {
    for (const { prefix, listSizes, listTrace } of [SCALED_DOT_PRODUCT, ADDITIVE, MULTI_HEAD]) {
      const trace = prefix === 'attn_scaled_dot_product' ? 'attn_trace' : `${prefix}_trace`;
      for (const [struct, list] of Object.entries({
        [`${prefix}_sizes`]: listSizes,
        [trace]: listTrace,
      })) {
        const numbered = Object.fromEntries(
          wordsOf(struct).map(({ name }, i) => [camelCase(name), i + 1]),
        );
        assert.deepEqual(list(numbered), Object.values(numbered), struct);
        assert.ok('L' in numbered || 'rowMax' in numbered, `${struct} is found in the header`);
      }
    }
  });

  it('takes as many arguments as the prototypes have parameters', () => {
    for (const { name, parameters } of prototypes) {
      const { length } = /** @type {Function} */ (exports[name]);
      assert.equal(length, parameters.length, name);
    }
  });

  it('has one global that can change, the stack pointer, and of data a few constants', () => {
    const found = [...sections(bytes)];
    const data = found.filter(({ id }) => id === DATA_SECTION);
    const size = data.reduce((sum, { content, end }) => sum + end - content, 0);
    assert.ok(
      size <= 320,
      `${size} bytes of data; exp and tanh take about 100, in each source that has them`,
    );
    const globals = found.filter(({ id }) => id === GLOBAL_SECTION);
    assert.equal(globals.length, 1);
    const [{ content }] = globals;
    assert.deepEqual([...bytes.subarray(content, content + 3)], [1, ...MUTABLE_I32]);
  });

  it('is small: within 48 kB, 20.5 kB gzipped', (t) => {
    const gzipped = gzipSync(bytes, { level: 9 }).length;
    t.diagnostic(`attention.wasm: ${bytes.length} bytes, ${gzipped} gzipped`);
    assert.ok(bytes.length <= 48_000, `${bytes.length} bytes`);
    assert.ok(gzipped <= 20_500, `${gzipped} bytes gzipped`);
    recordFigure('build', { counts: { bytes: bytes.length, gzipped } });
  });
});

describe('a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attention lab-'));
  after(() => rmSync(folder, { recursive: true }));

  it('in another folder has the same bytes', () => {
    cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
    const names = ['', '-fast', '-threads'].map((kind) => `dist/attention${kind}.wasm`);
    const targets = names.map((name) => `../../${name}`);
    execFileSync('make', ['-C', 'src/core', ...targets], { cwd: folder, stdio: 'pipe' });
    for (const name of names) {
      const second = readFileSync(join(folder, name));
      const first = readFileSync(join(root, name));
      assert.ok(first.equals(second), `${name} is out of date, or builds differ`);
    }
    recordFigure('build', { notes: ['two builds are equal'] });
  });
});

describe('the statuses', () => {
  // A core that returns its argument as a status, so that the binding has to name the status.
  const memory = new WebAssembly.Memory({ initial: 1 });
  const answering = { memory, attn_heap_base: () => 0, answer: (/** @type {number} */ x) => x };
  const core = new Core(/** @type {any} */ ({ exports: answering }));

  /** @type {Record<string, RegExp>} */
  const words = {
    ERROR_NULL: /null or misaligned/,
    ERROR_SIZE: /sizes/,
    ERROR_TOO_LARGE: /more than 2\^30/,
    ERROR_BOUNDS: /outside the memory/,
    ERROR_OVERLAP: /overlaps/,
    ERROR_WORKSPACE: /workspace/,
    ERROR_OPTION: /option/,
  };

  it('are numbered without a gap', () => {
    assert.deepEqual(
      [...statuses.values()],
      Array.from(statuses, (_, i) => i),
    );
  });

  it('have the meaning in the binding that the header gives them', () => {
    core.call('answer', [statuses.get('OK') ?? -1]);
    for (const [name, value] of statuses) {
      if (name === 'OK') continue;
      assert.throws(() => core.call('answer', [value]), words[name], name);
    }
    assert.deepEqual(Object.keys(words), [...statuses.keys()].slice(1));
  });

  it('have no meaning that the header does not give', () => {
    const unknown = Math.max(...statuses.values()) + 1;
    assert.throws(() => core.call('answer', [unknown]), /status 8/);
  });
});
