/** Pretrained models: a source of numbers, with its lesson and its panel. */

import { headLineStyles } from './head-styles.js';
import { PretrainedConnection } from './run/connection.js';
import { RemoteServer } from './run/remote-server.js';
import { steps } from './steps.js';
import { pretrainedStyles } from './styles.js';
import { modelPanel } from './views/panel.js';

/** @import { SourceFeature } from '../../types.js' */

/**
 * @param {ConstructorParameters<typeof RemoteServer>[0]} starters
 * @returns {{ pretrained: SourceFeature<PretrainedConnection> }}
 */
export function pretrained(starters) {
  const remote = new RemoteServer(starters);
  return {
    pretrained: {
      stepsOf: () => steps,
      connect: (host, change, tell) => new PretrainedConnection(host, change, remote, tell),
      views: { panel: modelPanel },
      styles: [pretrainedStyles, headLineStyles],
    },
  };
}
