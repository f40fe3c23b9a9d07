// Faults of what is shown, read and written: sources, exports, figures, practice.

/** @type {import('./faults.js').Room} */
export const views = {
  name: 'views',
  folders: ['tests/web', 'tests/sources', 'tests/practice', 'tests/course'],
  groups: [
    {
      file: 'web/figures/tables.js',
      tests: ['tests/web/colour-ends.test.js', 'tests/web/static.test.js'],
      faults: [
        {
          name: 'a map of weights ends where a table does',
          find: 'darkest: limit',
          replace: 'darkest: 1',
        },
        {
          name: 'a masked number is the darkest',
          find: ' && !masked(Math.floor(i / columns), i % columns)',
          replace: '',
        },
        {
          name: 'a map of maxima has one colour',
          find: 'view.numbers.some((value) => value < 0)',
          replace: 'view.numbers.some((value) => value < -Infinity)',
        },
        {
          name: 'each of several signed tables ends where it likes',
          find: 'scaleToLargest({ ...part, limit })',
          replace: 'scaleToLargest({ ...part, limit: niceLimit([largest(part)]) })',
        },
      ],
    },
    {
      file: 'web/text/tokens/labels.js',
      tests: ['tests/web/token-labels.test.js'],
      faults: [
        {
          name: 'a token with a blank looks like one without',
          find: 'if (same.size === 0) break;',
          replace: 'break;',
        },
        {
          name: 'the end of the keys is read as if nothing went before',
          find: 'other.length > list.length && endsWith(other, list)',
          replace: 'false',
        },
        {
          name: 'no eye sees a blank that does not break',
          find: 'BLANK_LIKE.test(text[start])',
          replace: "text[start] === ' '",
        },
        {
          name: 'a token that was added goes on with a word',
          find: '!piece.staysAsWritten && ',
          replace: '',
        },
      ],
    },
    {
      file: 'web/text/tokens/bytes.js',
      tests: ['tests/web/token-labels.test.js'],
      faults: [
        {
          name: 'a letter of a Maltese name is a control character',
          find: "return isControl(point) && sign > '\\u00ff';",
          replace: 'return false;',
        },
        {
          name: 'a list that is cut within an emoji is no list of bytes',
          find: 'isCut ? end - 1 : bytes.length',
          replace: 'bytes.length',
        },
      ],
    },
    {
      file: 'web/text/tokens/scheme.js',
      tests: ['tests/web/token-labels.test.js'],
      faults: [
        {
          name: 'a heading of Markdown is a piece of WordPiece',
          find: '/^##[^#\\s]/',
          replace: '/^##./',
        },
        {
          name: 'words with a Maltese letter are bytes',
          find: 'if (!hasWords && !hasEnds)',
          replace: 'if (!hasEnds)',
        },
        {
          name: 'three signs are a sign and the mark of fastBPE',
          find: '/[^@]@@$/',
          replace: '/.@@$/',
        },
      ],
    },
    {
      file: 'web/figures/pixels.js',
      tests: ['tests/web/map-views.test.js'],
      faults: [
        {
          name: 'the last of the numbers that share a pixel is shown',
          find: 'size > Math.abs(largest[place]) && ',
          replace: '',
        },
        {
          name: 'an infinity is shown by a pixel that it shares',
          find: ' && size < Infinity',
          replace: '',
        },
      ],
    },
    {
      file: 'web/sources/seeded.js',
      tests: ['tests/web/positions.test.js'],
      faults: [
        {
          name: 'sine and cosine have other waves',
          find: '(column - (column % 2)) / width',
          replace: 'column / width',
        },
      ],
    },
    {
      file: 'web/sources/draw.js',
      tests: ['tests/web/draw.test.js'],
      faults: [
        {
          name: 'the largest number is never drawn',
          find: 'share * (2 * hundredths + 1)',
          replace: 'share * (2 * hundredths)',
        },
      ],
    },
    {
      file: 'web/sources/draw.js',
      tests: ['tests/web/draw.test.js', 'tests/web/computation.test.js'],
      faults: [
        {
          name: 'The and the have other numbers',
          find: '`${name} ${keyOfWord(word)}`',
          replace: '`${name} ${word}`',
        },
      ],
    },
    {
      file: 'web/sources/own-weights.js',
      tests: ['tests/web/own-weights.test.js', 'tests/web/map-views.test.js'],
      faults: [
        {
          name: 'weights a little over 1 are logits',
          find: 'const MOST_WEIGHT = 1 + 2 ** -20;',
          replace: 'const MOST_WEIGHT = 1;',
        },
        {
          name: 'maps of many words are on a scale to 1',
          find: '> MAX_DIGITS);',
          replace: '> 10 * MAX_DIGITS);',
        },
        {
          name: 'the scale that is chosen gives way to the usual one',
          find: "(scale !== '1' &&",
          replace: "(scale !== '2' &&",
        },
        {
          name: 'all heads have the end of the first',
          find: 'given.largest[layer][head]',
          replace: 'given.largest[layer][0]',
        },
      ],
    },
    {
      file: 'web/sources/own-layers.js',
      tests: ['tests/web/weights-as-written.test.js'],
      faults: [
        {
          name: 'steps need not follow each other',
          find: 'step === 0 || keyCount === expected ||',
          replace: 'step === 0 || keyCount >= expected ||',
        },
        {
          name: 'rows of a step lie above those of other heads',
          find: 'Math.floor(from / added) * rows + above',
          replace: 'Math.floor(from / added) * added + above',
        },
        {
          name: 'layers of steps are layers of one row',
          find: 'const AXES = 6;',
          replace: 'const AXES = 7;',
        },
      ],
    },
    {
      file: 'web/sources/own-layers.js',
      tests: ['tests/web/own-weights.test.js', 'tests/web/weights-as-written.test.js'],
      faults: [
        {
          name: 'a nested batch of two is two layers',
          find: 'return depth > 4;',
          replace: 'return depth > 3;',
        },
        {
          name: 'bytes of float64 are refused without a word',
          find: 'length === 2 * expected',
          replace: 'length === 3 * expected',
        },
        {
          name: 'weights that were changed later are shown',
          find: 'new Float32Array(data), name)',
          replace: '/** @type {any} */ (data), name)',
        },
        {
          name: 'the second sentence of a batch is dropped',
          find: 'shape[axes - 4] > 1',
          replace: 'shape[axes - 4] > 2',
        },
      ],
    },
    {
      file: 'web/sources/own-tokens.js',
      tests: ['tests/web/own-weights.test.js'],
      faults: [
        {
          name: 'too few tokens are filled up',
          find: 'tokens.length > 0 && tokens.length !== count',
          replace: 'tokens.length > count',
        },
      ],
    },
    {
      file: 'web/sources/score-variance.js',
      tests: ['tests/web/score-variance.test.js'],
      faults: [
        {
          name: 'the largest weights are those of single scores',
          find: 'const row = Math.floor(i / WORDS);',
          replace: 'const row = i % QUERIES;',
        },
      ],
    },
    {
      file: 'web/state/attributes.js',
      tests: ['tests/web/lists.test.js'],
      faults: [
        {
          name: 'a table that is named often is drawn often',
          find: '[...new Set(parts.filter(Boolean))]',
          replace: 'parts.filter(Boolean)',
        },
        {
          name: 'a list of names has no end',
          find: 'names.slice(0, MOST_NAMES)',
          replace: 'names',
        },
      ],
    },
    {
      file: 'web/entries/markdown-it.js',
      tests: ['tests/web/linear-regexes.test.js'],
      faults: [
        {
          name: 'blanks in a fence take quadratic time',
          find: '(.*))?$/s',
          replace: '(.*))?$/',
        },
      ],
    },
    {
      file: 'web/entries/markdown-it.js',
      tests: ['tests/web/static.test.js'],
      faults: [
        {
          name: 'a sentence that begins with a name and a colon is an attribute',
          find: 'return hasListedValues(known) && isPhrase && !fits;',
          replace: 'return false;',
        },
      ],
    },
    {
      file: 'web/elements/waiting.js',
      tests: ['tests/browser/lazy.test.js'],
      faults: [
        {
          name: 'no element waits',
          find: "loading === 'eager' ||",
          replace: "loading !== '' ||",
        },
        {
          name: 'a place takes no room',
          find: 'Math.round(this.#host.reservedHeight(width))',
          replace: '0',
        },
      ],
    },
    {
      file: 'web/elements/base-element.js',
      tests: ['tests/browser/translated.test.js'],
      faults: [
        {
          name: 'translated texts stay',
          find: 'if (isTranslated(root))',
          replace: 'if (false)',
        },
      ],
    },
    {
      file: 'web/elements/source-file.js',
      tests: ['tests/browser/src.test.js'],
      faults: [
        {
          name: 'a file is not fetched anew where its element comes back',
          find: ' && !abort.signal.aborted) this.#abort',
          replace: ') this.#abort',
        },
      ],
    },
    {
      file: 'web/state/step-groups.js',
      tests: ['tests/web/step-order.test.js'],
      faults: [
        {
          name: 'a row of steps has one too many',
          find: 'if (row.length <= MOST_IN_ROW) break;',
          replace: 'if (row.length <= MOST_IN_ROW + 1) break;',
        },
        {
          name: 'a mask has no step in the row',
          find: "maskOf(settings) === 'none' ? [",
          replace: "maskOf(settings) !== 'none' ? [",
        },
        {
          name: 'a group begins with the step after its first',
          find: 'name = starts[step] ?? name;\n    names.set(step, name);',
          replace: 'names.set(step, name);\n    name = starts[step] ?? name;',
        },
      ],
    },
    {
      file: 'web/features/practice/own-chapter/validate.js',
      tests: ['tests/practice/own-chapter-reader.test.js'],
      faults: [
        {
          name: 'a list under another name is only unknown',
          find: ' ?? missing.find(isAlike)',
          replace: '',
        },
      ],
    },
    {
      file: 'web/elements/navigation.js',
      tests: ['tests/browser/locked.test.js'],
      faults: [
        {
          name: 'a page that did not load is shown all the same',
          find: 'if (session.pages.failure) return',
          replace: 'if (false) return',
        },
      ],
    },
    {
      file: 'web/views/figure.js',
      tests: ['tests/browser/locked.test.js'],
      faults: [
        {
          name: 'a locked step leads to the whole picture',
          find: '!context.isLocked && `',
          replace: '`',
        },
      ],
    },
    {
      file: 'web/figures/whole/words.js',
      tests: ['tests/web/whole-picture.test.js'],
      faults: [
        {
          name: 'words below columns lie across each other',
          find: 'isVertical: true',
          replace: 'turned: true',
        },
      ],
    },
    {
      file: 'web/features/practice/own-chapter/validate.js',
      tests: ['tests/practice/own-chapter-reader.test.js'],
      faults: [
        {
          name: 'a field of another name is only unknown',
          find: 'missing.find(fits)',
          replace: 'undefined',
        },
      ],
    },
    {
      file: 'web/export/numbers.js',
      tests: ['tests/web/export-tables.test.js'],
      faults: [
        {
          name: 'a word is run as a formula',
          find: "FORMULA.test(part) ? `'${part}` : part",
          replace: 'FORMULA.test(part) ? ` ${part}` : part',
        },
        {
          name: 'a formula after a semicolon is run',
          find: 'split(CELL_BREAK)',
          replace: 'split(/(?!)/)',
        },
        {
          name: 'a semicolon is not quoted',
          find: '[",;\\t\\r\\n]/.test(text)',
          replace: '[",\\t\\r\\n]/.test(text)',
        },
        {
          name: 'quotes in a word end its cell',
          find: `text.replaceAll('"', '""')`,
          replace: 'text',
        },
        {
          name: 'every head is the first',
          find: 'fixed.reduce((at, index, axis) => at * shape[axis] + index, 0) * rows * columns',
          replace: 'fixed.reduce((at, index, axis) => at * shape[axis] + index, 0) * columns',
        },
      ],
    },
    {
      file: 'web/export/numbers.js',
      tests: ['tests/web/export-tables.test.js'],
      faults: [
        {
          name: 'NaN is no JSON',
          find: 'Number.isFinite(value) ? exact(value) : `"${value}"`',
          replace: 'Number.isFinite(value) ? exact(value) : `${value}`',
        },
        {
          name: 'the first numbers after a broken row are lost',
          find: 'start = end;',
          replace: 'start += length;',
        },
      ],
    },
    {
      file: 'web/export/literals.js',
      tests: ['tests/web/export-code.test.js'],
      faults: [
        {
          name: 'a word can end the script that it is pasted into',
          find: 'JSON.stringify(word).replace(/[^ -~]|</g,',
          replace: 'JSON.stringify(word).replace(/[^ -~]/g,',
        },
        {
          name: 'Python reads an emoji as two characters',
          find: 'code > 0xffff ?',
          replace: 'code > 0xfffff ?',
        },
      ],
    },
    {
      file: 'web/export/drawing.js',
      tests: ['tests/web/drawing.test.js'],
      faults: [
        {
          name: 'a column begins higher than the map beside it',
          find: '20 + above',
          replace: '20 + (digits ? 0 : widest(columnNames))',
        },
        {
          name: 'a map ends at 1, whatever its caption says',
          find: 'toneOf(tones, value / darkest, limit)',
          replace: 'toneOf(tones, value, limit)',
        },
      ],
    },
    {
      file: 'web/export/step-svg.js',
      tests: ['tests/web/static.test.js'],
      faults: [
        {
          name: 'a number that does not fit becomes another',
          find: '![number, Math.fround(number)].includes(nearest)',
          replace: 'Number.isNaN(number)',
        },
      ],
    },
    {
      file: 'web/text/number.js',
      tests: ['tests/web/number.test.js'],
      faults: [
        {
          name: 'eight digits tell two numbers apart',
          find: 'while (digits < 9 && Math.fround(shortest) !== value)',
          replace: 'while (digits < 8 && Math.fround(shortest) !== value)',
        },
        {
          name: 'a large number has decimals',
          find: 'size < 1e-4 || size >= 1e5',
          replace: 'size < 1e-4 || size >= 1e6',
        },
      ],
    },
    {
      file: 'web/styles/colour.js',
      tests: ['tests/web/colour.test.js'],
      faults: [
        {
          name: 'a scale ends before its largest number',
          find: 'find((end) => end >= largest)',
          replace: 'find((end) => 1.2 * end >= largest)',
        },
        {
          name: 'NaN has the strongest colour',
          find: '!Number.isFinite(value)) return 0;',
          replace: '!Number.isFinite(value)) return 100;',
        },
      ],
    },
    {
      file: 'web/features/practice/check/read-answer.js',
      tests: ['tests/practice/check.test.js'],
      faults: [
        {
          name: 'a number may be a whole unit of its last digit off',
          find: '0.5 * 10 ** (Number(exponent) - decimals)',
          replace: '1 * 10 ** (Number(exponent) - decimals)',
        },
        {
          name: 'lists of other lengths are a table',
          find: 'if (shape[depth] !== length) throw',
          replace: 'if (shape[depth] < length) throw',
        },
        {
          name: 'a decimal comma parts two numbers',
          find: 'if (/^\\s*[-+]?\\d+,\\d+\\s*$/.test(line)) return',
          replace: 'if (/^\\s*[-+]?\\d+,,\\d+\\s*$/.test(line)) return',
        },
      ],
    },
    {
      file: 'web/features/practice/check/check.js',
      tests: ['tests/practice/check.test.js'],
      faults: [
        {
          name: 'the wrong number that is shown is the first of the table',
          find: 'index: indexAt(table.shape, first + wrong[0])',
          replace: 'index: indexAt(table.shape, wrong[0])',
        },
        {
          name: 'a table that is turned is right',
          find: 'numbers.length !== size || !fits(shape, expected)',
          replace: 'numbers.length !== size',
        },
      ],
    },
    {
      file: 'web/features/practice/goals/goal.js',
      tests: ['tests/practice/goals.test.js'],
      faults: [
        {
          name: 'one move more is allowed',
          find: 'count <= goal.moves',
          replace: 'count <= goal.moves + 1',
        },
        {
          name: 'numbers out of range are allowed',
          find: '!isForeign && beyond === undefined &&',
          replace: '!isForeign &&',
        },
        {
          name: 'the largest number of moves is kept',
          find: '`reached.${Math.min(moves, readFewestMoves(before))}`',
          replace: '`reached.${moves}`',
        },
      ],
    },
    {
      file: 'web/features/practice/own-chapter/read.js',
      tests: ['tests/practice/own-chapter-reader.test.js'],
      faults: [
        {
          name: 'numbers are set of a table that is not computed',
          find: 'if (!sizes[table]) return [{ path: `${path}.${table}`, message: text.isNotSet }];',
          replace: 'if (!sizes[table]) return [];',
        },
        {
          name: 'a matrix is as wide as one head',
          find: 'wq: [dModel, dModel]',
          replace: 'wq: [dModel, width]',
        },
      ],
    },
    {
      file: 'web/features/practice/self-test/question.js',
      tests: ['tests/practice/self-test.test.js'],
      faults: [
        {
          name: 'questions without an answer count',
          find: '    if (values[i] === undefined) return;\n',
          replace: '',
        },
      ],
    },
    {
      file: 'web/features/practice/self-test/pool.js',
      tests: ['tests/practice/self-test.test.js'],
      faults: [
        {
          name: 'neighbouring tests share questions',
          find: 'const from = EACH * (past % ROUND);',
          replace: 'const from = past % ROUND;',
        },
      ],
    },
    {
      file: 'web/features/practice/bugs/scores.js',
      tests: ['tests/practice/bugs.test.js'],
      faults: [
        {
          name: 'the mistake of dividing by d divides by its root',
          find: 'amount: columns, factor: 1 / columns }',
          replace: 'amount: columns, factor: 1 / Math.sqrt(columns) }',
        },
      ],
    },
    {
      file: 'web/pages/tasks/match.js',
      tests: ['tests/practice/own-chapter.test.js'],
      faults: [
        {
          name: 'an item has no reply of its own',
          find: '?.reply ?? ofItem',
          replace: '?.reply ?? wrong',
        },
        {
          name: 'of several matches only the first counts',
          find: 'expected.findIndex((option, i) => given[i] !== option)',
          replace: 'expected.findIndex((option, i) => i === 0 && given[i] !== option)',
          tests: ['tests/course/answers.test.js', 'tests/course/translation.test.js'],
        },
      ],
    },
    {
      file: 'web/pages/tasks/pick.js',
      tests: ['tests/practice/own-chapter.test.js'],
      faults: [
        {
          name: 'a reply to several words is one to the first',
          find: '[candidate.word].flat().includes(pressed)',
          replace: '[candidate.word].flat()[0] === pressed',
        },
        {
          name: 'a picked word is right whichever it is',
          find: 'const isRight = pressed === wanted(context);',
          replace: 'const isRight = pressed >= 0 || pressed === wanted(context);',
          tests: ['tests/course/answers.test.js', 'tests/course/mixing.test.js'],
        },
      ],
    },
    {
      file: 'web/lessons/marks.js',
      tests: ['tests/practice/own-chapter.test.js'],
      faults: [
        {
          name: 'an underscore within a word makes italics',
          find: '(?<![A-Za-z\\d_])_',
          replace: '_',
        },
      ],
    },
    {
      file: 'web/pages/tasks/numbers.js',
      tests: ['tests/course/answers.test.js', 'tests/course/mixing.test.js'],
      faults: [
        {
          name: 'a mistake is known where one of its numbers fits',
          find: 'wrong.every((i) => isNear(given[i], way[i]))',
          replace: 'wrong.some((i) => isNear(given[i], way[i]))',
        },
        {
          name: 'a number is right that is farther off than the digits shown',
          find: 'const TOLERANCE = 0.006;',
          replace: 'const TOLERANCE = 0.06;',
        },
        {
          name: 'a number that is typed in is read from the run',
          find: 'typed ?? numberOf(context, places[i])',
          replace: 'numberOf(context, places[i])',
          tests: ['tests/practice/own-chapter.test.js'],
        },
      ],
    },
    {
      file: 'web/state/attributes.js',
      tests: ['tests/web/misspelt.test.js'],
      faults: [
        {
          name: 'a misspelt group is not hidden',
          find: 'correctNames(hide, withRetired(PART_NAMES))',
          replace: 'readList(hide)',
        },
      ],
    },
    {
      file: 'web/state/attributes.js',
      tests: ['tests/web/misspelt.test.js'],
      faults: [
        {
          name: 'a misspelt value is not the nearest',
          find: '(wrong?.names && findMeantName(wrong.part, wrong.names)) ?? value',
          replace: 'value',
        },
      ],
    },
    {
      file: 'web/pages/chapter.js',
      tests: ['tests/course/scoring.test.js', 'tests/course/why.test.js'],
      faults: [
        {
          name: 'what comes with the reply stands among what was there',
          find: 'pictures(show.filter(({ after }) => !after))',
          replace: 'pictures(show.filter(({ after }) => !after || context.isOpen))',
        },
        {
          name: 'what comes with an answer comes before it',
          find: "after === 'answer' ? context.given !== undefined",
          replace: "after === 'answer' ? true",
        },
      ],
    },
    {
      file: 'web/figures/arcs.js',
      tests: ['tests/course/why.test.js'],
      faults: [
        {
          name: 'a sentence moves when its arcs come',
          find: 'Math.min(TALLEST, longest / 2.2) + 26',
          replace: '(shown.length > 0 ? top + 26 : 8)',
        },
      ],
    },
    {
      file: 'web/elements/progress.js',
      tests: ['tests/web/progress.test.js'],
      faults: [
        {
          name: 'answers are kept on pages of others',
          find: 'if (!this.#isOurs() || (kept.guide',
          replace: 'if ((kept.guide',
        },
        {
          name: 'earlier answers are lost',
          find: 'withAnswer(kept.answers, page, given)',
          replace: "withAnswer('', page, given)",
        },
        {
          name: 'the lab is where a reader continues',
          find: "if (guide !== '' && guide !== OPENING)",
          replace: 'if (guide !== OPENING)',
        },
        {
          name: 'a wrong answer takes the place of a right one',
          find: ' || (isDone && !given.isRight)',
          replace: '',
        },
        {
          name: 'a wrong answer makes a task done',
          find: 'if (given.isRight) this.#done.add(page);',
          replace: 'this.#done.add(page);',
        },
      ],
    },
    {
      file: 'web/figures/whole/boxes.js',
      tests: ['tests/web/whole-picture.test.js'],
      faults: [
        {
          name: 'tables of the whole picture always run from left to right',
          find: "directionOfTable(matrix) === 'rtl' ? columns - end : first",
          replace: 'first',
        },
      ],
    },
    {
      file: 'web/figures/pixels.js',
      tests: ['tests/web/drawing.test.js', 'tests/web/map-drawings.test.js'],
      faults: [
        {
          name: 'a map that begins at the right is painted from the left',
          find: 'for (let column = columns - 1; column >= 0; column--, i++)',
          replace: 'for (let column = 0; column < columns; column++, i++)',
        },
      ],
    },
    {
      file: 'web/features/maps/drawing.js',
      tests: ['tests/web/map-drawings.test.js'],
      faults: [
        {
          name: 'keys that are read from the right stand at the right of a file',
          find: "const isRtl = directionOf(columns) === 'rtl';",
          replace: 'const isRtl = false;',
        },
      ],
    },
  ],
};
