import { html, LitElement, nothing } from 'lit';
import { AttentionError, loadAttention } from '../src/js/index.js';
import { lessonSteps } from './lessons/steps.js';
import { computeLesson, lessonKey } from './model/lesson.js';
import { DEFAULTS, normalise } from './model/state.js';
import { origin, sentenceField, sentenceStrip, settings, weightsFigure } from './parts/overview.js';
import { revealLargest } from './parts/reveal.js';
import { stepSection } from './parts/stage.js';
import { styles } from './styles/styles.js';

/**
 * @typedef {import('./model/state.js').State} State
 * @typedef {import('./model/lesson.js').Lesson} Lesson
 * @typedef {import('../src/js/index.js').Attention} Attention
 */

/** Attributes that are entries of the state, with the entry's name. */
const ENTRIES = /** @type {const} */ ({
  source: 'source',
  sentence: 'sentence',
  mechanism: 'mechanism',
  heads: 'heads',
  'd-model': 'dModel',
  seed: 'seed',
  mask: 'mask',
  scale: 'scale',
  step: 'step',
  query: 'query',
  head: 'head',
});

/** @type {Lesson} */
const NO_LESSON = { words: [], leftOut: 0, inputs: {}, parameters: {}, results: {} };

/**
 * `<attention-lab>`: a sentence through attention, step by step.
 *
 * What it shows is a function of `state` alone. Attributes and properties of the same name set its
 * entries; a value that makes no sense becomes the nearest one that does.
 *
 * @fires attention-ready once the core is loaded and the lesson is on screen
 * @fires attention-step when another step is shown: `{ step, index, count }`
 * @fires attention-change when the state has changed: `{ state, changed }`
 * @fires attention-error when the core does not load or refuses: `{ code, message }`
 */
export class AttentionLab extends LitElement {
  static properties = {
    ...Object.fromEntries(
      Object.entries(ENTRIES).map(([attribute, name]) => [
        name,
        { attribute, reflect: true, noAccessor: true },
      ]),
    ),
    hide: { noAccessor: true },
    // Listed, so that they may be set before the element is defined.
    state: { attribute: false, noAccessor: true },
    theme: { attribute: false, noAccessor: true },
  };

  static styles = styles;

  /**
   * Where the core comes from; by default the file beside the library.
   * @type {import('../src/js/load.js').WasmSource | undefined}
   */
  static wasm;

  /** @type {Promise<Attention> | undefined} */
  static #core;

