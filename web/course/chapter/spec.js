/**
 * What the JSON of a chapter says, once it fits the schema. Goals, bugs and blanks to fill in are the
 * practice's; what is the course's own, because only a program can do it, stands at the end.
 *
 * @typedef {string | { note: string }} Paragraph
 * @typedef {Paragraph | Paragraph[]} Paragraphs
 * @typedef {Record<string, string | number> & { edits?: string, masked?: string, bug?: string }} SettingsSpec
 * @typedef {Record<string, number[][]>} HandMade numbers set by hand, by table
 *
 * @typedef {object} ChapterSpec
 * @property {string} title
 * @property {string} [question]
 * @property {PageSpec[]} pages
 *
 * @typedef {object} PageSpec
 * @property {string} id
 * @property {string} title
 * @property {true} [extra]
 * @property {SettingsSpec} [settings]
 * @property {HandMade} [numbers]
 * @property {string} [origin]
 * @property {Paragraphs} text
 * @property {Paragraphs} [meanwhile]
 * @property {ShowSpec[]} [show]
 * @property {TaskSpec} [task]
 * @property {Paragraphs} [after]
 *
 * @typedef {{ after?: boolean | 'answer' } & (
 *   { kind: 'table', of: string, rows?: number[] | 'selected', head?: number, name?: string, cover?: 'all' | string[],
 *     scale?: 'own', narrow?: true } |
 *   { kind: 'sign', sign: string } |
 *   { kind: 'arcs', of?: string, head?: number, cover?: true } |
 *   { kind: 'arrows', of: string[], rows?: number[] } |
 *   { kind: 'points', of?: string, mean?: string } |
 *   { kind: 'bars', of: string[] } |
 *   { kind: 'whole' } |
 *   { kind: 'text', text: Paragraphs } |
 *   { kind: 'switch', label: string, choices: { name: string, settings?: SettingsSpec, numbers?: HandMade }[] } |
 *   { kind: 'figure', name: string, meanwhile?: true, asks?: true }
 * )} ShowSpec
 *
 * @typedef {object} ChoiceSpec
 * @property {'choice'} kind
 * @property {string} question
 * @property {true} [code]
 * @property {{ answer: string, reply: string | string[], right?: true }[]} answers
 *
 * @typedef {object} PressSpec
 * @property {'press'} kind
 * @property {string} question
 * @property {string} [instruction] how to answer, as long as the task is open
 * @property {number | 'largest'} word
 * @property {string} right
 * @property {string} wrong
 * @property {{ word: number | number[], reply: string }[]} [replies]
 *
 * @typedef {object} NumbersSpec
 * @property {'numbers'} kind
 * @property {string} question
 * @property {{ cell?: string, number?: number, label?: string }[]} cells
 * @property {string} [help]
 * @property {string} right
 * @property {string} [wrong]
 * @property {number} [tolerance]
 * @property {MistakeSpec[] | string} [mistakes] the course's own: those of another page, by its id
 *
 * @typedef {{ cells?: string[], numbers?: number[][], by?: string, reply: string }} MistakeSpec `by`: the course's own
 *
 * @typedef {object} MatchSpec
 * @property {'match'} kind
 * @property {string} question
 * @property {{ item: string, option?: number, replies?: { option: number, reply: string }[], wrong?: string }[]} items
 * @property {string[]} options
 * @property {string} right
 * @property {string} [wrong]
 * @property {string} [by] the course's own
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
 * @typedef {object} JudgedSpec the course's own: something to be brought about or pressed in a figure, which a
 *   program judges
 * @property {'target' | 'pick'} kind
 * @property {string} question
 * @property {string} [instruction]
 * @property {string} judge
 * @property {number} [word] the right one, where there is one alone
 * @property {Record<string, string>} replies
 *
 * @typedef {ChoiceSpec | PressSpec | NumbersSpec | MatchSpec | FillSpec | GoalSpec | BugSpec | JudgedSpec} TaskSpec
 *
 * @typedef {import('../page.js').CourseContext} CourseContext
 * @typedef {import('./marks.js').Words} Words
 *
 * @typedef {object} Code what the course's JSON names, and a program does
 * @property {Record<string, (context: CourseContext) => unknown>} [figures]
 * @property {Record<string, (context: CourseContext) => unknown>} [words] in texts, {byKeys}
 * @property {Record<string, (context: CourseContext, value: string) =>
 *   { isRight: boolean, reply: string, words?: Words }>} [judges] `reply`: the name of what is said
 * @property {Record<string, (context: CourseContext, cells: string[]) => number[][]>} [mistakes] what somebody gets by
 *   one, in one way or another
 * @property {Record<string, Matching>} [matches]
 * @property {(cells: string[]) => { of: (context: CourseContext) => number[][], reply: unknown }[]} [known] of the
 *   practice: what bugs make of these numbers
 * @property {(context: CourseContext) => string[]} [asked] of the practice: numbers that a field asks for
 *
 * @typedef {object} Matching
 * @property {(context: CourseContext) => number[]} right
 * @property {(context: CourseContext, option: number) => Words} words
 * @property {(context: CourseContext, item: number) => unknown} picture
 */
export {};
