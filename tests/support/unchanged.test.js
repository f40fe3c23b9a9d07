// What a run leaves out has nothing new to say: no test reads more than is said of it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { hashOfInputs, inputsOf } from './unchanged.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tests = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.js') && !path.includes('node_modules'))
  .map((path) => join('tests', path));

it('a test that may be left out imports nothing but its inputs, or what is built from them', async () => {
  const left = tests.filter((path) => inputsOf(path));
  assert.ok(left.length > 0);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: left,
    outdir: 'nowhere',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    metafile: true,
    write: false,
    logLevel: 'error',
  });
  const beyond = Object.values(metafile.outputs).flatMap(({ entryPoint = '', inputs }) => {
    const allowed = ['dist', ...(inputsOf(entryPoint) ?? [])];
    return Object.keys(inputs)
      .filter((path) => !allowed.some((one) => path === one || path.startsWith(`${one}/`)))
      .map((path) => `${entryPoint} imports ${path}`);
  });
  assert.deepEqual(beyond, []);
});

it('each test that may be left out has a hash, and those of different inputs differ', () => {
  const hashes = new Map(tests.map((path) => [inputsOf(path)?.join(), hashOfInputs(root, path)]));
  assert.ok(hashes.size > 2);
  for (const [inputs, hash] of hashes) assert.equal(hash === undefined, inputs === undefined);
  assert.equal(new Set(hashes.values()).size, hashes.size);
});
