// In the daily tier, test files of one folder share a process: to start one and to load the same modules takes longer
// than most of them run. Any other run gives each file a process of its own.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Folders whose tests need neither a browser nor much memory. */
const FOLDERS = [
  ...['course', 'graph', 'js', 'learning', 'models', 'practice', 'pretrained', 'sources', 'web'],
].map((folder) => `tests/${folder}/`);

/** What other files in the same process would notice or wait for, and figures, which are those of a process. */
const NEEDS_OWN_PROCESS = [
  /\bglobalThis\b|\bconfigureGlobal\b|\bsetFlagsFromString\b|\bstackTraceLimit\b/,
  /\bmock\b|\bregister\(|\bprocess\.(env|on)\b|\.prototype\.\w+ = /,
  /\b(WebAssembly|console|Date|Math|performance)\.\w+ = /,
  /^(before|beforeEach|afterEach)\(/m,
  /\b(tally|reached)\(/,
];

const MOST_FILES = 6;

/**
 * @param {readonly string[]} files within the project
 * @param {string} root the project's folder
 * @returns {string[]} files to run, of which some import several of those
 */
export function groupFiles(files, root) {
  const folder = join(root, 'dist/test-groups');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const canShare = (/** @type {string} */ file) => {
    if (!FOLDERS.some((start) => file.startsWith(start))) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return !NEEDS_OWN_PROCESS.some((pattern) => pattern.test(text));
  };
  const sharing = files.filter(canShare);
  const groups = [...new Set(sharing.map((file) => dirname(file)))].flatMap((place) => {
    const inside = sharing.filter((file) => dirname(file) === place);
    const count = Math.ceil(inside.length / MOST_FILES);
    return Array.from({ length: count }, (_, i) => {
      const path = `dist/test-groups/${place.replace('tests/', '').replaceAll('/', '-')}-${i + 1}.js`;
      const imports = inside
        .filter((_, at) => Math.floor((at * count) / inside.length) === i)
        .map((file) => `await import('../../${file}');\n`);
      writeFileSync(join(root, path), imports.join(''));
      return path;
    });
  });
  return [...groups, ...files.filter((file) => !sharing.includes(file))];
}
