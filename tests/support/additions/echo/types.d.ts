/** The slot of the source that this feature gives. */

import type { SourceFeature } from '../../../../web/types.js';

declare module '../../../../web/types.js' {
  interface Slots {
    echo: SourceFeature;
  }
}
