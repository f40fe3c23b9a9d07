/**
 * Of the declarations that TypeScript makes of every file, one file for each entry of the package, with
 * only what the entry leads to: `node web/types/bundle.js <from> <to>`.
 */

import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateDtsBundle } from 'dts-bundle-generator';

const [from, to] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));

/** TypeScript 7 has no interface for programs yet; the bundler brings a version that has. */
const ts = createRequire(fileURLToPath(import.meta.resolve('dts-bundle-generator')))('typescript');

cpSync(here, join(from, 'web/types'), {
  recursive: true,
  filter: (path) => !path.endsWith('.js'),
});
/** @type {Map<string, any>} the declarations of every file, parsed */
const sources = new Map();
for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
  if (!path.endsWith('.d.ts')) continue;
  const text = withoutStars(readFileSync(join(from, path), 'utf8'));
  sources.set(join(from, path), ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
}
const classes = new Set(
  [...sources.values()].flatMap(({ statements }) =>
    statements.filter(ts.isClassDeclaration).map((/** @type {any} */ { name }) => name.text),
  ),
);
for (const [file, source] of sources) writeFileSync(file, tidied(source));

// What is imported from a package stays an import, if the package is found.
symlinkSync(join(here, '../../node_modules'), join(from, 'node_modules'));
const { compilerOptions } = JSON.parse(readFileSync(join(here, '../../.tsconfig.json'), 'utf8'));
const project = join(from, 'tsconfig.json');
writeFileSync(project, JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }));

/** @type {Record<string, string>} */
const entries = { core: 'src/js/index.d.ts', element: 'web/types/element.d.ts' };
const bundles = generateDtsBundle(
  Object.entries(entries).map(([name, path]) => ({
    filePath: join(from, path),
    // Only the elements are known to all of a page.
    output: {
      exportReferencedTypes: false,
      inlineDeclareGlobals: name === 'element',
      noBanner: true,
    },
  })),
  { preferredConfigPath: project },
);

mkdirSync(to, { recursive: true });
Object.keys(entries).forEach((name, i) => {
  // `Symbol.dispose` is younger than what TypeScript knows by default.
  const library = '/// <reference lib="esnext.disposable" />\n';
  writeFileSync(join(to, `${name}.d.ts`), library + bundles[i]);
});
cpSync(join(here, 'define.d.ts'), join(to, 'define.d.ts'));

/**
 * A type that JSDoc takes from another file becomes a type of its own in each file that does so.
 * Imported and handed on instead, it keeps its name and its words. A class keeps the other name: as
 * such it would be handed on as something to call, which the entry does not export.
 *
 * Of several comments only the last tells of what follows.
 * @param {any} source
 */
function tidied({ text, statements }) {
  let rest = text;
  const replace = (/** @type {number} */ start, /** @type {number} */ end, by = '') => {
    rest = rest.slice(0, start) + by + rest.slice(end);
  };
  for (const statement of statements.toReversed()) {
    const { name, type, typeParameters, pos, end } = statement;
    const isAlias = ts.isTypeAliasDeclaration(statement) && ts.isImportTypeNode(type);
    const original = isAlias && type.qualifier?.getText();
    if (original && !typeParameters && !type.typeArguments && !classes.has(original)) {
      const imported = `import { ${original} as ${name.text} } from ${type.argument.getText()};`;
      replace(pos, end, `\n${imported}\nexport { ${name.text} };`);
    } else {
      const comments = ts.getLeadingCommentRanges(text, pos) ?? [];
      if (comments.length > 1) replace(comments[0].pos, comments.at(-1).pos);
    }
  }
  return rest;
}

/**
 * A type that a comment breaks into lines keeps the star of the second line (tsc 7.0.2).
 * @param {string} text
 */
function withoutStars(text) {
  return text.replace(/^(?! *\/?\*).* \* +.*$/gm, (line) => line.replace(/(?<!export) \* +/g, ' '));
}
