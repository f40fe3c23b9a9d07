// A scratch copy of the checkout, in which a fault can be made, built and mended again.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { readSource, seed } from './faults.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What tests read of a checkout: none of these is large. */
const PARTS = [
  ...['src', 'web', 'tests', 'dist', 'build.sh', 'package.json', 'package-lock.json', 'README.md'],
  ...['.tsconfig.json', '.tsconfig.types.json'],
];
/** What the core is built into. */
const BUILT = /^(objects|.*\.wasm|.*-wasm\.js)$/;

/** @param {string} from @param {string} to the times too, by which the build knows what is current */
const copy = (from, to) =>
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !/node_modules|dist\/native|tests\/bench\/results/.test(path),
  });

export class Copy {
  folder = mkdtempSync(join(tmpdir(), 'attention-faults-'));

  constructor() {
    for (const part of PARTS) copy(join(root, part), join(this.folder, part));
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** @param {import('./faults.js').PlacedFault} fault */
  async make(fault) {
    const home = pathToFileURL(`${this.folder}/`);
    writeFileSync(new URL(fault.file, home), seed(fault, readSource(fault, home)));
    if (isOfCore(fault)) await promisify(execFile)('./build.sh', ['draft'], { cwd: this.folder });
  }

  /** @param {import('./faults.js').PlacedFault} fault */
  mend(fault) {
    copy(join(root, fault.file), join(this.folder, fault.file));
    if (!isOfCore(fault)) return;
    for (const name of readdirSync(join(root, 'dist'))) {
      if (BUILT.test(name)) copy(join(root, 'dist', name), join(this.folder, 'dist', name));
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @param {import('./faults.js').PlacedFault} fault */
const isOfCore = ({ file }) => file.startsWith('src/core/');
