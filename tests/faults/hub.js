// Faults of loading a model of the Hub.

const LOADING = 'tests/pretrained/hub.test.js';
const REFUSALS = 'tests/pretrained/hub-refusals.test.js';
const KEPT = 'tests/pretrained/hub-kept.test.js';

/** @type {import('./faults.js').Room} */
export const hub = {
  name: 'hub',
  folders: ['tests/pretrained'],
  groups: [
    {
      file: 'src/js/pretrained/requests.js',
      tests: [LOADING, REFUSALS],
      faults: [
        {
          name: 'a page tells the Hub where it lies',
          find: "      referrerPolicy: 'no-referrer',\n",
          replace: '',
          tests: ['tests/browser/hub.test.js'],
        },
        {
          name: 'a transfer goes on a byte too late',
          find: 'for await (const bytes of transferOnce(file, at, to, subject)) {',
          replace:
            'for await (const bytes of transferOnce(file, at > from ? at + 1 : at, to, subject)) {',
        },
        {
          name: 'a transfer is not continued',
          find: 'if (isOver || !isPassing(error)) throw error;',
          replace: 'throw error;',
        },
        {
          name: 'an answer of status 206 is taken for what was asked for',
          find: '  if (length === size) return 0;\n',
          replace: '',
        },
        {
          name: 'an answer of status 200 is taken for what was asked for',
          find: `    if (length > 0 && length !== size) throw sizeError(file, subject, \`has \${length} bytes\`);
    return 0;`,
          replace: '    return from;',
        },
        {
          name: 'another size in the range is not noticed',
          find: "if (range !== null && range[2] !== '*' && Number(range[2]) !== size) {",
          replace: 'if (range === undefined) {',
        },
        {
          name: 'a cancelled request is an error of the network',
          find: `  } catch (cause) {
    signal.throwIfAborted();
    throw unreachable(address, cause);
  }
  if (response.status`,
          replace: `  } catch (cause) {
    throw unreachable(address, cause);
  }
  if (response.status`,
        },
        {
          name: 'a gated model is a missing one',
          find: "if (code === 'GatedRepo') {",
          replace: "if (code === 'Gated') {",
          tests: [REFUSALS],
        },
      ],
    },
    {
      file: 'src/js/pretrained/remote.js',
      tests: [LOADING, KEPT],
      faults: [
        {
          name: 'no sha256 is compared',
          find: '    if (found === expected) return;\n',
          replace: '    if (found) return;\n',
        },
        {
          name: 'the start of a file is requested twice',
          find: 'const early = this.#transfer === undefined ? this.#head.subarray(from) : this.#rest;',
          replace: 'const early = this.#transfer === undefined ? NOTHING : this.#rest;',
        },
        {
          name: 'bytes between two pieces are lost',
          find: '      this.#rest = part.subarray(fitting.length);\n',
          replace: '',
        },
        {
          name: 'wrong bytes are kept',
          find: `    await this.#forget();
    const received`,
          replace: '    const received',
          tests: [KEPT],
        },
        {
          name: 'a kept piece of another length is read',
          find: 'return bytes?.length === to - from ? bytes : undefined;',
          replace: 'return bytes;',
          tests: [KEPT],
        },
      ],
    },
    {
      file: 'src/js/pretrained/hub.js',
      tests: [LOADING, KEPT],
      faults: [
        {
          name: 'a revision with a slash is a folder',
          find: '/${what}/${encodeURIComponent(revision)}`;',
          replace: '/${what}/${revision}`;',
        },
        {
          name: 'the first page of a list is all',
          find: 'address = next === undefined ? undefined : new URL(next, address).href;',
          replace: 'address = undefined;',
        },
        {
          name: 'what is kept never changes',
          find: 'this.#isComplete = isKept === true && kept?.commit === info.commit;',
          replace: 'this.#isComplete = isKept === true;',
          tests: [KEPT],
        },
        {
          name: 'a signal of a page keeps what it has ended',
          find: ', { signal: end });',
          replace: ');',
        },
      ],
    },
    {
      file: 'src/js/pretrained/kept.js',
      tests: [KEPT],
      faults: [
        {
          name: 'what does not fit stays in part',
          find: '      await this.forget();\n',
          replace: '',
        },
        {
          name: 'old commits stay',
          find: 'if (PIECES.test(each) && !isWanted) await this.#delete(each);',
          replace: 'void isWanted;',
        },
        {
          name: 'the commits of other revisions go',
          find: 'const rest = [...this.#keys].filter((each) => !PIECES.test(each));',
          replace: 'const rest = [key];',
        },
      ],
    },
    {
      file: 'src/js/pretrained/weights.js',
      tests: [LOADING],
      faults: [
        {
          name: 'a download is read in the order of the layers',
          find: '  steps.sort((a, b) => a.entry.from - b.entry.from);\n',
          replace: '',
        },
      ],
    },
  ],
};
