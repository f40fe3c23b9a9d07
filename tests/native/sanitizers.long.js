// Slow checks of the core: MemorySanitizer, Valgrind, and AddressSanitizer and UBSan in wasm. None
// finds anything in any program, and the numbers equal those of the published wasm.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { packedCorpus, readCorpus, targets } from '../fuzz/corpus.js';
import { tally } from '../support/bar.js';
import { makeCases, makeStrange, runCase } from '../support/cases.js';
import { createRandom } from '../support/random.js';
import { runSilently } from '../support/run-silently.js';
import { assertReplayed, replayWith } from './replay.js';
import { trainingCalls } from './trainings.js';

const dist = (/** @type {string} */ path) =>
  fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** @type {Record<string, { finds: string[], command: (program: string) => string[] }>} */
const tools = {
  MemorySanitizer: {
    finds: ['unset'],
    command: (program) => [dist(`sanitized/${program}-msan`)],
  },
  Valgrind: {
    finds: ['unset', 'beyond'],
    command: (program) => [
      ...['valgrind', '--quiet', '--error-exitcode=1', '--leak-check=full'],
      dist(`sanitized/${program}-valgrind`),
    ],
  },
  'ASan in wasm': {
    finds: ['beyond'],
    command: (program) => [process.execPath, dist(`sanitized/${program}.js`)],
  },
};

const attention = await loadAttention();
const random = createRandom(4);
const cases = [
  ...makeCases(1, 2000, { max: 9 }),
  ...makeCases(2, 500, { max: 33 }),
  ...makeCases(3, 100, { max: 67 }),
  ...makeCases(5, 400, { max: 13 }).map((case_) => makeStrange(case_, random)),
];
const expected = cases.map((case_) => runCase(attention, case_));
const trainings = trainingCalls();
const bar = tally('sanitizers');

for (const [tool, { finds, command }] of Object.entries(tools)) {
  describe(tool, () => {
    for (const fault of finds) {
      it(`sees what is ${fault}`, () => {
        const [program, ...args] = command('faulty');
        const { status, stderr } = spawnSync(program, [...args, fault], { encoding: 'utf8' });
        assert.notEqual(status, 0);
        assert.match(stderr, /uninitiali[sz]ed|heap-buffer-overflow|Invalid read/);
      });
    }

    for (const program of ['corners', 'guard', 'refusals']) {
      it(`finds nothing in ${program}, which writes what it does natively`, () => {
        const natively = runSilently([dist(`native/${program}`)]).toString();
        assert.equal(runSilently(command(program)).toString(), natively);
      });
    }

    it('finds nothing in gradients', () => {
      assert.match(runSilently(command('gradients')).toString(), /\d/);
    });

    it(`finds nothing in ${cases.length} calls`, () => {
      assertReplayed(tool, cases, replayWith(command('replay'), cases), expected);
      bar.count(`calls under ${tool}`, cases.length);
    });

    it('finds nothing in three models that train', () => {
      for (const calls of trainings) {
        const natively = runSilently([dist('native/replay_learning')], calls);
        assert.ok(runSilently(command('replay_learning'), calls).equals(natively));
      }
    });

    if (tool === 'ASan in wasm') return;
    for (const target of targets) {
      const count = readCorpus(target).length;
      it(`finds nothing in the ${count} inputs kept for ${target}`, () => {
        const answer = runSilently([...command('fuzz'), target], packedCorpus(target));
        assert.equal(Number(answer.toString()), count);
      });
    }
  });
}
