// A backtracking matcher that counts its steps: the cost of a regular expression on a text, without
// a clock.

/**
 * @typedef {(at: number, next: (at: number) => boolean) => boolean} Match calls `next` at each
 *   possible end
 *
 * @typedef {object} Text
 * @property {string | readonly string[]} characters
 * @property {number} steps the number of steps taken on the text
 *
 * @typedef {object} Atom a pattern for one character
 * @property {string} source
 * @property {(character: string) => boolean} has
 *
 * @typedef {(text: Text) => Match} Node
 */

/** More steps on a text of a few hundred characters mean exponential time. */
const MOST_STEPS = 500_000;

/** @param {Text} text */
function count(text) {
  if (++text.steps > MOST_STEPS) throw new RangeError(`more than ${MOST_STEPS} steps`);
}

/**
 * A parsed pattern. The parser throws at the few syntax elements that it does not know, so that no
 * pattern is misjudged.
 */
export class Pattern {
  /** @type {Atom[]} */
  atoms = [];
  /** A text that usually matches, with each repetition once. @type {string[]} */
  sample = [];
  #source;
  #flags;
  #isSticky;
  #at = 0;
  #node;

  /** @param {RegExp} regex */
  constructor({ source, flags }) {
    this.#source = source;
    this.#isSticky = flags.includes('y');
    this.#flags = flags.replace(/[gyd]/g, '');
    this.#node = this.#choice();
    if (this.#at < source.length)
      throw new Error(`${source}: cannot read ${source.slice(this.#at)}`);
  }

  /** Cached, because a search continues in the same text. */
  #text = { written: '', characters: /** @type {string | readonly string[]} */ ('') };

  /** Splits a text into characters as the pattern's flags require. @param {string} written */
  #charactersOf(written) {
    if (this.#text.written !== written) {
      const isOfPairs = this.#flags.includes('u') && /[\ud800-\udfff]/.test(written);
      this.#text = { written, characters: isOfPairs ? [...written] : written };
    }
    return this.#text.characters;
  }

  /**
   * Counts the steps of one search from a position.
   * @param {string} text
   * @param {{ from?: number, isSticky?: boolean }} [search]
   */
  stepsOf(text, { from = 0, isSticky = false } = {}) {
    const characters = this.#charactersOf(text);
    const start = typeof characters === 'string' ? from : [...text.slice(0, from)].length;
    const state = { characters, steps: 0 };
    const match = this.#node(state);
    for (let at = start; at <= characters.length; at++) {
      if (match(at, () => true) || isSticky) break;
    }
    return state.steps;
  }

