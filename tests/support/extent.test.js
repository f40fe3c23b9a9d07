// The list of what the daily tier leaves out names exactly the files that leave something out.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { LEFT_OUT } from './extent.js';

const root = new URL('../../', import.meta.url);

/** Lists what each test file imports from extent.js. @returns {Map<string, string[]>} */
function readImports() {
  const paths = readdirSync(new URL('tests', root), { recursive: true, encoding: 'utf8' });
  /** @type {Map<string, string[]>} */
  const imports = new Map();
  for (const path of paths) {
    if (!path.endsWith('.js') || path.includes('node_modules')) continue;
    const text = readFileSync(new URL(`tests/${path}`, root), 'utf8');
    const [, names] = /import \{([^}]*)\} from '[^']*\/extent\.js'/.exec(text) ?? [];
    if (names)
      imports.set(
        `tests/${path}`,
        names.split(',').map((name) => name.trim()),
      );
  }
  return imports;
}

it('each file that leaves tests out of the daily tier is listed, and each listed file does', () => {
  const imports = readImports();
  const leaving = [...imports].filter(([, names]) =>
    names.some((name) => ['again', 'inFull', 'isThorough'].includes(name)),
  );
  assert.ok(leaving.length > 40);
  // Firefox is not in the list; the comment above the list mentions it.
  const others = leaving.map(([path]) => path).filter((path) => !path.endsWith('find-browser.js'));
  const unlisted = others.filter((path) => !(path in LEFT_OUT));
  const stale = Object.keys(LEFT_OUT).filter((path) => !imports.has(path));
  assert.deepEqual({ unlisted, stale }, { unlisted: [], stale: [] });
});
