// The documents link to each other, name existing things, and keep the rules for words.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadAttention } from '../../src/js/index.js';
import { findWordProblems, listFiles } from '../../web/build/words.js';
import { makeComputation } from '../../web/session/computation.js';
import { normaliseState } from '../../web/state/normalise.js';
import { DOCUMENTS, readDocument, snippetsIn } from '../support/documents.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Removes code from a document. @param {string} path */
const proseOf = (path) => readDocument(path).replace(/^(`{3,})[^\n]*\n.*?^\1$/gms, '');

/** Returns the anchor of each heading, as GitHub makes it. @param {string} path */
const anchorsOf = (path) =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the targets of links and pictures. @param {string} path */
const linksOf = (path) =>
  [...proseOf(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

describe('the documents', () => {
  it('are linked from README', () => {
    for (const path of ['README.md', 'src/README.md', 'web/README.md', 'web/elements/README.md'])
      assert.ok(DOCUMENTS.includes(path), path);
    const reached = new Set(['README.md']);
    for (const path of reached)
      for (const link of linksOf(path)) {
        const target = join(dirname(path), link.split('#')[0]);
        if (target.endsWith('.md') && !/^https?:/.test(link)) reached.add(target);
      }
    assert.deepEqual(
      DOCUMENTS.filter((path) => !reached.has(path)),
      [],
    );
  });

  for (const path of DOCUMENTS)
    it(`${path} has no broken link`, () => {
      for (const link of linksOf(path).filter((target) => !/^https?:/.test(target))) {
        const [file, anchor] = link.split('#');
        const target = file ? join(dirname(path), file) : path;
        assert.ok(existsSync(join(root, target)), `${path} → ${link}`);
        if (anchor) assert.ok(anchorsOf(target).includes(anchor), `${path} → ${link}`);
      }
    });

  it('name exactly the tensors in the results of sources without a model', async () => {
    const attention = await loadAttention();
    const named = readDocument('web/elements/README.md')
      .split('<!-- results of attention-lab -->')[1]
      .split('<!-- end -->')[0];
    const computed = [
      { target: 'a cat', layer: 'self', dropout: 0.5, temperature: 3, mask: 'padding' },
      { target: 'a cat', mechanism: 'additive', positions: 'sinusoidal' },
      { step: 'mechanisms', heads: 1, mask: 'causal' },
      { source: 'article' },
      { source: 'coffee' },
    ].flatMap((requested) =>
      Object.keys(makeComputation(attention, normaliseState(requested)).results),
    );
    const inTable = [...named.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(inTable.toSorted(), [...new Set(computed)].toSorted());
  });

  it('name exactly the commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const rows = proseOf('README.md').match(/^\| `npm .*$/gm) ?? [];
    const named = rows.flatMap((row) =>
      [...row.split('|')[1].matchAll(/`(?:npm )?(?:run )?([\w:]+)`/g)].map(([, name]) => name),
    );
    // npm runs this script by itself.
    const public_ = Object.keys(scripts).filter((name) => name !== 'prepack');
    assert.deepEqual(named.toSorted(), public_.toSorted());
  });

  it('have a list of contents with the words of the headings, on the page for authors', () => {
    const page = readFileSync(join(root, 'web/site/embed.html'), 'utf8');
    const links = [...page.matchAll(/<li><a href="#([\w-]+)">(.*?)<\/a><\/li>/g)];
    assert.ok(links.length > 15);
    for (const [, id, name] of links) assert.ok(page.includes(`<h2 id="${id}">${name}</h2>`), name);
  });

  it('print only programs that tests run', () => {
    for (const language of ['js', 'javascript', 'html', 'css'])
      assert.ok(snippetsIn(language).length > 0, language);
  });
});

