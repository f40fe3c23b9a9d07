/** Runs pretrained models in a Worker. */

import { expose, transferHandlers } from 'comlink';
import { keepErrorDetails } from '../features/pretrained/run/error-details.js';
import { ModelServer } from '../features/pretrained/run/server.js';

keepErrorDetails(transferHandlers);
expose(new ModelServer());

postMessage({});
