/** What the parts of a chapter are for, as editors show it. By path, lists left out. */

/** @type {Record<string, string>} */
export const descriptions = {
  title: 'The name of the chapter.',
  question: 'What it answers.',
  pages: 'One page after the other.',
  'pages.id': 'Lowercase letters, digits and hyphens. guide="chapter-<id>" leads to the page.',
  'pages.extra': 'Whether Next passes it over: the page before leads to it, once its task is done.',
  'pages.origin':
    'Where its numbers come from; without, the element says it. Empty: nothing is said.',
  'pages.meanwhile':
    'For a page with a model that has to be trained: what is said until it is there, beside the text, which then quotes no numbers.',
  'pages.settings': 'Attributes of the element, by the same names, with the same values.',
  'pages.settings.query': 'The word that is looked at, from 0.',
  'pages.numbers':
    'Numbers set by hand in the first head, row by row, and matrices: wq is W_Q. What is left out is computed.',
  'pages.text':
    'One paragraph, or several: **bold**, _d_ in italics, e^{0}, W_{O}, **pas**@fr in another language, {Q} and {W_Q} as symbols, and {weights.0.1.3} for a number of the run. { "note": … } is set small.',
  'pages.show': 'Pictures; tables and signs in a row stand beside each other.',
  'pages.show.table': 'A table of the run.',
  'pages.show.table.of': 'The tensor, such as q, scores or weights.',
  'pages.show.table.cover':
    'Numbers that are not shown before the task is done: "row.column", from 0, or "row".',
  'pages.show.table.rows': 'These rows, from 0, or that of the word that is looked at.',
  'pages.show.table.scale':
    'Tables side by side are on one scale of colours, unless each says “own”.',
  'pages.show.table.narrow': 'Whether the tables beside it stand close, so that more fit in a row.',
  'pages.show.table.after': 'Whether it comes only when the task is done.',
  'pages.show.sign': 'A sign between tables, such as · or →.',
  'pages.show.arcs': 'The sentence, with arcs from the word that is looked at.',
  'pages.show.arcs.cover': 'Whether the arcs come only when the task is done.',
  'pages.show.text': 'Words between pictures.',
  'pages.show.switch': 'Buttons, each of which changes settings, or sets other numbers by hand.',
  'pages.show.arrows': 'Rows of two numbers as arrows from the origin.',
  'pages.show.points': 'Values of two numbers as points, and the mean that the word finds.',
  'pages.show.bars': 'Rows of pairs, such as scores and weights, as bars.',
  'pages.show.whole': 'The whole picture.',
  'pages.task.choice': 'A question with answers, of which one is right.',
  'pages.task.choice.code': 'Whether the answers are lines of a program.',
  'pages.task.press': 'A word to be pressed.',
  'pages.task.press.instruction':
    'How to answer, such as “Press it in the sentence.” It goes once the task is done.',
  'pages.task.press.word': 'Its index, from 0, or the one with the largest weight.',
  'pages.task.press.wrong': 'Said of any other word; {word} is the one that was pressed.',
  'pages.task.press.replies': 'Replies to words that are pressed by mistake.',
  'pages.task.numbers': 'Up to eight numbers; what is right is read from the run.',
  'pages.task.numbers.cells.cell': 'A number by its name: tensor, head, row, column.',
  'pages.task.numbers.cells.number': 'What is right, where it is in no table.',
  'pages.task.numbers.help':
    'A calculation that is begun; {weights.0.1.3} has as many digits as are needed for it.',
  'pages.task.numbers.tolerance':
    'How far a number may be off: 0.006 if it is left out; 0 for whole numbers, which have to be exact.',
  'pages.task.numbers.mistakes':
    'Other numbers that somebody may give: cells of the run, or lists of numbers. Known bugs are named by themselves.',
  'pages.task.match': 'For each of several things one of the same options.',
  'pages.task.match.items.option': 'The right one, from 0.',
  'pages.task.match.items.wrong': 'Said of any other option of this item.',
  'pages.task.match.wrong': 'Said of any other; {item} and {option} are what was matched.',
  'pages.task.fill': 'A table, or a row of it, to be typed or pasted.',
  'pages.task.goal': 'Numbers of the run to be brought to where they should be.',
  'pages.task.goal.changes': 'How many changes are allowed.',
  'pages.task.goal.numbers': 'Tables whose numbers may be changed.',
  'pages.task.goal.paint': 'Whether pairs may be masked.',
  'pages.task.bug': 'The bug of `settings.bug` is to be found, and named.',
  'pages.after': 'What is said once the task is done.',
};
