/**
 * @import { ViewContext } from '../lessons/context.js'
 * @import { TaskKind } from './tasks/index.js'
 * @import { Words } from '../lessons/marks.js'
 * @import { State } from '../state/fields.js'
 * @import { Given } from '../state/guide.js'
 */

/**
 * A page of the course.
 *
 * @typedef {object} CoursePart what a page has beyond what every view has
 * @property {Given | undefined} given what was answered here
 * @property {readonly Chapter[]} chapters of the course
 * @property {boolean} isOpen whether the task is done, or its answer was shown: nothing is covered then
 * @property {(value: string) => void} answer
 * @property {unknown} training the panel in which a model learns, where the page has one
 * @property {(change: Partial<State>) => unknown} labLink what leads to the lab with these settings
 *
 * @typedef {ViewContext & CoursePart} CourseContext
 *
 * @typedef {object} Page
 * @property {string} id its chapter and its name: 'why-flip'
 * @property {string} title
 * @property {Partial<State>} state what differs from the defaults
 * @property {string[]} [switches] entries of the state that its buttons change
 * @property {(context: CourseContext) => unknown} setup at most two sentences
 * @property {(context: CourseContext) => unknown} figure
 * @property {(context: CourseContext) => unknown} [meanwhile] in place of the figure, as long as a model is on its
 *   way; the setup and the question then read no numbers either
 * @property {boolean} [asksMeanwhile] whether that figure takes answers already
 * @property {boolean} [isExtra] whether Next passes it over: the page before leads to it, once its task is done
 * @property {boolean} [keepsState] whether it is about the numbers that are on screen already, whatever they are
 * @property {boolean} [hasSentence] whether its setup has a field for the sentence, which stays when that is refused
 * @property {boolean} [isTraced] whether numbers can be taken apart before the task is done
 * @property {(context: CourseContext) => CourseContext} [panel] what the panel of a traced number is given, where
 *   not every number can be set
 * @property {Task} [task]
 * @property {string} [origin] where its numbers come from, in words that are known by then, or '' where it
 *   shows none; else the source says it
 * @property {(context: CourseContext) => unknown} [after] once the task is done: at most three sentences
 *
 * @typedef {object} Chapter
 * @property {string} id
 * @property {string} title
 * @property {string} question
 * @property {Page[]} pages
 * @property {Error} [error] why it cannot be read, where it is an author's own
 *
 * @typedef {object} Verdict
 * @property {boolean} isRight
 * @property {boolean} [isUnderway] whether a first part is right, and the next is asked: its reply says so
 * @property {unknown} reply names what led to the answer
 *
 * @typedef {object} Choice one of several answers
 * @property {'choice'} kind
 * @property {boolean} [isCold] whether nothing is said of an answer, but that it is kept
 * @property {unknown} question
 * @property {unknown[]} answers
 * @property {boolean} [isCode] whether the answers are lines of a program
 * @property {() => number} expected the index of the right one
 * @property {(context: CourseContext, value: string) => Verdict} judge of the index
 *
 * @typedef {object} Numbers fields to be filled in
 * @property {'numbers'} kind
 * @property {boolean} [isCold] likewise
 * @property {unknown} question
 * @property {unknown[]} labels one for each field
 * @property {(context: CourseContext) => unknown} [help] a calculation with blanks, say
 * @property {(context: CourseContext) => number[]} expected
 * @property {(context: CourseContext, value: string) => Verdict} judge of the numbers, joined by `_`
 *
 * @typedef {object} Pick a word to be pressed in the figure
 * @property {'pick'} kind
 * @property {unknown} question
 * @property {unknown} [instruction] how to answer: nothing can be pressed once the task is done
 * @property {string} [room] about as long as the instruction, whose place stays empty then
 * @property {(context: CourseContext) => number} [expected] index of the right one, where there is one alone
 * @property {boolean} [isNear] whether the figure shows the reply beside what was pressed: elsewhere it is only read
 *   aloud, and the question is gone once it is answered
 * @property {(context: CourseContext, value: string) => Verdict} judge of the word's index
 *
 * @typedef {object} Target something to be brought about in the figure
 * @property {'target'} kind
 * @property {unknown} question
 * @property {(context: CourseContext) => Verdict} judge of what is on screen
 * @property {(context: CourseContext, before?: string) => string} [kept] what is kept of it among the answers once it is
 *   reached, `before`: what was kept; without, only that it was reached
 *
 * @typedef {object} Match a choice for each of several things
 * @property {'match'} kind
 * @property {unknown} question
 * @property {string[]} items
 * @property {string[]} options
 * @property {((context: CourseContext, item: number) => unknown) | undefined} [picture] of each item, above its
 *   options; the page's figure is then this task
 * @property {(context: CourseContext) => number[]} expected for each item the index of its option
 * @property {(context: CourseContext, value: string) => Verdict} judge of the indices, joined by `_`
 *
 * @typedef {Choice | Numbers | Pick | Target | Match} Task
 */
/**
 * The JSON of a chapter that fits the schema. Goals, bugs and blanks to fill in are the
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
 * @property {readonly TaskKind[]} [kinds] of tasks, where there are more than those of the course
 *
 * @typedef {object} Matching
 * @property {(context: CourseContext) => number[]} right
 * @property {(context: CourseContext, option: number) => Words} words
 * @property {(context: CourseContext, item: number) => unknown} picture
 */
export {};
