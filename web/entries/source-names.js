/** The names of all sources that features give, as data: an entry that names sources adds them, and loads no feature. */

import { modelNames } from '../features/models/manifest.js';
import { pretrainedNames } from '../features/pretrained/manifest.js';
import { addFeature } from '../features.js';

export function addSourceNames() {
  for (const names of [modelNames, pretrainedNames]) addFeature(names);
}