describe('the check of words', () => {
  it('finds nothing in documents and sources', () => {
    const paths = listFiles(/\.md$|\.(c|h|js)$|^web\/.*\.json$/);
    assert.ok(paths.length > 300, `${paths.length} files`);
    assert.deepEqual(
      paths.flatMap((path) => findWordProblems(path, readFileSync(join(root, path), 'utf8'))),
      [],
    );
  });

  const long = `${'word '.repeat(26)}end.`;
  for (const [what, path, text, found] of /** @type {[string, string, string, RegExp][]} */ ([
    ['a long README', 'README.md', 'Line.\n'.repeat(201), /^README\.md:1: 201 lines/],
    ['a heavy README', 'README.md', 'ü'.repeat(6001), /12002 bytes, more than/],
    ['a long sentence', 'a.md', `Short.\n\n* ${long}\n`, /^a\.md:3: a sentence of 27 words: “word/],
    ['a long cell', 'a.md', `| a |\n| --- |\n| ${long} |`, /^a\.md:3:/],
    [
      'a long text',
      'web/text/en/a.js',
      `const a = 1;\nexport const b = '${long}';`,
      /^web.*a\.js:2:/,
    ],
    [
      'a long template',
      'web/features/x/text/en/a.js',
      `export const a = () => \`${long}\`;`,
      /a\.js:1:/,
    ],
    ['a long text in JSON', 'web/features/x/text/en/a.json', `{\n"a": "${long}"\n}`, /a\.json:2:/],
    [
      'a function of one word',
      'web/views/a.js',
      "import { draw } from './b.js';\nimport { quoted } from '../text/number.js';\ndraw(quoted(1));",
      /^web\/views\/a\.js:3: .*`draw` has no object/,
    ],
    [
      'a function without a verb',
      'src/js/a.js',
      'const a = 1;\nconst widthOf = () => a;',
      /a\.js:2: .*`widthOf` has no verb/,
    ],
    [
      'a fragment in C',
      'src/core/a.c',
      // words: the checked text
      'int a;\n// Of the last row.\n',
      /a\.c:2: .*“Of the last row/,
    ],
    ['a fragment', 'src/js/a.js', '/**\n * What it is.\n */\nf();', /a\.js:1: .*“What it is/],
    ['a role as a name', 'src/js/a.js', 'const a = 1;\nexport const own = a;', /a\.js:2: .*`own`/],
    ['a role as a constant', 'web/a.js', 'const WHOLE = 1000;', /a\.js:1: .*`WHOLE`/],
    ['a role as a parameter', 'web/graph/a.js', 'const f =\n  (one) => [one];', /a\.js:2: .*`one`/],
    ['a role in a pattern', 'web/a.js', 'const { a: [...made] } = b;', /a\.js:1: .*`made`/],
    [
      'a role in a test',
      'tests/js/a.test.js',
      'for (const one of []) f(one);',
      /a\.test\.js:1: .*`one`/,
    ],
    ['a role as a member', 'web/a.js', 'class A {\n\n  #said() {}\n}', /a\.js:3: .*`said`/],
  ])) {
    it(`shows ${what}`, () => {
      const problems = findWordProblems(path, text);
      assert.equal(problems.length, 1);
      assert.match(problems[0], found);
    });
  }

  for (const [what, path, text] of [
    ['code in a document', 'a.md', `\`\`\`js\n${long}\n\`\`\`\n`],
    ['a question in a comment', 'src/js/a.js', '// What comes next?\nf();'],
    ['a comment with a subject', 'src/js/a.js', '/** The rows. What they hold is public. */\nf();'],
    ['two sentences', 'a.md', `${'word '.repeat(20)}end. ${'word '.repeat(20)}end.\n`],
    ['a text that is not on the screen', 'web/graph/a.js', `export const a = '${long}';`],
    ['a sentence with a reason', 'a.md', `<!-- words: a quotation -->\n${long}\n`],
    ['a name with a reason', 'src/js/a.js', '// words: the number\nexport const one = 1;'],
    ['a function with a verb', 'web/a.js', 'export function findCellOf() {}'],
    ['a function of a test', 'tests/a.js', 'export function widthOf() {}'],
    ['a value', 'web/a.js', 'export const textOf = new Map();'],
    ['a longer name', 'src/js/a.js', 'export const oneLayer = 1;'],
    ['a key that JSON has', 'web/a.js', 'const { of: table } = { of: a.own };'],
  ]) {
    it(`lets ${what} pass`, () => assert.deepEqual(findWordProblems(path, text), []));
  }
});
