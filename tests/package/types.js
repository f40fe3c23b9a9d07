import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { run, tool } from './project.js';

/** Names an export that the package does not have. */
const WRONG = "import 'attention-lab/define';\nimport { Core } from 'attention-lab/core';\nCore;\n";

/** @param {import('./project.js').Project} project */
export function typeTests({ home }) {
  const compile = (/** @type {string[]} */ ...args) => run(tool('.bin/tsc'), args, home);

  for (const [module, resolution] of [
    ['ESNext', 'bundler'],
    ['NodeNext', 'NodeNext'],
  ]) {
    it(`what is right compiles, and what is wrong does not (${resolution})`, async () => {
      const options = ['--module', module, '--moduleResolution', resolution];
      await compile('-p', 'tsconfig.json', ...options);

      await writeFile(join(home, 'wrong.ts'), WRONG);
      const wrong = { extends: './tsconfig.json', files: ['wrong.ts'] };
      await writeFile(join(home, 'wrong.json'), JSON.stringify(wrong));
      await assert.rejects(compile('-p', 'wrong.json', ...options), ({ stdout }) =>
        /^wrong\.ts\(2,10\): error TS2305.*\n$/.test(stdout),
      );
    });
  }
}
