// Runs libFuzzer from the kept corpus: `npm run fuzz -- 600` for ten minutes, shared by all
// targets, or `npm run fuzz -- 600 softmax` for one target. With `--keep`, inputs that reach new
// paths are added to the corpus, which is then minimised.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepFigures } from '../support/bar-table.js';
import { readCorpus, targets, writeCorpus } from './corpus.js';

const { values, positionals } = parseArgs({
  options: { keep: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [seconds, ...names] = positionals;
const wantedTargets = names.length > 0 ? names : targets;
if (!(Number(seconds) > 0) || wantedTargets.some((name) => !targets.includes(name))) {
  console.error(`usage: npm run fuzz -- <seconds> [--keep] [${targets.join(' | ')}]…`);
  process.exit(2);
}

const folder = fileURLToPath(new URL('../../dist/fuzz/', import.meta.url));
const program = join(folder, 'libfuzzer');

/** @param {string} target @param {string[]} args */
function run(target, args) {
  const { status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      FUZZ_TARGET: target,
      ASAN_OPTIONS: 'quarantine_size_mb=8:malloc_context_size=2',
    },
  });
  return { status, stderr };
}

/** @param {string} name */
function emptyFolder(name) {
  const path = join(folder, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** @param {string} target */
function fuzz(target) {
  const corpus = emptyFolder(target);
  readCorpus(target).forEach((input, i) => {
    writeFileSync(join(corpus, `${i}`.padStart(6, '0')), input);
  });
  const share = Math.ceil(Number(seconds) / wantedTargets.length);
  const { status, stderr } = run(target, [
    ...['-max_len=96', '-entropic=0', '-timeout=60', `-max_total_time=${share}`],
    ...['-print_final_stats=1', '-verbosity=0', `-artifact_prefix=${folder}found-${target}-`],
    corpus,
  ]);
  const executed = Number(stderr.match(/number_of_executed_units: (\d+)/)?.[1] ?? 0);
  console.log(`${target}: ${executed.toLocaleString('en')} executions in ${share} s`);
  if (status !== 0) {
    console.error(stderr);
    process.exitCode = 1;
  } else {
    const counts = { [target]: executed };
    keepFigures('long', [{ row: 'fuzz', by: `npm run fuzz ${target}`, counts }]);
    if (values.keep) keep(target, corpus);
  }
  return executed;
}

/** @param {string} target @param {string} from */
function keep(target, from) {
  const minimal = emptyFolder(`${target}-minimal`);
  const { status, stderr } = run(target, ['-merge=1', '-max_len=96', minimal, from]);
  if (status !== 0) throw new Error(stderr);
  const inputs = readdirSync(minimal).map((name) => readFileSync(join(minimal, name)));
  // The order must not depend on where the inputs come from.
  inputs.sort((a, b) => a.length - b.length || Buffer.compare(a, b));
  writeCorpus(target, inputs);
  console.log(`${target}: ${inputs.length} inputs kept`);
}

const total = wantedTargets.map(fuzz).reduce((sum, executed) => sum + executed, 0);
console.log(`${total.toLocaleString('en')} executions`);