  /** Counts the steps of all searches that `replace` and `split` make. @param {string} text */
  stepsOfAll(text) {
    const characters = this.#charactersOf(text);
    const state = { characters, steps: 0 };
    const match = this.#node(state);
    for (let at = 0; at <= characters.length; ) {
      let end = at;
      const isFound = match(at, (last) => {
        end = last;
        return true;
      });
      if (this.#isSticky && !isFound) break;
      at = Math.max(end, at + 1);
    }
    return state.steps;
  }

  /** @returns {Node} */
  #choice() {
    /** @type {Node[]} */
    const options = [];
    const before = this.sample.length;
    do {
      const rest = this.sample.splice(before);
      options.push(this.#sequence());
      // Keep the first option in the sample.
      if (options.length > 1) this.sample.splice(before, Infinity, ...rest);
    } while (this.#takes('|'));
    if (options.length === 1) return options[0];
    return (text) => {
      const all = options.map((option) => option(text));
      return (at, next) => all.some((match) => match(at, next));
    };
  }

  /** @returns {Node} */
  #sequence() {
    /** @type {Node[]} */
    const parts = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at])) {
      parts.push(this.#repeated());
    }
    return (text) =>
      parts
        .map((part) => part(text))
        .reduceRight(
          (/** @type {Match} */ rest, match) => (at, next) => match(at, (to) => rest(to, next)),
          (at, next) => next(at),
        );
  }

  /** @returns {Node} */
  #repeated() {
    const body = this.#single();
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/.exec(this.#source.slice(this.#at));
    if (!found) return body;
    this.#at += found[0].length;
    const [, sign, from, comma, to, lazy] = found;
    const least = sign ? Number(sign === '+') : Number(from);
    const most = sign ? (sign === '?' ? 1 : Infinity) : to ? Number(to) : comma ? Infinity : least;
    return (text) => {
      const match = body(text);
      /** @param {number} count @param {number} at @param {(at: number) => boolean} next @returns {boolean} */
      const repeat = (count, at, next) => {
        const more = () =>
          count < most &&
          match(at, (end) => (end > at || count < least) && repeat(count + 1, end, next));
        const enough = () => count >= least && next(at);
        return lazy ? enough() || more() : more() || enough();
      };
      return (at, next) => repeat(0, at, next);
    };
  }

  /** @returns {Node} */
  #single() {
    const rest = this.#source.slice(this.#at);
    const group = /^\((\?:|\?<?[=!]|\?<\w+>)?/.exec(rest);
    if (group) return this.#group(group);
    const edge = /^(?:[$^]|\\[bB])/.exec(rest);
    if (edge) return this.#edge(edge[0]);
    const atom =
      /^(?:\\(?:[pP]\{[^}]*\}|u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^\d])|\[(?:\\.|[^\]\\])*\]|[^\\()[\]{}*+?|])/su.exec(
        rest,
      ) ?? /^[\]{}]/.exec(rest);
    if (!atom) throw new Error(`${this.#source}: cannot read ${rest}`);
    return this.#atom(atom[0]);
  }

  /** @param {RegExpExecArray} opening @returns {Node} */
  #group([opening, kind = '']) {
    this.#at += opening.length;
    const before = this.sample.length;
    const isBehind = kind.startsWith('?<') && !kind.endsWith('>');
    const atoms = this.atoms.length;
    const body = this.#choice();
    if (isBehind && this.atoms.length !== atoms + 1)
      throw new Error(`${this.#source}: looks behind for more than one character`);
    if (!this.#takes(')')) throw new Error(`${this.#source}: a group has no end`);
    if (!/[=!]$/.test(kind)) return body;
    this.sample.length = before;
    const isNot = kind.endsWith('!');
    return (text) => {
      const match = body(text);
      const shift = Number(isBehind);
      return (at, next) => (at >= shift && match(at - shift, () => true)) !== isNot && next(at);
    };
  }

  /** @param {string} source @returns {Node} */
  #edge(source) {
    this.#at += source.length;
    const isLine = this.#flags.includes('m');
    const isWord = (/** @type {string | undefined} */ text) =>
      text !== undefined && /\w/.test(text);
    return (text) => {
      const { characters } = text;
      const isHere = (/** @type {number} */ at) => {
        if (source === '^') return at === 0 || (isLine && characters[at - 1] === '\n');
        if (source === '$') return at === characters.length || (isLine && characters[at] === '\n');
        return (isWord(characters[at - 1]) !== isWord(characters[at])) === (source === '\\b');
      };
      return (at, next) => {
        count(text);
        return isHere(at) && next(at);
      };
    };
  }

  /** @param {string} source @returns {Node} */
  #atom(source) {
    this.#at += source.length;
    const regex = new RegExp(`^${source}$`, this.#flags);
    /** @type {Map<string, boolean>} */
    const known = new Map();
    const has = (/** @type {string} */ character) => {
      const is = known.get(character) ?? regex.test(character);
      known.set(character, is);
      return is;
    };
    this.atoms.push({ source, has });
    const literal = /^\\?(.)$/su.exec(source)?.[1];
    const candidates = [...(literal ?? ''), ...'a0A -_.,;:"\'()[]{}<>/*+=@^\n“”', 'é', '中'];
    this.sample.push(candidates.find(has) ?? 'a');
    return (text) => (at, next) => {
      count(text);
      return at < text.characters.length && has(text.characters[at]) && next(at + 1);
    };
  }

  /** @param {string} sign */
  #takes(sign) {
    const is = this.#source.startsWith(sign, this.#at);
    if (is) this.#at += sign.length;
    return is;
  }
}
