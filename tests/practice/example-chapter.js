// The example chapter for authors, with changed parts.
import { readFile } from 'node:fs/promises';

const html = await readFile(
  new URL('../../web/site/examples/chapter.html', import.meta.url),
  'utf8',
);
const [, chapterJson] = /<script type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
/** @type {any} the example chapter for authors */
export const EXAMPLE = JSON.parse(chapterJson);
/**
 * Returns the example with a part replaced or left out.
 * @param {string} path 'pages.2.task'
 * @param {unknown} [value]
 */
export function withPart(path, value) {
  /** @type {any} */
  const chapter = structuredClone(EXAMPLE);
  const names = path.split('.');
  const last = String(names.pop());
  const part = names.reduce((node, name) => (node[name] ??= {}), chapter);
  if (value === undefined) delete part[last];
  else part[last] = value;
  return chapter;
}

/** @param {string} kind */
export const indexOf = (kind) =>
  EXAMPLE.pages.findIndex((/** @type {any} */ { task }) => task?.kind === kind);
export const MATCH = {
  ...{ kind: 'match', question: 'Which is which?', options: ['first', 'second'] },
  items: [
    { item: 'a', option: 0, replies: [{ option: 1, reply: 'a comes first.' }] },
    { item: 'b', option: 1, wrong: 'b is not the {option}.' },
  ],
  ...{ right: 'So it is.', wrong: 'Not {item}.' },
};
