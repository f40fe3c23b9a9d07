/** What the parts of a chapter are for, as editors show it. By path, lists left out. */

/** @type {Record<string, string>} */
export const descriptions = {
  title: 'The name of the chapter.',
  question: 'What it answers.',
  pages: 'One page after the other.',
  'pages.id': 'Lowercase letters, digits and hyphens. guide="chapter-<id>" leads to the page.',
  'pages.settings': 'Attributes of the element, by the same names, with the same values.',
  'pages.settings.query': 'The word that is looked at, from 0.',
  'pages.numbers':
    'Numbers set by hand in the first head, row by row; what is left out is computed.',
  'pages.text': 'One paragraph, or several: **bold**, and {weights.0.1.3} for a number of the run.',
  'pages.show': 'Pictures; tables and signs in a row stand beside each other.',
  'pages.show.table': 'A table of the run.',
  'pages.show.table.of': 'The tensor, such as q, scores or weights.',
  'pages.show.table.cover':
    'Numbers that are not shown before the task is done: "row.column", from 0.',
  'pages.show.table.after': 'Whether it comes only when the task is done.',
  'pages.show.sign': 'A sign between tables, such as · or →.',
  'pages.show.arcs': 'The sentence, with arcs from the word that is looked at.',
  'pages.show.arrows': 'Rows of two numbers as arrows from the origin.',
  'pages.show.points': 'Values of two numbers as points, and the mean that the word finds.',
  'pages.show.bars': 'Rows of pairs, such as scores and weights, as bars.',
  'pages.show.whole': 'The whole picture.',
  'pages.task.choice': 'A question with answers, of which one is right.',
  'pages.task.press': 'A word to be pressed.',
  'pages.task.press.word': 'Its index, from 0, or the one with the largest weight.',
  'pages.task.press.replies': 'Replies to words that are pressed by mistake.',
  'pages.task.numbers': 'Up to eight numbers; what is right is read from the run.',
  'pages.task.numbers.cells.cell': 'A number by its name: tensor, head, row, column.',
  'pages.task.numbers.mistakes':
    'Other numbers of the run that somebody may give. Known bugs are named by themselves.',
  'pages.task.fill': 'A table, or a row of it, to be typed or pasted.',
  'pages.task.goal': 'Numbers of the run to be brought to where they should be.',
  'pages.task.goal.changes': 'How many changes are allowed.',
  'pages.task.goal.numbers': 'Tables whose numbers may be changed.',
  'pages.task.goal.paint': 'Whether pairs may be masked.',
  'pages.task.bug': 'The bug of `settings.bug` is to be found, and named.',
  'pages.after': 'What is said once the task is done.',
};
