// A worker thread that computes the digest of the results of seeded calls.
import { parentPort, workerData } from 'node:worker_threads';
import { loadAttention } from '../../src/js/index.js';
import { digest, makeCases, runCase } from '../support/cases.js';

const { module: module_, seed, count } = workerData;
const attention = await loadAttention(module_);
const results = makeCases(seed, count).map((case_) => runCase(attention, case_));
parentPort?.postMessage(await digest(results));
