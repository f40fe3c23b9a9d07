// No regular expression of the project takes more than linear time on foreign texts. recheck decides
// that by automata, or by texts that it makes from the expression itself. It counts characters.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { installIn } from '../support/install.js';

const root = new URL('../../', import.meta.url);
const folder = new URL('recheck/', import.meta.url);

/**
 * No clock decides. An expression that reads more characters than this on its worst text of 300,000
 * is slow.
 */
const LIMITS = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  attackLimit: 1e8,
};

/** @type {(source: string, flags: string, limits: object) => any} */
let checkSync;

before(async () => {
  installIn(fileURLToPath(folder));
  const { default: recheck } = await import(`${folder}node_modules/recheck/lib/browser.js`);
  checkSync = recheck.checkSync;
});

/** @param {string} code @returns {RegExp[]} */
function regexesIn(code) {
  /** @type {RegExp[]} */
  const found = [];
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return;
    const { key, value: text } = node;
    // Patterns in JSON schemas.
    if (key?.name === 'pattern' && typeof text?.value === 'string')
      found.push(new RegExp(text.value, 'u'));
    if (node.regex) found.push(new RegExp(node.regex.pattern, node.regex.flags));
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code.replace(/^#!.*/, '')));
  return found;
}

/** Returns how the time of an expression grows, unless it is linear. @param {RegExp} regex */
function findGrowth({ source, flags }) {
  const { status, complexity, error, attack } = checkSync(source, flags, LIMITS);
  if (status === 'safe') return undefined;
  return `${complexity?.summary ?? error?.kind} on ${attack?.pattern}`;
}

const files = ['src/js', 'web'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    // Leave out the build, which reads only the project.
    .filter((path) => path.endsWith('.js') && !path.startsWith('build/'))
    .map((path) => `${folder}/${path}`),
);
const sources = new Map(
  files.flatMap((file) =>
    regexesIn(readFileSync(new URL(file, root), 'utf8')).map((regex) => [
      String(regex),
      { file, regex },
    ]),
  ),
);

it('the check finds a quadratic regular expression', () => {
  for (const regex of [
    ...[
      /\s+$/,
      /0+1/,
      /(a|b)*c/,
      /'shape'\s*:\s*\(([^)]*)\)/,
      /^(a+)+$/,
      /<a>[\s\S]*?<b>/,
      /"(.*)"x/,
    ],
    ...[/^[-+]?(\d+\.?\d*|\.\d+)$/, /^([a-z-]+)(?:\s*[:=]\s*(.*))?$/, /^(.*?),(.*?)x$/, /(\d+)+x/],
  ]) {
    assert.ok(findGrowth(regex), String(regex));
  }
});

it('the check accepts a linear one', () => {
  for (const regex of [
    /^\s+/,
    /^a*b*$/,
    /\s+/g,
    /"[^"]*"?/g,
    /(?<!0)0+(?!0)/,
    /^[a-z]{1,80}_[a-z_]{1,40}$/,
  ]) {
    assert.equal(findGrowth(regex), undefined, String(regex));
  }
});

it('every regular expression takes time proportional to the length of the text', () => {
  assert.ok(sources.size > 140, `${sources.size}`);
  const bad = [...sources.values()].flatMap(({ file, regex }) => {
    const growth = findGrowth(regex);
    return growth ? [`${file}: ${regex}: ${growth}`] : [];
  });
  assert.deepEqual(bad, []);
});
