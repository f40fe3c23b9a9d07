// The reference of the library. TypeDoc makes it from the comments of the published types, and
// fails if a symbol has no comment, a link leads nowhere, or a named type is not public.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import * as core from '../../src/js/index.js';
import * as learning from '../../src/js/learning/index.js';
import * as pretrained from '../../src/js/pretrained/index.js';
import * as files from '../../web/entries/files.js';
import * as pictures from '../../web/entries/svg.js';
import { root } from './project.js';

const folder = join(root, 'dist/api');

const ENTRIES = {
  'attention-lab': core,
  'attention-lab_learning': learning,
  'attention-lab_pretrained': pretrained,
  'attention-lab_files': files,
  'attention-lab_svg': pictures,
};

describe('the reference', () => {
  before(() => {
    execFileSync('./build.sh', ['api'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  });

  it('has a page for every entry', () => {
    const entries = [...Object.keys(ENTRIES), 'attention-lab_element', 'attention-lab_map'];
    const pages = readdirSync(join(folder, 'modules')).map((name) => name.replace('.html', ''));
    assert.deepEqual(pages.sort(), entries.sort());
  });

  it('has a page for everything that an entry exports', () => {
    const pages = new Set(
      ['classes', 'functions', 'variables'].flatMap((kind) => readdirSync(join(folder, kind))),
    );
    for (const [entry, exported] of Object.entries(ENTRIES))
      for (const name of Object.keys(exported)) assert.ok(pages.has(`${entry}.${name}.html`), name);
  });

  it('has every operation, and what they throw', async () => {
    const page = readFileSync(join(folder, 'interfaces/attention-lab.Attention.html'), 'utf8');
    const operations = Object.keys(await core.loadAttention());
    assert.ok(operations.includes('linear'));
    for (const name of [...operations, 'isFast', 'threads'])
      assert.ok(page.includes(`id="${name.toLowerCase()}"`), name);
    assert.match(page, /ShapeError.*if shapes do not fit/);
  });
});
