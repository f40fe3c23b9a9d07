/** Registers the names of all sources of features as data, without loading the features. */

import { modelNames } from '../features/models/manifest.js';
import { pretrainedNames } from '../features/pretrained/manifest.js';
import { addFeature } from '../features.js';

export function addSourceNames() {
  for (const names of [modelNames, pretrainedNames]) addFeature(names);
}
