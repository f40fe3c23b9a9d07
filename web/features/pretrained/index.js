/** Pretrained models: a source of numbers, with its lesson and its panel. */

import { headGridStyles } from './head-styles.js';
import { PretrainedConnection } from './run/connection.js';
import { Threads } from './run/threads.js';
import { steps } from './steps.js';
import { pretrainedStyles as panelStyles } from './styles.js';
import { modelPanel } from './views/panel.js';

/**
 * @import { SourceFeature } from '../../types.js'
 * @import { Starters } from './run/threads.js'
 */

/** @param {Starters} starters @returns {{ pretrained: SourceFeature<PretrainedConnection> }} */
export function pretrained(starters) {
  const threads = new Threads(starters);
  return {
    pretrained: {
      stepsOf: () => steps,
      connect: (host, change, tell) => new PretrainedConnection(host, change, threads, tell),
      views: { panel: modelPanel },
      styles: [panelStyles, headGridStyles],
    },
  };
}
