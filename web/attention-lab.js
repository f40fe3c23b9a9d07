import { html, LitElement } from 'lit';
import { AttentionError, loadAttention } from '../src/js/index.js';
import { chapterOf, chapterState, withChapter } from './lessons/guide.js';
import { lessonSteps, shownStep, stepOf } from './lessons/steps.js';
import { BESIDE_STEPS } from './model/groups.js';
import { redo, remember, startHistory, undo } from './model/history.js';
import { lessonKey, NO_LESSON } from './model/lesson.js';
import { measureSpread, spreadCurve } from './model/spread.js';
import { DECISIVE, DEFAULTS, normalise } from './model/state.js';
import { Workings } from './model/workings.js';
import { keepTabStops, moveTabStop } from './parts/grid.js';
import { drawJoins } from './parts/joins.js';
import { helpDialog, onKey } from './parts/keys.js';
import { labView } from './parts/lab.js';
import { markLanguage } from './parts/language.js';
import { Permalink } from './parts/permalink.js';
import { makePicture } from './parts/picture.js';
import { revealLargest } from './parts/reveal.js';
import { Shelf } from './parts/take-home.js';
import { styles } from './styles/styles.js';
import { VERSION } from './version.js';

/**
 * @typedef {import('./model/state.js').State} State
 * @typedef {import('../src/js/index.js').Attention} Attention
 */

/** Attributes that are entries of the state and say so on the element. */
const REFLECTED = [
  ...['source', 'sentence', 'target', 'mechanism', 'heads', 'dModel', 'seed', 'mask', 'scale'],
  ...['step', 'query', 'key', 'head'],
];

const NAMES = /** @type {(keyof State)[]} */ (Object.keys(DEFAULTS)).filter((name) => name !== 'v');

/** Those that are properties, too. `before` is a method of every element. */
const PROPERTIES = NAMES.filter((name) => name !== 'before');

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * `<attention-lab>`: a sentence through attention, step by step.
 *
 * What it shows is a function of `state` alone. Attributes and properties of the same name set its
 * entries; a value that makes no sense becomes the nearest one that does.
 *
 * @fires attention-ready once the core is loaded and the lesson is on screen
 * @fires attention-step when another step is shown: `{ step, index, count }`
 * @fires attention-cell when a number is taken apart: `{ cell }`
 * @fires attention-change when the state has changed: `{ state, changed }`
 * @fires attention-error when the core does not load or refuses: `{ code, message }`
 * @slot - what is shown where there is no scripting, or no core
 * @csspart toolbar - the words to follow, the heads and the tools
 * @csspart step - what one step shows
 * @csspart matrix - a table of numbers, or a map of them
 * @csspart cell - one number of a table
 * @csspart trace - one number, taken apart
 * @csspart badge - the words that say where the numbers come from
 * @cssprop --attention-q - colour of queries, in letters and rules
 * @cssprop --attention-k - colour of keys
 * @cssprop --attention-v - colour of values
 * @cssprop --attention-weight - colour of the weight 1; smaller ones are nearer to the paper
 * @cssprop --attention-positive - colour of the largest positive number
 * @cssprop --attention-negative - colour of the largest negative number
 * @cssprop --attention-cell-size - width and height of a number's cell, at least
 * @cssprop --attention-font - family of tables, labels and controls
 * @attr {string} lang - language of the words, which are marked with it
 */
export class AttentionLab extends LitElement {
  static properties = {
    ...Object.fromEntries(
      PROPERTIES.map((name) => [
        name,
        { attribute: kebab(name), reflect: REFLECTED.includes(name), noAccessor: true },
      ]),
    ),
    hide: { reflect: true },
    steps: { reflect: true },
    readonly: { type: Boolean, reflect: true },
    permalink: { type: Boolean, reflect: true },
    // Listed, so that they may be set before the element is defined.
    state: { attribute: false, noAccessor: true },
    theme: { attribute: false, noAccessor: true },
  };

  static styles = styles;

  /** Of the version that is registered on a page. */
  static version = VERSION;

  /** Attributes of all elements that this one looks at, too. */
  static get observedAttributes() {
    // biome-ignore lint/complexity/noThisInStatic: it lists the properties of the class it is asked on.
    return [...super.observedAttributes, 'lang', 'theme'];
  }

  /** @type {Promise<Attention> | undefined} */
  static #core;

