import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/** Matches a quoted text of some length. */
const QUOTED = /[`'"]([\w .,>*#-]{14,60})[`'"]/g;

const FEW = 30;

/** The map counts an escape as one character. */
const ESCAPE = /\\u[0-9a-f]{4}/gi;
const LONGER = '\\u0000'.length - 1;

/** The allowed distance in lines, because a map only knows where an expression starts. */
const NEAR = 5;

/** @param {string} script @returns {{ text: string, line: number, column: number }[]} */
const quotedIn = (script) =>
  script
    .split('\n')
    .flatMap((content, i) =>
      [...content.matchAll(QUOTED)].map(({ 1: text, index }) => {
        const escapes = content.slice(0, index).match(ESCAPE)?.length ?? 0;
        return { text, line: i + 1, column: index - LONGER * escapes };
      }),
    )
    .slice(0, FEW);

for (const name of ['attention-lab', 'attention-map', 'core', 'files'])
  it(`${name}.js: each text is near its place in the source map`, async () => {
    const script = await readFile(`${dist}${name}.js`, 'utf8');
    const map = new TraceMap(await readFile(`${dist}${name}.js.map`, 'utf8'));
    const followed = quotedIn(script)
      .map(({ text, ...place }) => ({ text, ...originalPositionFor(map, place) }))
      // The map has no position inside a text of several lines.
      .filter(({ source }) => source !== null);
    assert.ok(followed.length > (name === 'files' ? 0 : FEW / 2), `${followed.length} texts`);
    const lost = followed.filter(({ text, source, line }) => {
      const content = map.sourcesContent?.[map.sources.indexOf(source)] ?? '';
      const near = content.split('\n').slice(Number(line) - 1, Number(line) + NEAR);
      return !near.join('\n').includes(text);
    });
    // If the bundler inlines a constant, the map has the position of its name.
    assert.ok(lost.length <= followed.length / 5, JSON.stringify(lost));
  });

it('each map names existing sources', async () => {
  const maps = (await readdir(dist)).filter((name) => name.endsWith('.js.map'));
  assert.ok(maps.length > 10, `${maps.length} maps`);
  const missing = await Promise.all(
    maps.map(async (name) => {
      /** @type {{ sources: string[] }} */
      const { sources } = JSON.parse(await readFile(dist + name, 'utf8'));
      return sources.filter((path) => !existsSync(new URL(path, `file://${dist}`)));
    }),
  );
  assert.deepEqual(missing.flat(), []);
});
