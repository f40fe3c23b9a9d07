// The list of what the daily tier leaves out names exactly the files that leave something out.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import { LEFT_OUT } from './extent.js';

const root = new URL('../../', import.meta.url);

/** The text in a file that tries only the first of its named cases. */
const CUT = '.slice(0, reduceCaseCount(';

/** Lists the test files that leave something out of the daily tier. @returns {string[]} */
function listLeaving() {
  const paths = readdirSync(new URL('tests', root), { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) => path.endsWith('.js') && !path.includes('node_modules'));
  return sources
    .filter((path) => {
      const text = readFileSync(new URL(`tests/${path}`, root), 'utf8');
      const [, names = ''] = /import \{([^}]*)\} from '[^']*\/extent\.js'/.exec(text) ?? [];
      if (/\b(itInFull|inFull|isThorough)\b/.test(names)) return true;
      // Fewer random cases are not in the list, but fewer named cases are.
      return /\breduceCaseCount\b/.test(names) && text.includes(CUT);
    })
    .map((path) => `tests/${path}`);
}

it('LEFT_OUT lists exactly the files that leave tests out of the daily tier', () => {
  const leaving = listLeaving();
  assert.ok(leaving.length > 40);
  // Firefox is not in the list; the comment above the list mentions it.
  const others = leaving.filter((path) => !path.endsWith('find-browser.js'));
  const unlisted = others.filter((path) => !(path in LEFT_OUT));
  const stale = Object.keys(LEFT_OUT).filter((path) => !leaving.includes(path));
  assert.deepEqual({ unlisted, stale }, { unlisted: [], stale: [] });
});
