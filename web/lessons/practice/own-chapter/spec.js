/**
 * What an author's JSON says, once it fits the schema.
 *
 * @typedef {string | string[]} Paragraphs
 *
 * @typedef {object} ChapterSpec
 * @property {string} title
 * @property {string} [question]
 * @property {PageSpec[]} pages
 *
 * @typedef {object} PageSpec
 * @property {string} id
 * @property {string} title
 * @property {Record<string, string | number> & { edits?: string, masked?: string, bug?: string }} [settings]
 * @property {Record<string, number[][]>} [numbers] set by hand, by table
 * @property {Paragraphs} text
 * @property {ShowSpec[]} [show]
 * @property {TaskSpec} [task]
 * @property {Paragraphs} [after]
 *
 * @typedef {{ after?: boolean } & (
 *   { kind: 'table', of: string, rows?: number[], head?: number, name?: string, cover?: 'all' | string[] } |
 *   { kind: 'sign', sign: string } |
 *   { kind: 'arcs', of?: string, head?: number } |
 *   { kind: 'arrows', of: string[], rows?: number[] } |
 *   { kind: 'points', of?: string, mean?: string } |
 *   { kind: 'bars', of: string[] } |
 *   { kind: 'whole' }
 * )} ShowSpec
 *
 * @typedef {object} ChoiceSpec
 * @property {'choice'} kind
 * @property {string} question
 * @property {{ answer: string, reply: Paragraphs, right?: true }[]} answers
 *
 * @typedef {object} PressSpec
 * @property {'press'} kind
 * @property {string} question
 * @property {number | 'largest'} word
 * @property {string} right
 * @property {string} wrong
 * @property {{ word: number, reply: string }[]} [replies]
 *
 * @typedef {object} NumbersSpec
 * @property {'numbers'} kind
 * @property {string} question
 * @property {{ cell: string, label?: string }[]} cells
 * @property {string} [help]
 * @property {string} right
 * @property {string} [wrong]
 * @property {{ cells: string[], reply: string }[]} [mistakes]
 *
 * @typedef {object} FillSpec
 * @property {'fill'} kind
 * @property {string} question
 * @property {string} table
 * @property {number} [row]
 * @property {string} right
 * @property {string} [wrong]
 *
 * @typedef {object} GoalSpec
 * @property {'goal'} kind
 * @property {string} question
 * @property {{ cell: string, name: string, least?: number, most?: number }[]} wanted
 * @property {number} changes
 * @property {{ table: string, rows?: number[] }[]} [numbers]
 * @property {[number, number]} [range]
 * @property {boolean} [paint]
 * @property {[number, number]} [temperature]
 * @property {{ pad?: number[], fill?: ('inf' | '-1e9' | '0')[], positions?: ('none' | 'sinusoidal')[] }} [settings]
 *
 * @typedef {object} BugSpec
 * @property {'bug'} kind
 * @property {string} [question]
 * @property {string[]} [choices]
 *
 * @typedef {ChoiceSpec | PressSpec | NumbersSpec | FillSpec | GoalSpec | BugSpec} TaskSpec
 */
export {};
