/** The one page, `index.html`: its script has everything inside. */

import { showPage } from './loader.js';
import { runScript } from './script.js';

runScript(showPage);
