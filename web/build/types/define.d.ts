/** The types of `attention-lab/define`, which exports nothing. */

import './element.js';
