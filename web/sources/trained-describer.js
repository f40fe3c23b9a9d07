/** The trained describer of the first screen and of pages of the course: its numbers need no training. */

import { tensor } from '../../src/js/index.js';
import { fromPrintable } from '../../src/js/printable.js';
import { makeDotProductNodes } from '../graph/builders/attention.js';
import { makeAnswerNodes } from '../graph/builders/softmax.js';
import { makeGraph, makeNode } from '../graph/graph.js';
import { constant, nearness } from '../graph/ops/index.js';
import { DESCRIBER_SEED } from '../state/source-kinds.js';
import { readWords, UnknownWordError } from '../state/words.js';
import * as describer from '../text/en/trained.js';
import { selectVocabularyRows } from './layout.js';

/** @import { Tensor } from '../../src/js/index.js' */
/** @import { Source } from './types.js' */

// The describer: a query, a key and a value of two numbers for each word, and the nouns that can be
// answers.

/**
 * @param {object} model
 * @param {Record<string, Tensor>} model.parameters
 * @param {{ words: string[], answers?: string[] }} model.reading
 * @param {readonly string[]} model.vocabulary
 * @returns {Source}
 */
export function makeDescriberSource({ parameters, reading, vocabulary }) {
  const { words, answers = [] } = reading;
  const [query, key, value] = ['query', 'key', 'value'].map((name) => parameters[name]);
  /** @param {Tensor} table */
  const ofWords = (table) => () => {
    const { shape, data } = selectVocabularyRows(table, vocabulary, words);
    return tensor([1, ...shape], data);
  };
  return {
    queryWords: words,
    keyWords: words,
    names: { n: answers },
    graph: makeGraph([
      ...makeDotProductNodes({
        scale: { factor: Math.SQRT1_2, rule: 'sqrt', amount: 2, temperature: 1 },
        fill: -Infinity,
      }).filter(({ id }) => id !== 'concatenated'),
      makeNode('nouns', constant, 'nc', {}, 'V_n', { role: 'v' }),
      makeNode('logits', nearness, 'qn', { heads: 'hqc', nouns: 'nc' }, 'L'),
      ...makeAnswerNodes('qn'),
    ]),
    given: {
      q: ofWords(query),
      k: ofWords(key),
      v: ofWords(value),
      nouns: () => selectVocabularyRows(value, vocabulary, answers),
    },
    inputs: ['q', 'k', 'v'],
    parameters: () => parameters,
    isSelf: true,
    isEditable: true,
  };
}

// The queries, keys and values of the trained describer, as float32 in the characters of
// printable.js. tests/support/make-describer.js wrote them.

export const STEPS = 2500;

