// A scratch copy of the checkout, in which a fault can be made, built and removed.
import { execFile } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { copy, copyCheckout } from '../support/checkout.js';
import { readSource, seed } from './faults.js';

/** @import { Fault } from './faults.js' */

const root = fileURLToPath(new URL('../../', import.meta.url));

const run = promisify(execFile);

/** Files in dist that the build of the core writes. */
const BUILT = /^(objects|.*\.wasm|.*-wasm\.js)$/;

export class Copy {
  folder = copyCheckout('faults');

  /** @param {Fault} fault */
  async make(fault) {
    const home = pathToFileURL(`${this.folder}/`);
    writeFileSync(new URL(fault.file, home), seed(fault, readSource(fault, home)));
    if (isOfCore(fault)) await run('./build.sh', ['draft'], { cwd: this.folder });
    if (isOnPage(fault)) await this.#bundle();
  }

  /** @param {Fault} fault */
  async mend(fault) {
    copy(join(root, fault.file), join(this.folder, fault.file));
    if (isOfCore(fault)) {
      for (const name of readdirSync(join(root, 'dist'))) {
        if (BUILT.test(name)) copy(join(root, 'dist', name), join(this.folder, 'dist', name));
      }
    }
    if (isOnPage(fault)) await this.#bundle();
  }

  /** Browsers read the built page, not its modules. */
  async #bundle() {
    await run('node', ['web/build/bundle.js'], { cwd: this.folder });
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param {Fault} fault */
const isOfCore = ({ file }) => file.startsWith('src/core/');

/** Tells whether a browser test is expected to notice the fault. @param {Fault} fault */
export const isOnPage = ({ tests }) => tests.some((file) => file.startsWith('tests/browser/'));
