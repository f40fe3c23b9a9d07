/** Runs pretrained models in a Worker. */

import { expose } from 'comlink';
import { ModelServer } from '../features/pretrained/run/server.js';

expose(new ModelServer());

postMessage({});
