/**
 * Reads the declarations that TypeScript makes of our JSDoc. They are laid out in one way only, so a
 * few patterns do: comments before what they tell of, members indented by a tab.
 */

/**
 * @typedef {object} Comment
 * @property {string} description
 * @property {{ tag: string, text: string }[]} tags
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {Comment} comment
 * @property {string} type of a method, that of its result
 * @property {string} kind get, set, method or field
 */

const MEMBER = /^\t(?:(get|set) )?(?!constructor\b)(\w+)\??(?:<[^(]*>)?(\(.*\))?(?:: (.*))?;$/s;

/**
 * The members of a class or of an object type, without those that are static or private.
 * @param {string} declarations
 * @param {string} what such as `class AttentionLab`
 * @returns {{ comment: Comment, members: Member[] }}
 */
export function readType(declarations, what) {
  const pattern = new RegExp(
    `(/\\*\\*(?:(?!\\*/).)*\\*/\\n)?(?:export )?(?:declare )?${what}\\b[^{]*{\\n(.*?)\\n}`,
    's',
  );
  const found = pattern.exec(declarations);
  if (!found) throw new Error(`The declarations have no ${what}`);
  const [, comment = '', body] = found;
  // A line that is indented by one tab begins a comment or a member, unless it closes a bracket.
  const parts = body.split(/\n(?=\t[^\s)}])/);
  const members = parts.flatMap((part, i) => {
    const member = MEMBER.exec(part);
    if (!member) return [];
    const [, kind, name, call, type = ''] = member;
    const before = i > 0 && parts[i - 1].startsWith('\t/**') ? parts[i - 1] : '';
    return {
      name,
      comment: readComment(before),
      type: plainType(type),
      kind: kind ?? (call ? 'method' : 'field'),
    };
  });
  return { comment: readComment(comment), members };
}

/**
 * The unions that have a name.
 * @param {string} declarations
 * @returns {ReadonlyMap<string, string>}
 */
export function readUnions(declarations) {
  const found = declarations.matchAll(/^(?:export )?type (\w+) = ([^{;]*);$/gm);
  return new Map([...found].map(([, name, type]) => [name, plainType(type)]));
}

/**
 * The events of an interface that is written by hand, and so indented by two.
 * @param {string} declarations
 * @param {string} name
 * @returns {ReadonlyMap<string, string>}
 */
export function readEvents(declarations, name) {
  const [, body = ''] = new RegExp(`interface ${name} {\\n(.*?)\\n}`, 's').exec(declarations) ?? [];
  const found = `${body}\n  '`.matchAll(/^ {2}'([\w-]+)': (.*?);\n(?= {2}')/gms);
  return new Map([...found].map(([, event, type]) => [event, plainType(type)]));
}

/**
 * @param {string} text with its stars
 * @returns {Comment}
 */
function readComment(text) {
  const plain = text.replace(/^\s*\/?\*+\/? ?|\*\/$/gm, '');
  const [description, ...tags] = plain.split(/^\s*@(?=\w)/m);
  return {
    description: oneLine(description),
    tags: tags.map((tag) => {
      const [name] = tag.split(/\s/, 1);
      return { tag: name, text: oneLine(tag.slice(name.length)) };
    }),
  };
}

/** @param {string} type */
const plainType = (type) => oneLine(type.replaceAll('"', "'"));

/** @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, ' ').trim();