  /** One core serves all elements of a page. */
  static #load() {
    AttentionLab.#core ??= loadAttention();
    // What failed may be tried again by the next element.
    AttentionLab.#core.catch(() => {
      AttentionLab.#core = undefined;
    });
    return AttentionLab.#core;
  }

  /**
   * What was asked for, before it is brought into range: `heads` may come before the `dModel` that
   * makes room for it.
   * @type {Record<string, unknown>}
   */
  #wanted = {};
  /** @type {State} */
  #state = DEFAULTS;
  #history = startHistory();
  /** @type {Attention | undefined} */
  #attention;
  /** @type {unknown} */
  #failure;
  #started = false;
  /** @type {Workings | undefined} */
  #workings;
  #shown = '';
  /** @type {unknown} what has been reported of the core's refusals */
  #refused;
  #helping = false;
  #pressed = false;
  /** @type {Element | undefined} */
  #focused;
  #letters = true;
  #shelf = new Shelf(this);
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #repaint = () => this.requestUpdate();
  #sizes = new ResizeObserver(() => this.hasUpdated && drawJoins(this.renderRoot));
  /** @type {Record<string, unknown>} what an author has set, for an address that asks for nothing */
  #own = {};
  #permalink = new Permalink((state) =>
    this.setState({ ...DEFAULTS, ...(state ? withChapter(state) : this.#own) }),
  );
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }} */
  #settle;

  constructor() {
    super();
    /**
     * What is left out, comma separated: `title guide words sentence settings experiments weights
     * steps export tools`. Unless it is said, all is shown; with `steps`, what is not beside a step.
     * @type {string | null | undefined}
     */
    this.hide = undefined;
    /** The steps that are shown, comma separated; all, if empty. */
    this.steps = '';
    /** Nothing can be changed then, only looked at. */
    this.readonly = false;
    /** The page's address follows the state. */
    this.permalink = false;
    /** @type {{ resolve: () => void, reject: (reason: unknown) => void } | undefined} */
    let settle;
    /** Settles when the lesson is on screen, or when the core cannot be loaded. */
    this.ready = /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
      })
    );
    this.#settle = /** @type {NonNullable<typeof settle>} */ (settle);
    // The failure is on screen and in an event: nobody has to catch it.
    this.ready.catch(() => {});
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @override
   */
  attributeChangedCallback(name, before, after) {
    super.attributeChangedCallback(name, before, after);
    // Words are marked with their language, and maps are painted in the colours of the theme.
    if (name === 'lang' || name === 'theme') this.requestUpdate();
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
    this.#dark.addEventListener('change', this.#repaint);
    // Back in the page after it was taken out.
    if (this.hasUpdated) this.#link();
    if (!this.#started) this.#start();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#permalink.stop(true);
    this.#sizes.disconnect();
    this.#dark.removeEventListener('change', this.#repaint);
  }

  async #start() {
    this.#started = true;
    try {
      this.#attention = await AttentionLab.#load();
      this.#workings = new Workings(this.#attention);
      this.requestUpdate();
      await this.updateComplete;
      this.#settle.resolve();
      this.#send('attention-ready', {});
      this.#prepare();
    } catch (error) {
      this.#failure = error;
      this.requestUpdate();
      this.#report(error);
      this.#settle.reject(error);
    }
  }

  /** Measures the one costly step when there is time, so that it opens at once. */
  #prepare() {
    const { step, seed } = this.#state;
    const attention = this.#attention;
    const wanted = this.#steps.some(({ id }) => id === 'spread') && step !== 'spread';
    if (attention && wanted) globalThis.requestIdleCallback?.(() => spreadCurve(attention, seed));
  }

  /** @param {unknown} error */
  #report(error) {
    const { code = 'unknown', message = String(error) } =
      error instanceof AttentionError ? error : /** @type {Partial<AttentionError>} */ ({});
    this.#send('attention-error', { code, message });
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  // What the element holds

  /**
   * The whole state, as a plain object of its own. A part of one may be set.
   * @returns {State}
   */
  get state() {
    return { ...this.#state };
  }
  /** @param {Partial<State>} state */
  set state(state) {
    this.setState(state);
  }

  /** @returns {State} what the element shows, as a plain object of its own */
  getState() {
    return this.state;
  }

  /**
   * Entries that are left out stay as they are.
   * @param {Partial<State>} change
   */
  setState(change) {
    const before = this.#state;
    this.#wanted = { ...this.#wanted, ...withChapter(Object(change)) };
    const after = this.#shownBy(normalise(this.#wanted));
    const changed = NAMES.filter((name) => after[name] !== before[name]);
    if (changed.length === 0) {
      // A field may still show what was refused.
      this.requestUpdate();
      return;
    }
    this.#state = after;
    for (const name of changed) this.requestUpdate(name, before[name]);
    // Before the first picture nothing has changed for anybody.
    if (!this.hasUpdated) return;
    if (this.permalink) this.#permalink.write(after, changed);
    this.#send('attention-change', { state: this.state, changed });
    if (changed.includes('step')) this.#announceStep();
    if (changed.includes('cell') && after.cell !== '') {
      this.#send('attention-cell', { cell: after.cell });
    }
  }

  /**
   * With the step that is shown, where an author has left out the one that was asked for.
   * @param {State} state
   * @returns {State}
   */
  #shownBy(state) {
    return { ...state, step: shownStep(lessonSteps(state, list(this.steps)), state).id };
  }

  /**
   * A choice made on screen starts from what is on screen, and can be undone.
   * @param {Partial<State>} change
   */
  #choose = (change) => {
    const before = this.#state;
    // A page of the guided path brings its own numbers.
    const free = !this.readonly || 'guide' in change;
    const entries = Object.entries(change).filter(
      ([name]) => free || !DECISIVE.some((one) => one === name),
    );
    this.#wanted = this.state;
    this.setState(Object.fromEntries(entries));
    // Letters typed one by one, and the steps of a slider, are one change.
    const [only] = entries.length === 1 ? entries[0] : [''];
    const name = { sentence: 'typed', edits: before.cell }[only];
    this.#history = remember(this.#history, before, this.#state, name);
  };

  /** @param {typeof undo} step back or forth */
  #restore(step) {
    const restored = this.readonly ? undefined : step(this.#history, this.#state);
    if (!restored) return undefined;
    return () => {
      this.#history = restored.history;
      this.#wanted = { ...restored.state, before: '' };
      this.setState({});
    };
  }

  /**
   * Aloud, for those who do not see the change.
   * @param {string} text
   */
  #say(text) {
    const live = this.renderRoot.querySelector('.live');
    if (live) live.textContent = text.replace(/\s+/g, ' ').trim();
  }

  #announceStep() {
    const steps = this.#steps;
    const index = steps.findIndex(({ id }) => id === this.#state.step);
    if (index < 0) return;
    this.#say(`Step ${index + 1} of ${steps.length}, ${steps[index].name}: ${steps[index].title}.`);
    this.#send('attention-step', { step: this.#state.step, index, count: steps.length });
  }

  get #current() {
    return this.#workings?.of(this.#state) ?? { lesson: NO_LESSON, refusal: undefined };
  }

  /** What the core was given, by name. */
  get inputs() {
    return this.#current.lesson.inputs;
  }

  /** The weights the core was given, as it stores them. */
  get parameters() {
    return this.#current.lesson.parameters;
  }

  /**
   * Every tensor on screen, by the name that its tables carry in `data-tensor`.
   * @returns {import('./model/lesson.js').Tensors}
   */
  get results() {
    const { results } = this.#current.lesson;
    const { step, seed, spread: d } = this.#state;
    if (step !== 'spread' || !this.#attention) return results;
    return Object.freeze({ ...results, spread: measureSpread(this.#attention, { seed, d }) });
  }

  /**
   * What is on screen, to take home: `csv` (the present table), `json` (all tensors), `svg`, `png`,
   * `numpy`, `pytorch`, `javascript` (code that prints the numbers), `link`.
   * @param {string} format
   * @returns {Promise<string | Blob>}
   */
  async export(format) {
    await this.ready;
    return this.#shelf.make(format);
  }

  #link() {
    if (this.permalink) this.#permalink.start();
    else this.#permalink.stop();
  }

  /**
   * @param {Map<string, unknown>} changed
   * @override
   */
  willUpdate(changed) {
    if (changed.has('steps')) this.setState({});
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
  }

  /** What had the focus may be gone: then it goes to the title of what is shown now. */
  #keepFocus() {
    if (!this.#focused || this.#focused.isConnected || this.shadowRoot?.activeElement) return;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('#step-title'))?.focus();
  }

  /** The groups of controls that are left out. */
  get #hidden() {
    return list(this.hide) ?? (list(this.steps) && this.hide == null ? BESIDE_STEPS : []);
  }

  // Turning the pages

  get #steps() {
    return lessonSteps(this.#state, list(this.steps));
  }

  /** To the next step, or to the next page of the guided path. */
  next() {
    this.#turn(1);
  }

  /** To the step before, or to the page before. */
  prev() {
    this.#turn(-1);
  }

  /** @param {number} by */
  #turn(by) {
    if (chapterOf(this.#state)) {
      const chapter = chapterState(this.#state.guide + by);
      if (chapterOf(chapter)) this.setState(chapter);
      return;
    }
    const steps = this.#steps;
    const target = steps[steps.indexOf(shownStep(steps, this.#state)) + by];
    if (target) this.goto(target.id);
  }

  /**
   * A page that is turned on screen begins where it can be read; one that is seen whole stays there.
   * @param {Partial<State>} change
   */
  async #turnTo(change) {
    this.#choose(change);
    await this.updateComplete;
    const section = this.renderRoot.querySelector('.steps');
    const title = section?.querySelector('#step-title');
    const strip = this.renderRoot.querySelector('.strip');
    const under = Math.max(0, strip?.getBoundingClientRect().bottom ?? 0);
    const top = title?.getBoundingClientRect().top ?? under;
    const isCut = (section?.getBoundingClientRect().bottom ?? 0) > innerHeight;
    if (top < under || (isCut && top > innerHeight / 2)) section?.scrollIntoView();
  }

  /**
   * A number pressed in the first picture is taken apart in the step that makes it: there its
   * operands are, too.
   * @param {string} cell
   * @param {boolean} elsewhere
   */
  async #open(cell, elsewhere) {
    const [tensor] = cell.split('.');
    const step = stepOf(this.#state, tensor);
    const there = elsewhere && this.#steps.some(({ id }) => id === step);
    if (there && !this.#hidden.includes('steps')) await this.#turnTo({ cell, step });
    else this.#choose({ cell });
    await this.updateComplete;
    this.renderRoot.querySelector('.trace')?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * To a step.
   * @param {string} step the tensor that it makes, such as `weights`
   */
  goto(step) {
    this.setState({ step });
  }

  /** Back to what the element shows when no attribute is set. */
  reset() {
    this.#wanted = {};
    this.setState(DEFAULTS);
  }

  /** `light` or `dark`; without, the reader's own setting. Only the style sheet looks at it. */
  get theme() {
    const theme = this.getAttribute('theme') ?? '';
    return theme === 'light' || theme === 'dark' ? theme : '';
  }
  set theme(theme) {
    if (theme) this.setAttribute('theme', theme);
    else this.removeAttribute('theme');
  }

  // The picture

  get #picture() {
    const attention = /** @type {Attention} */ (this.#attention);
    return makePicture({
      state: this.#state,
      lesson: this.#current.lesson,
      attention,
      comparison: this.#workings?.comparison(this.#state),
      wanted: list(this.steps),
      readonly: this.readonly,
      choose: this.#choose,
      turn: (change) => this.#turnTo(change),
    });
  }

  /** @override */
  render() {
    if (this.#failure) {
      // The children are the author's: they keep the direction of the page around them.
      return html`<div class="lab" lang="en" dir="ltr"><p class="sorry" role="alert">The core, which does
        all the calculating, could not be loaded; so there are no numbers to show.
        ${whyNot(this.#failure)}</p></div><slot></slot>`;
    }
    const picture = this.#picture;
    const hidden = this.#hidden;
    const help = () => {
      this.#helping = true;
      this.requestUpdate();
    };
    this.#shelf.picture = picture;
    return html`<div lang="en" dir="ltr" @keydown=${(/** @type {KeyboardEvent} */ event) => this.#onKey(event, help)}
      @click=${this.#onClick} @dblclick=${this.#onDoubleClick} @focusin=${moveTabStop}>
      ${labView(picture, {
        shows: (part) => !hidden.includes(part),
        isPart: Boolean(list(this.steps)),
        sorry: this.#sorry(picture.lesson.queryWords.length),
        tools: { undo: this.#restore(undo), redo: this.#restore(redo), help },
        shelf: this.#shelf,
        help: helpDialog({
          open: this.#helping,
          letters: this.#letters,
          close: () => {
            this.#helping = false;
            this.requestUpdate();
          },
          toggle: () => {
            this.#letters = !this.#letters;
            this.requestUpdate();
          },
        }),
      })}
    </div>`;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {() => void} help
   */
  #onKey(event, help) {
    const actions = {
      turn: (/** @type {1 | -1} */ by) => this.#turn(by),
      undo: () => this.#restore(undo)?.(),
      redo: () => this.#restore(redo)?.(),
      help,
      open: (/** @type {string} */ cell, /** @type {boolean} */ elsewhere) =>
        this.#open(cell, elsewhere),
      edit: () => this.#edit(),
    };
    onKey(event, this.#picture, actions, this.#letters);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    // The page may have moved under the second click of two.
    if (event.detail > 1) return;
    const cell = placeOf(event);
    this.#pressed = cell !== undefined;
    const target = /** @type {Element} */ (event.composedPath()[0]);
    if (cell) this.#open(cell, target.closest('.first') !== null);
  }

  #onDoubleClick() {
    if (this.#pressed) this.#edit();
  }

  /** To the field of the number that is traced. */
  async #edit() {
    await this.updateComplete;
    const field = /** @type {HTMLInputElement | null} */ (this.renderRoot.querySelector('.edit'));
    field?.focus();
    field?.select();
  }

  /** @override */
  firstUpdated() {
    this.#own = this.#wanted;
    // Matrices scroll sideways under their lines.
    const redraw = () => drawJoins(this.renderRoot);
    this.renderRoot.addEventListener('scroll', redraw, { capture: true, passive: true });
  }

  /**
   * @param {Map<string, unknown>} changed
   * @override
   */
  updated(changed) {
    if (changed.has('permalink')) this.#link();
    const { refusal } = this.#current;
    if (refusal !== this.#refused && refusal) this.#report(refusal);
    this.#refused = refusal;
    this.#keepFocus();
    const { step, query, head, cell, answer } = this.#state;
    const shown = JSON.stringify([lessonKey(this.#state), step, query, head]);
    // A reader who has scrolled elsewhere is left in peace until something else is shown.
    if (shown !== this.#shown) revealLargest(this.renderRoot);
    this.#shown = shown;
    markLanguage(this.renderRoot, this.lang);
    keepTabStops(this.renderRoot);
    drawJoins(this.renderRoot);
    const dialog = this.renderRoot.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    // What follows upon an answer is not left under the bar.
    if (changed.has('answer') && answer >= 0) {
      this.renderRoot.querySelector('.try button')?.scrollIntoView({ block: 'nearest' });
    }
    if (changed.has('cell') && cell !== '') {
      const texts = [...this.renderRoot.querySelectorAll('.trace h3, .trace .sum')];
      this.#say(texts.map((part) => part.textContent).join(': '));
    }
  }

  /**
   * What is said where there is nothing to show.
   * @param {number} words
   */
  #sorry(words) {
    if (!this.#attention) return html`<p class="sorry">The core is being loaded.</p>`;
    const { refusal } = this.#current;
    if (refusal) {
      return html`<p class="sorry" role="alert">The core has refused these numbers:
        ${refusal instanceof Error ? refusal.message : String(refusal)}</p>`;
    }
    if (words === 0) {
      return html`<p class="sorry">There is no word here yet. Type one or more, and their attention
        appears in this place.</p>`;
    }
    return undefined;
  }
}

/**
 * What a reader, or an author, can do about a core that does not load.
 * @param {unknown} failure
 */
function whyNot(failure) {
  if (typeof WebAssembly === 'undefined') {
    return 'This browser has no WebAssembly, or has it switched off.';
  }
  // Browsers tell it in words only.
  return /content security policy|\bCSP\b/i.test(String(failure))
    ? "The policy of this page forbids WebAssembly; script-src 'wasm-unsafe-eval' would allow it."
    : 'It needs a browser with WebAssembly SIMD, such as any from 2023 on.';
}

/**
 * @param {string | null | undefined} text separated by commas or blanks
 * @returns {string[] | undefined} undefined for nothing
 */
function list(text) {
  const parts = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/** @param {Event} event @returns {string | undefined} the number it happened on */
function placeOf(event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  return /** @type {HTMLElement | null} */ (target.closest('[data-place]'))?.dataset.place;
}

// The entries of the state are properties of the element.
for (const name of PROPERTIES) {
  Object.defineProperty(AttentionLab.prototype, name, {
    configurable: true,
    enumerable: true,
    /** @this {AttentionLab} */
    get() {
      return this.state[name];
    },
    /** @this {AttentionLab} @param {unknown} value */
    set(value) {
      this.setState({ [name]: value });
    },
  });
}
