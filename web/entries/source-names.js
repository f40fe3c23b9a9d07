/** The names of all sources that features give, as data. An entry that names sources imports this, and loads no feature. */

import { modelNames } from '../features/models/manifest.js';
import { pretrainedNames } from '../features/pretrained/manifest.js';
import { add } from '../features.js';

for (const names of [modelNames, pretrainedNames]) add(names);
