/**
 * What a page of the course is made of.
 *
 * @typedef {import('../session/state.js').State} State
 * @typedef {import('../views/context.js').ViewContext} ViewContext
 * @typedef {import('../session/guide.js').Given} Given
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
export {};