  /** One core serves all elements of a page. */
  static #load() {
    AttentionLab.#core ??= loadAttention(AttentionLab.wasm);
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
  #hide = '';
  /** @type {Attention | undefined} */
  #attention;
  /** @type {unknown} */
  #failure;
  #started = false;
  #lesson = NO_LESSON;
  #lessonKey = '';
  #shown = '';
  /** @type {unknown} */
  #refusal;
  #announcement = '';
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }} */
  #settle;

  constructor() {
    super();
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

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (!this.#started) this.#start();
  }

  async #start() {
    this.#started = true;
    try {
      this.#attention = await AttentionLab.#load();
      this.requestUpdate();
      await this.updateComplete;
      this.#settle.resolve();
      this.#send('attention-ready', {});
    } catch (error) {
      this.#failure = error;
      this.requestUpdate();
      this.#report(error);
      this.#settle.reject(error);
    }
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

  /** The whole state, as a plain object of its own. A part of one may be set. */
  get state() {
    return { ...this.#state };
  }
  set state(state) {
    this.setState(state);
  }

  getState() {
    return this.state;
  }

  /**
   * Entries that are left out stay as they are.
   * @param {Partial<State>} change
   */
  setState(change) {
    const before = this.#state;
    this.#wanted = { ...this.#wanted, ...change };
    const after = normalise(this.#wanted);
    const changed = /** @type {(keyof State)[]} */ (Object.keys(after)).filter(
      (name) => after[name] !== before[name],
    );
    if (changed.length === 0) {
      // A field may still show what was refused.
      this.requestUpdate();
      return;
    }
    this.#state = after;
    for (const name of changed) this.requestUpdate(name, before[name]);
    // Before the first picture nothing has changed for anybody.
    if (!this.hasUpdated) return;
    this.#send('attention-change', { state: this.state, changed });
    if (changed.includes('step')) this.#announceStep();
  }

  /**
   * A choice made on screen starts from what is on screen.
   * @param {Partial<State>} change
   */
  #choose = (change) => {
    this.#wanted = this.state;
    this.setState(change);
  };

  #announceStep() {
    const steps = lessonSteps(this.#state);
    const index = steps.findIndex(({ id }) => id === this.#state.step);
    this.#announcement = `Step ${index + 1} of ${steps.length}, ${steps[index].name}: ${steps[index].title}.`;
    this.#send('attention-step', { step: this.#state.step, index, count: steps.length });
  }

  /** @returns {Lesson} */
  get #current() {
    if (!this.#attention) return NO_LESSON;
    const key = lessonKey(this.#state);
    if (key !== this.#lessonKey) {
      this.#lessonKey = key;
      this.#lesson = NO_LESSON;
      this.#refusal = undefined;
      try {
        this.#lesson = computeLesson(this.#attention, this.#state);
      } catch (error) {
        this.#refusal = error;
        this.#report(error);
      }
    }
    return this.#lesson;
  }

  /** What the core was given, by name. */
  get inputs() {
    return this.#current.inputs;
  }

  /** The weights the core was given, as it stores them. */
  get parameters() {
    return this.#current.parameters;
  }

  /** Every tensor on screen, by the name that its tables carry in `data-tensor`. */
  get results() {
    return this.#current.results;
  }

  // Turning the pages

  next() {
    this.#turn(1);
  }

  prev() {
    this.#turn(-1);
  }

  /** @param {number} by */
  #turn(by) {
    const ids = lessonSteps(this.#state).map(({ id }) => id);
    const target = ids[ids.indexOf(this.#state.step) + by];
    if (target) this.goto(target);
  }

  /**
   * A step chosen on screen begins where it can be read.
   * @param {string} step
   */
  async #turnTo(step) {
    this.#choose({ step });
    await this.updateComplete;
    const section = this.renderRoot.querySelector('.steps');
    const title = section?.querySelector('#step-title');
    const strip = this.renderRoot.querySelector('.strip');
    const under = Math.max(0, strip?.getBoundingClientRect().bottom ?? 0);
    if (title && title.getBoundingClientRect().top < under) section?.scrollIntoView();
  }

  /** @param {string} step the tensor that the step makes, such as `weights` */
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
    return this.getAttribute('theme') ?? '';
  }
  set theme(theme) {
    this.toggleAttribute('theme', Boolean(theme));
    if (theme) this.setAttribute('theme', theme);
  }

  /** What is left out, comma separated: `title`, `sentence`, `settings`, `weights`, `steps`. */
  get hide() {
    return this.#hide;
  }
  set hide(hide) {
    const before = this.#hide;
    this.#hide = String(hide ?? '');
    this.requestUpdate('hide', before);
  }

  // The picture

  /** @override */
  render() {
    const state = this.#state;
    const { words, leftOut, results } = this.#current;
    const hidden = this.#hide.split(',').map((part) => part.trim());
    const article = state.source === 'article';
    const context = {
      state,
      words,
      results,
      // The article has one row, that of the word which asks.
      chosen: article ? 0 : state.query,
      choose: (/** @type {number} */ query) => this.#choose({ query }),
    };
    /** @param {string} part @param {() => unknown} template */
    const unless = (part, template) => (hidden.includes(part) ? nothing : template());
    const sorry = this.#sorry(words.length);
    return html`<div class="lab">
      ${unless('title', () => html`<h1>Attention, number by number</h1>`)}
      ${unless('sentence', () => (this.#failure ? nothing : sentenceStrip(context, this.#choose)))}
      <section class="first" aria-label="The weights">
        ${unless('sentence', () => (article ? nothing : sentenceField(state, leftOut, this.#choose)))}
        <div class="picture">
          ${sorry ?? unless('weights', () => weightsFigure(context))}
        </div>
        <div class="settings">
          ${unless('settings', () => settings(state, this.#choose))} ${origin(state, words.length)}
        </div>
      </section>
      ${
        sorry
          ? nothing
          : unless('steps', () =>
              stepSection(context, lessonSteps(state), (step) => this.#turnTo(step)),
            )
      }
      <p class="hidden" aria-live="polite">${this.#announcement}</p>
    </div>`;
  }

  /** @override */
  updated() {
    const { step, query, head } = this.#state;
    const shown = JSON.stringify([this.#lessonKey, step, query, head]);
    // A reader who has scrolled elsewhere is left in peace until something else is shown.
    if (shown !== this.#shown) revealLargest(this.renderRoot);
    this.#shown = shown;
  }

  /**
   * What is said where there is nothing to show.
   * @param {number} words
   */
  #sorry(words) {
    if (this.#failure) {
      return html`<p class="sorry" role="alert">The core, which does all the calculating, could not be
        loaded; so there are no numbers to show. It needs a browser with WebAssembly SIMD, such as any
        from 2023 on.</p>`;
    }
    if (!this.#attention) return html`<p class="sorry">The core is being loaded.</p>`;
    if (this.#refusal) {
      return html`<p class="sorry" role="alert">The core has refused these numbers:
        ${this.#refusal instanceof Error ? this.#refusal.message : String(this.#refusal)}</p>`;
    }
    if (words === 0) {
      return html`<p class="sorry">There is no word here yet. Type one or more, and their attention
        appears in this place.</p>`;
    }
    return undefined;
  }
}

// The entries of the state are properties of the element.
for (const name of Object.values(ENTRIES)) {
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
