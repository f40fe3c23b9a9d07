// Every seeded fault: one place of the sources made wrong. `npm run test:faults` makes each in a copy
// of the checkout and looks for a test that fails.
import { readFileSync } from 'node:fs';
import { core } from './core.js';
import { course } from './course.js';
import { files } from './files.js';
import { graph } from './graph.js';
import { held } from './held.js';
import { hub } from './hub.js';
import { learning } from './learning.js';
import { lesson } from './lesson.js';
import { library } from './library.js';
import { pretrained } from './pretrained.js';
import { session } from './session.js';
import { texts } from './texts.js';
import { views } from './views.js';

/**
 * @typedef {object} Fault
 * @property {string} name what is wrong
 * @property {string | RegExp} find the place, by what surrounds it: has to occur exactly once
 * @property {string} replace
 * @property {string[]} [tests] files in which a failing test is expected, instead of the group's
 * @property {string} [equivalent] why no test can tell the difference
 *
 * @typedef {object} Group
 * @property {string} file
 * @property {string[]} tests files in which a failing test is expected, the most likely first
 * @property {Fault[]} faults
 *
 * @typedef {object} Room
 * @property {string} name
 * @property {string[]} folders of fast tests, where those that are expected do not fail
 * @property {Group[]} groups
 *
 * @typedef {Fault & { room: string, file: string, tests: string[], folders: string[] }} PlacedFault
 */

/** @type {Room[]} */
const rooms = [
  core,
  course,
  learning,
  library,
  held,
  hub,
  pretrained,
  graph,
  lesson,
  session,
  files,
  texts,
  views,
];

/** @type {PlacedFault[]} */
export const faults = rooms.flatMap(({ name: room, folders, groups }) =>
  groups.flatMap((group) =>
    group.faults.map((fault) => ({
      tests: group.tests,
      ...fault,
      room,
      folders,
      file: group.file,
    })),
  ),
);

/** @param {Fault} fault @param {string} text */
function countMatches({ find }, text) {
  if (typeof find === 'string') return text.split(find).length - 1;
  return [...text.matchAll(new RegExp(find, `g${find.flags}`))].length;
}

/**
 * The text of the file with the fault in it.
 *
 * @param {PlacedFault} fault
 * @param {string} text
 */
export function seed(fault, text) {
  const count = countMatches(fault, text);
  if (count !== 1) throw new Error(`${fault.find} occurs ${count} times in ${fault.file}`);
  // In what replaces a string no $ has a meaning.
  const { find, replace } = fault;
  const seeded = text.replace(
    find,
    typeof find === 'string' ? () => replace : /** @type {any} */ (replace),
  );
  if (seeded === text) throw new Error(`${fault.find} is replaced by itself`);
  return seeded;
}

/** @param {PlacedFault} fault @param {URL | string} root of a checkout */
export const readSource = (fault, root) => readFileSync(new URL(fault.file, root), 'utf8');
