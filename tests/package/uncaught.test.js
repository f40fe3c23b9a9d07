// Node prints the line of an error that no program catches, and the package is minified.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

const FENCE = '```attention\\nThey eat\\nstepz: weights\\n```\\n';

/** @type {Record<string, [program: string, message: RegExp]>} */
const PROGRAMS = {
  'a fence': [
    `import MarkdownIt from 'markdown-it';
    import attentionFences from './dist/markdown-it.js';
    new MarkdownIt().use(attentionFences).render('${FENCE}');`,
    /^Error: attention, line 3: attributes: stepz is unknown; expected steps$/m,
  ],
  'an option of a picture': [
    "import { attentionSvg } from './dist/svg.js'; await attentionSvg({ stepz: 'weights' });",
    /^ArgumentError: attentionSvg: stepz is unknown; expected steps$/m,
  ],
  'a large table': [
    `import { attentionSvg } from './dist/svg.js';
    await attentionSvg({ sentence: 'so '.repeat(400) });`,
    /ArgumentError\]?: attentionSvg: sentence is so long/,
  ],
};

for (const [what, [program, message]] of Object.entries(PROGRAMS))
  it(`an uncaught error of ${what} has only short lines`, () => {
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { cwd: root, encoding: 'utf8' },
    );
    assert.equal(status, 1);
    assert.match(stderr, message);
    for (const line of stderr.split('\n')) assert.ok(line.length < 250, line.slice(0, 250));
  });
