// Faults of web/session: state, address, edits, words, undo, masks, experiments; and of what waits for a model of web/learning.

/** @type {import('./faults.js').Room} */
export const session = {
  name: 'session',
  folders: ['tests/web'],
  groups: [
    {
      file: 'web/state/words.js',
      tests: ['tests/web/words.test.js'],
      faults: [
        {
          name: 'a character is cut in two at the end of a long sentence',
          find: '.slice(0, splits ? MAX_CHARACTERS - 1 : MAX_CHARACTERS)',
          replace: '.slice(0, MAX_CHARACTERS)',
        },
        {
          name: 'lone surrogates stay',
          find: "    .slice(0, splits ? MAX_CHARACTERS - 1 : MAX_CHARACTERS)\n    .replace(/\\p{Surrogate}/gu, '\\uFFFD');",
          replace: '    .slice(0, splits ? MAX_CHARACTERS - 1 : MAX_CHARACTERS);',
        },
        {
          name: 'words that cannot be seen count',
          find: '.filter((word) => !INVISIBLE.test(word));',
          replace: ".filter((word) => word !== '');",
        },
        {
          name: 'a word of punctuation is no word',
          find: '|| composed;\n',
          replace: "|| '';\n",
        },
        {
          name: 'one word too many is shown',
          find: 'words.slice(0, MAX_WORDS)',
          replace: 'words.slice(0, MAX_WORDS + 1)',
        },
      ],
    },
    {
      file: 'web/state/edits.js',
      tests: ['tests/web/edits.test.js', 'tests/web/set-by-hand.test.js'],
      faults: [
        {
          name: 'a surrogate pair of a long word is cut',
          find: "word.slice(0, LONGEST_WORD).replace(/\\p{Surrogate}/gu, '\\uFFFD')",
          replace: 'word.slice(0, LONGEST_WORD)',
        },
        {
          name: 'numbers too large are set',
          find: '!(Math.abs(value) <= LARGEST)',
          replace: '!(value <= LARGEST)',
        },
        {
          name: 'a point in a word parts it',
          find: "${name.replaceAll('.', '%2E')}",
          replace: '${name}',
        },
        {
          name: 'equal edits are other texts',
          find: '(a < b ? -1 : 1)',
          replace: '(a < b ? 0 : 0)',
        },
        {
          name: 'edits are longer than an address may be',
          find: 'return length <= MAX_LENGTH;',
          replace: 'return length <= MAX_LENGTH + 100;',
        },
      ],
    },
    {
      file: 'web/state/edit-cells.js',
      tests: ['tests/web/set-by-hand.test.js', 'tests/web/edits.test.js'],
      faults: [
        {
          name: 'a column of a later head sets the first',
          find: 'index: [Math.floor(column / columns), row, column % columns]',
          replace: 'index: [0, row, column % columns]',
        },
        {
          name: 'the name of a column lacks its head',
          find: '${(head * state.dModel) / state.heads + column}',
          replace: '${head + column}',
        },
        {
          name: 'an edit of a word sets its first place only',
          find: '        : [],\n    );\n  }\n}',
          replace: '        : [],\n    ).slice(0, 1);\n  }\n}',
        },
        {
          name: 'a computed number is −0',
          find: 'isGiven(cell.id) ? value : value + 0',
          replace: 'value',
        },
        {
          name: 'a weight of a matrix is never −0',
          find: 'isGiven(cell.id) ? value : value + 0',
          replace: 'value + 0',
        },
      ],
    },
    {
      file: 'web/state/history.js',
      tests: ['tests/web/history.test.js', 'tests/web/store.test.js'],
      faults: [
        {
          name: 'undo does not follow the words that are selected',
          find: ', ...moveSelection(current, last) });',
          replace: ' });',
        },
        {
          name: 'a new change keeps what could be redone',
          find: 'return history([...known.past, settingsOf(before)], [], open);',
          replace: 'return history([...known.past, settingsOf(before)], [...known.future], open);',
        },
        {
          name: 'a slider that is back has changed something',
          find: 'return back ? history(known.past.slice(0, -1), []) : known;',
          replace: 'return back ? known : known;',
        },
        {
          name: 'the oldest changes are kept, not the latest',
          find: 'past.slice(-MAX_CHANGES)',
          replace: 'past.slice(0, MAX_CHANGES)',
        },
        {
          name: 'redo does not move on',
          find: 'future.slice(0, -1)), state }',
          replace: 'future.slice(0)), state }',
        },
      ],
    },
    {
      file: 'web/session/lab-session.js',
      tests: ['tests/web/lab-session.test.js'],
      faults: [
        {
          name: 'a reader may change settings that are fixed',
          find: 'isFixed: isReadonly',
          replace: 'isFixed: () => false',
        },
        {
          name: 'a bug is left out of the run',
          find: 'if (!settings.bug) return',
          replace: 'if (settings.seed) return',
        },
      ],
    },
    {
      file: 'web/session/own-tensors.js',
      tests: ['tests/web/lab-session.test.js'],
      faults: [
        {
          name: 'other tensors of the same shape are not told',
          find: 'if (store.state === before) this.#onChange(by);',
          replace: '',
        },
        {
          name: 'without own tensors the defaults are shown',
          find: 'if (!isOwn(before)) this.#earlier = store.settings;',
          replace: '',
        },
      ],
    },
    {
      file: 'web/state/store.js',
      tests: ['tests/web/store.test.js'],
      faults: [
        {
          name: 'a reader who may not change settings does',
          find: '!isFixed || !isSetting(name)',
          replace: '!isFixed || isSetting(name)',
        },
        {
          name: 'where settings are fixed they can be undone',
          find: '!this.#rules.isFixed() && this.#history.past.length > 0',
          replace: 'this.#history.past.length > 0',
        },
        {
          name: "a request of the page's is merged with the reader's",
          find: 'this.#remembered(after, by, only) : closeEntry(this.#history)',
          replace: 'this.#remembered(after, by, only) : this.#history',
        },
      ],
    },
    {
      file: 'web/state/history.js',
      tests: ['tests/web/history.test.js', 'tests/web/experiments.test.js'],
      faults: [
        {
          name: 'the second of equal words becomes the first',
          find: 'positions[earlier] ?? positions.at(-1)',
          replace: 'positions[0] ?? positions.at(-1)',
        },
        {
          name: 'a pinned word is sought among the keys',
          find: 'pin: moved(pin, from.queryWords, to.queryWords),',
          replace: 'pin: moved(pin, from.keyWords, to.keyWords),',
        },
      ],
    },
    {
      file: 'web/state/address.js',
      tests: ['tests/web/address.test.js'],
      faults: [
        {
          name: 'of equal keys the last counts',
          find: 'if (name === undefined || met.has(name)) continue;',
          replace: 'if (name === undefined) continue;',
        },
        {
          name: 'keys of other versions are lost',
          find: 'if (name === undefined) unknown.append(key, value);',
          replace: 'if (name === undefined) unknown.set(key, value);',
        },
        {
          name: "an address opens the reader's own tensors",
          find: "if (name === 'source' && isOwn(",
          replace: "if (name === 'sources' && isOwn(",
        },
        {
          name: 'an empty text is the number 0',
          find: "return text.trim() !== '' && Number.isFinite(number) ? number : undefined;",
          replace: 'return Number.isFinite(number) ? number : undefined;',
        },
      ],
    },
    {
      file: 'web/state/mask.js',
      tests: ['tests/web/mask.test.js', 'tests/web/computation.test.js'],
      faults: [
        {
          name: 'cells outside the sentence are masked',
          find: 'query < queries && key < keys',
          replace: 'query < queries',
        },
        {
          name: 'painting a mask after none loses the cells that were painted last',
          find: "maskOf(state) !== 'none' && Math.max",
          replace: 'Math.max',
        },
        {
          name: 'painting a mask of many words writes a cell for each pair',
          find: ' && Math.max(queries, keys) <= MAX_DIGITS',
          replace: '',
        },
      ],
    },
    {
      file: 'web/graph/masks/causal.js',
      tests: ['tests/web/mask.test.js', 'tests/web/computation.test.js'],
      faults: [
        {
          name: 'a causal mask hides the word itself',
          find: '(query, key) => key > query',
          replace: '(query, key) => key >= query',
        },
      ],
    },
    {
      file: 'web/graph/masks/padding.js',
      tests: ['tests/web/mask.test.js', 'tests/web/computation.test.js'],
      faults: [
        {
          name: 'padding stands at the start',
          find: 'key >= keys - pad',
          replace: 'key < pad',
        },
      ],
    },
    {
      file: 'web/graph/masks/custom.js',
      tests: ['tests/web/mask.test.js', 'tests/web/state.test.js'],
      faults: [
        {
          name: 'a painted cell of the second word masks the thousandth of the first',
          find: '10_000 * query + key',
          replace: '1000 * query + key',
        },
        {
          name: 'a cell that was given twice stays twice',
          find: '[...new Set(sorted.map(({ query, key }) => `${query}.${key}`))]',
          replace: '[...sorted.map(({ query, key }) => `${query}.${key}`)]',
        },
      ],
    },
    {
      file: 'web/session/experiments.js',
      tests: ['tests/web/experiments.test.js'],
      faults: [
        {
          name: 'hotter is colder',
          find: "experiment('hotter', (state) => heated(state, 2))",
          replace: "experiment('hotter', (state) => heated(state, 0.5))",
        },
        {
          name: 'scores of words that moved stay set',
          find: "return table !== 's' || kept(",
          replace: "return table !== 'ss' || kept(",
        },
        {
          name: 'a shuffle may look as before',
          find: 'if (!isLike(order, words) && !isLike(order, earlier)) return order;',
          replace: 'if (draws >= 0) return order;',
        },
        {
          name: 'the word after the one that is selected is repeated',
          find: 'order.toSpliced(place, 0, place)',
          replace: 'order.toSpliced(place, 0, (place + 1) % words.length)',
        },
      ],
    },
    {
      file: 'web/state/derived.js',
      tests: ['tests/web/state.test.js'],
      faults: [
        {
          name: 'heads that do not divide the width are chosen',
          find: 'filter((count) => width % count === 0)',
          replace: 'filter((count) => width % count >= 0)',
        },
        {
          name: 'where a second sentence attends, its mask looks ahead',
          find: "return maskNamed(mask).needsOneSentence ? 'none' : mask;",
          replace: 'return mask;',
          tests: ['tests/web/mask.test.js', 'tests/web/computation.test.js'],
        },
      ],
    },
    {
      file: 'web/state/normalise.js',
      tests: ['tests/web/state.test.js'],
      faults: [
        {
          name: 'a second sentence never attends to itself',
          find: "target === '' ? DEFAULT_SETTINGS.layer : read.layer",
          replace: 'DEFAULT_SETTINGS.layer',
        },
        {
          name: 'one sentence has a layer of its own',
          find: "target === '' ? DEFAULT_SETTINGS.layer : read.layer",
          replace: 'read.layer',
        },
      ],
    },
    {
      file: 'web/features/models/training/thread.js',
      tests: ['tests/models/thread.test.js'],
      faults: [
        {
          name: 'who asked just before it was stopped is not told',
          find: 'if (starting !== this.#worker) return undefined;',
          replace: '',
        },
      ],
    },
    {
      file: 'web/features/models/training/training.js',
      tests: ['tests/models/training.test.js'],
      faults: [
        {
          name: 'a step whose training was stopped is not asked for again',
          find: 'while (this.#wantedKey === key && !reply)',
          replace: 'if (this.#wantedKey === key && !reply)',
        },
        {
          name: 'a model that was left is trained on',
          find: "this.#wantedKey = '';\n    this.#fetching = undefined;",
          replace: 'this.#fetching = undefined;',
        },
      ],
    },
    {
      file: 'web/session/run-cache.js',
      tests: ['tests/web/run-cache.test.js'],
      faults: [
        {
          name: 'a source that others have replaced arrives',
          find: 'if (this.#opening !== opening) return;',
          replace: 'if (!opening) return;',
        },
        {
          name: 'what is opening is not asked for again',
          find: 'if (this.#opening) this.reopen();',
          replace: 'if (!this.#opening) this.reopen();',
        },
        {
          name: 'a refusal is kept for other settings',
          find: 'this.#computation = NO_COMPUTATION;\n      this.#refusal = undefined;',
          replace: 'this.#computation = NO_COMPUTATION;',
        },
        {
          name: 'an earlier comparison is kept',
          find: '|| this.#compared.computation !== computation',
          replace: '',
        },
        {
          name: 'what was on screen is kept after it is compared',
          find: 'this.#previous = undefined;\n    if (state.before',
          replace: 'if (state.before',
        },
      ],
    },
    {
      file: 'web/state/values.js',
      tests: ['tests/web/state.test.js'],
      faults: [
        {
          name: '-0 of a setting stays',
          find: 'Math.min(most, Math.max(least, wanted)) + 0',
          replace: 'Math.min(most, Math.max(least, wanted))',
        },
      ],
    },
    {
      file: 'web/state/derived.js',
      tests: ['tests/web/mechanisms.test.js'],
      faults: [
        {
          name: 'the other mechanism has keys of another width',
          find: "mechanism: 'additive', keyWidth: 0 }",
          replace: "mechanism: 'additive' }",
        },
      ],
    },
    {
      file: 'web/graph/ops/max.js',
      tests: ['tests/web/compare.test.js'],
      faults: [
        {
          name: 'beside a maximum of −10⁹ no maximum changes',
          find: '  keepsSize: true,\n',
          replace: '',
        },
      ],
    },
  ],
};
