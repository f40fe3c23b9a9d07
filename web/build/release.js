// Makes the package to publish, after all checks: `npm run release`. It writes the tarball to `dist/release`, and prints
// the hashes for pages that load a script from a CDN. npm does not show relative images or links. So the package contains
// the files to which README links, and the links of the published README lead to the CDN.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, readText, root } from './files.js';

const folder = join(root, 'dist/release');
const stagedFolder = join(folder, 'package');

/** @param {string} command @param {string[]} args @param {string} [cwd] */
const run = (command, args, cwd = root) => execFileSync(command, args, { cwd, encoding: 'utf8' });
const PACK = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];

const manifest = readJson('package.json');
const { name, version } = manifest;
const readme = readText('README.md');

if (!readme.includes(`\n### ${version}\n`)) {
  throw new Error(`README.md has no “### ${version}” that says what is new`);
}
const changedFiles = run('git', ['status', '--porcelain']);
if (changedFiles) throw new Error(`not committed:\n${changedFiles}`);
// Releases have tags such as v0.1.0. Check only subjects of commits since the last tag, because older ones are fixed.
const [lastTag] = run('git', ['tag', '--list', 'v*', '--sort=-v:refname']).split('\n');
const subjects = lastTag ? run('git', ['log', '--format=%s', `${lastTag}..HEAD`]).split('\n') : [];
const wrongSubjects = subjects.filter(
  (subject) => subject && !/^[a-z][^:]*: [A-Z].{0,70}\.$/.test(subject),
);
if (wrongSubjects.length > 0)
  throw new Error(`not “area: Imperative.”:\n${wrongSubjects.join('\n')}`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
run('npm', PACK);
const tarball = join(folder, `${name}-${version}.tgz`);
run('tar', ['-xzf', tarball], folder);

/** @type {Set<string>} */
const linkedPaths = new Set();
const publishedReadme = readme.replace(/(\]\()((?!https?:|#)[^)#]+)/g, (_, words, path) => {
  linkedPaths.add(path);
  cpSync(join(root, path), join(stagedFolder, path));
  return `${words}https://cdn.jsdelivr.net/npm/${name}@${version}/${path}`;
});
writeFileSync(join(stagedFolder, 'README.md'), publishedReadme);
const files = [...manifest.files, ...linkedPaths];
writeFileSync(join(stagedFolder, 'package.json'), JSON.stringify({ ...manifest, files }, null, 2));
run('npm', PACK, stagedFolder);
rmSync(stagedFolder, { recursive: true });

console.log(`dist/release/${name}-${version}.tgz: ${readFileSync(tarball).length} bytes`);
for (const path of manifest.files) {
  if (!/^dist\/[\w-]+\.js$/.test(path)) continue;
  const hash = createHash('sha384').update(readText(path)).digest('base64');
  console.log(`${path} integrity="sha384-${hash}"`);
}
