/** Trains models in a Worker. */

import { expose } from 'comlink';
import { Trainer } from '../features/models/training/trainer.js';

expose(new Trainer());
postMessage({});
