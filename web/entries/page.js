/** The one page, `index.html`: its script has everything inside. */

import { runScript } from './script.js';

runScript(() => import('../page.js'));
