/** The slot of the source that this feature gives. */

import type { SourceFeature } from '../../../../web/session/types.js';

declare module '../../../../web/types.js' {
  interface Slots {
    echo: SourceFeature;
  }
}
