/** The one script, `attention-lab.js`: both elements with everything inside. */

import { showElements } from './loader.js';
import { runScript } from './script.js';

runScript(showElements);