const numbers =
  '}b|q8},X}_}I})P}8VR|;}1}c}+})}u|e}+}*|kHR|C}2}=P|[1U}+}?|qaQ5}L2Q|c|l}7}(|NPvQ|a}I|Z},H|D|O})|Q3sP' +
  '}dS}3}*};|t}m}*?|:|-})}W}f};Q6|6|SP|[~*}(R|S|Q}>P|U|z}f}*}f}>|uQ}_i|;R}x|(|yQ}f|t|PQh}g7Q,}lA}+}z;' +
  '}y}+6^|iOO{|URQJ6}+|D8B},}v|[|x}+|N}s}.}+}6}T}M}+|S}zsR|)/?},},}+P},|0V}_Q}.|0|3RQ}1~,|{}x(e},}z}S' +
  '|cO}@~(Z}+|v}lA}+|)|bn},|Gy}d}+|6}<}BQY|6WR}[}D|IQ8L}eQ|H}=|H}+}ZL|?RJJ}?QI}C|/}+}t|^k}+}d|^=Q};}^' +
  'q},|x|S}S}+}c~,c},}k[|XR}=}O|-}+}BN>m}eHKm|U}F?m:pLm)XAm|)}TLm|+-Cm}[}ZMm|BD>m|B|^Jm}W}:}:}E|)h}6l' +
  '}bC}6}E}bc};l},}W}:}E}4|l}>l|q}8}2}E|W8}Bl|,|Xa}FkB?}F[]c}F}g|lA}Fy}Xd}FR|SA}F~-|jb}F|-}@A}F}@[}Vl' +
  'J|E(}E|o|^}7l}6|?}o}EO|V|al|j|M}@}E}+n}Ql}B~)~)}E}Vr}TlZd~-}E}/|p}Ql@C}v}E|P}X}Ol}V|G~(}E?}A}0l|y.' +
  '}n}EG}7|wl|z|_}c}E}=}w~*k};~*j}E3}G|ylD|V}O}EZ5}0l>|D|+}E7lWm~-|x}gl^}j_m}Y|R(l9|?^m}20}dl}w-Um}G4' +
  '}jl|?_Zm.|_}ml}_eUm}?}t}ml}`}*jm}j}5/mKrGmi|0}Al}G:=}F|H}s=m|0|f>}F}<}F<m}K|:2}F|fP4m7:7}F}?E6m/}(' +
  '>}Fl|{Cm>}K8}Fa}.9m|3}66}Fz)a}F|O}J<}F|E}td}FU|])}E|yKc}F}d43}F};}5[}F|v}B.}F}[}5c}F}P@+}E};|lP}FW' +
  '}[M}E}o}@^}E|VnX}EcGi}Ey}jK}E|+[Z}EP}FF}E}(}rS}E3|BN}Esc_}E|w|_|[l|1o}*}EeB}7lD|T}`}E>}[}Gl}f}/}Z}' +
  'Ek|*|_l/|{{}E8{<l|p+}qk|;|y9lA}/}ok},Y9l*|r}lk|7|S9l|4}R}ok|@|e0jPz}[}B}{}5}Jj}T=|H}CP|L/k|w}c}2}C' +
  '|.fVj}N}w}h}B}n}V3j|S}v}]}Bi|GmjtN|Q}B}(}w[j}J|9}n}B}b}j}Uj/}yY}C8|K}sj}^|Tq}C}-3|8}D|b|N}6}BPa*jV' +
  'c-}Ct}U<k|g~.aj|S}>|P}F|H}0}j}Ee|i|`mH|zlmu|G}l}E}fc|<}F}0d2}FR|d|:m},}_|a}F|g}jpm|x|>7m}C|]|]m}u*' +
  '}M}ClG|lmD}S}y}EF|r|sl|(}(>m|F|]}Hl3}CLm|]}t|n}E|9|g}AkV|{}(j}p|;}d}E|=}e|h}EZ]?kz@Cm},|+}Tk|di;}F' +
  '|R|/|dm}8}y}Ok|G|a}zk}H}2|i}F}2}T|^}FS}u?l}MG|rmC}e:}FQ|k|^}F}G)|[}F|g]bm|x.|I}F|y}/Yf}JGujd:K}C|A' +
  '~,}2i}I|Rl}C}uu?j*c|p}CU}V}Di})|n|d}@}7|U|2j}_}S}<j|o8}P}C}q|F|9k|+}iK}B|vO}Pj}]|s|Y}B}2|<|Qj|<|H}' +
  '-jX6|)}AN|/?}C|l|XE}B|-},7}C5|j|xi^}hB}C}[|1}.}@t|W|]}B';

/** The words that the describer knows; its nouns can be answers. */
const nouns = (
  'animal dog cat horse rabbit fox cow sheep box basket sack bag bucket cart ' +
  'street road river field path bridge'
).split(' ');

export const vocabulary = [
  ...'the did not because it was too carry move cross across near'.split(' '),
  ...nouns,
  ...'tired hungry sleepy scared lazy heavy bulky costly flimsy wide narrow icy flooded'.split(' '),
];

const allNumbers = new Float32Array(fromPrintable(numbers).buffer);

/** The rows of the words, by name. @type {Record<string, Tensor>} */
const parameters = Object.fromEntries(
  ['query', 'key', 'value'].map((name, i) => {
    const size = 2 * vocabulary.length;
    return [name, tensor([vocabulary.length, 2], allNumbers.slice(i * size, (i + 1) * size))];
  }),
);

const LONGEST_SENTENCE = 16;

/** @param {string} sentence @returns {Source | undefined} undefined without words */
export function makeTrainedDescriber(sentence) {
  const { words, unknown } = readWords(vocabulary, sentence);
  if (unknown.length > 0) throw new UnknownWordError(unknown, vocabulary);
  if (words.length === 0) return undefined;
  const shown = words.slice(0, LONGEST_SENTENCE);
  return {
    ...makeDescriberSource({ parameters, vocabulary, reading: { words: shown, answers: nouns } }),
    words: describer.trainedWords(describer, DESCRIBER_SEED, STEPS),
    leftOut: words.length - shown.length,
  };
}
