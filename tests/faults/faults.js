// Every seeded fault: one place of the sources made wrong. `npm run test:faults` makes each in a copy
// of the checkout and looks for a test that fails.
//
// A list such as core.txt begins with what it is about, and with the folders of fast tests that run
// where the expected ones do not fail. `== FILE` begins the faults of a file, `tests:` names the test
// files that are expected to fail, the most likely first. A blank line ends a fault:
//
//     what is wrong
//     - the place, by what surrounds it: it has to occur exactly once
//     + what replaces it
//     tests: files that are expected to fail, where they are not the whole file's
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Fault
 * @property {string} room the name of the fault's list
 * @property {string[]} folders folders of fast tests
 * @property {string} file
 * @property {string[]} tests
 * @property {string} name describes the fault
 * @property {string} find
 * @property {string} replace
 */

/** Returns the rest of each line that starts so. @param {string[]} lines @param {string} start */
const restsOf = (lines, start) =>
  lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));

/** @param {string[]} lines */
const namedTests = (lines) =>
  restsOf(lines, 'tests: ')
    .flatMap((names) => names.split(' '))
    .map((name) => `tests/${name}.test.js`);

/**
 * @param {string} room
 * @param {string} text the text of the list
 * @returns {Fault[]}
 */
function parseList(room, text) {
  const [head, ...blocks] = text.trimEnd().split('\n\n');
  const [named] = restsOf(head.split('\n'), 'folders: ');
  const folders = named.split(' ').map((folder) => `tests/${folder}`);
  let file = '';
  /** @type {string[]} */
  let tests = [];
  return blocks.flatMap((block) => {
    // Editors remove the blank behind the mark of an empty line, so add it again.
    const lines = block.split('\n').map((line) => (/^[-+]$/.test(line) ? `${line} ` : line));
    const listedTests = namedTests(lines);
    const [start] = restsOf(lines, '== ');
    if (start !== undefined) {
      [file, tests] = [start, listedTests];
      return [];
    }
    const strange = lines.slice(1).find((line) => !/^(- |\+ |tests: )/.test(line));
    if (strange !== undefined) throw new Error(`${room}.txt: a line of a fault reads ${strange}`);
    const find = restsOf(lines, '- ').join('\n');
    const replace = restsOf(lines, '+ ').join('\n');
    return [
      {
        room,
        folders,
        file,
        tests: listedTests.length ? listedTests : tests,
        name: lines[0],
        find,
        replace,
      },
    ];
  });
}

const home = new URL('.', import.meta.url);

export const faults = readdirSync(home)
  .filter((name) => name.endsWith('.txt'))
  .flatMap((name) => parseList(name.slice(0, -4), readFileSync(new URL(name, home), 'utf8')));

/**
 * Returns the text of the file with the fault in it.
 *
 * @param {Fault} fault
 * @param {string} text
 */
export function seed({ file, find, replace }, text) {
  const count = find === '' ? 0 : text.split(find).length - 1;
  if (count !== 1) throw new Error(`${find} occurs ${count} times in ${file}`);
  if (find === replace) throw new Error(`${find} is replaced by itself`);
  // Use a function, because $ has a meaning in a replacement string.
  return text.replace(find, () => replace);
}

/**
 * @param {Fault} fault
 * @param {URL | string} root the root of a checkout
 */
export const readSource = (fault, root) => readFileSync(new URL(fault.file, root), 'utf8');
