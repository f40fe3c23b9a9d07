import { parentPort } from 'node:worker_threads';
import { loadAttention, tensor } from 'attention-lab';
import { compute } from './compute.js';

parentPort?.postMessage(await compute({ loadAttention, tensor }));
