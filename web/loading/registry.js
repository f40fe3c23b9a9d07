/** What the classic scripts of one version share. */

import { VERSION } from '../version.js';

const key = Symbol.for(`attention-lab ${VERSION}`);
const host = /** @type {any} */ (globalThis);
host[key] ??= {};

/**
 * @type {{ Trainer?: typeof import('../learning/trainer.js').Trainer, models?: import('../learning/models.js').Models,
 *   course?: typeof import('../course.js').course, practice?: typeof import('../practice.js').practice,
 *   maps?: typeof import('../maps.js').maps, files?: typeof import('../files.js').files, shared: any[] }} `shared`: what further scripts import from
 *   modules of the first, as `web/build/scripts.js` numbers it
 */
export const registry = host[key];
