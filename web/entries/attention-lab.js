/** The one script, `attention-lab.js`: both elements with everything inside. */

import { runScript } from './script.js';

runScript(() => import('../define.js'));
