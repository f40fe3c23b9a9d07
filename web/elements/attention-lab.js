/**
 * @typedef {'link' | 'csv' | 'json' | 'svg' | 'png' | 'numpy' | 'pytorch' | 'javascript'} LabFormat what a lab can be exported as
 */

import { html, LitElement } from 'lit';
import { ArgumentError, AttentionError } from '../../src/js/index.js';
import { byDistance, meantName } from '../../src/js/nearest.js';
import { adopt, markLanguage } from '../figures/dom.js';
import { makeContext } from '../lessons/context.js';
import { lessonSteps, shownStep, stepOf } from '../lessons/steps.js';
import { NO_COMPUTATION, openSource } from '../session/computation.js';
import { sharedCore } from '../session/lab-session.js';
import { RunCache } from '../session/run-cache.js';
import { asFileError } from '../sources/files/bytes.js';
import { scoreVarianceCurve } from '../sources/score-variance.js';
import {
  ALIASES,
  declarations,
  hiddenGroups,
  list,
  meantNames,
  meantValue,
  misspeltIn,
  PROPERTIES,
} from '../state/attributes.js';
import { DEFAULTS, isOwn, modelOf } from '../state/fields.js';
import { STEPS, stepNames } from '../state/step-order.js';
import { Store } from '../state/store.js';
import { styles } from '../styles/styles.js';
import { dir, lang } from '../text/en/language.js';
import { aStep, computing, nothingNamed } from '../text/en/messages.js';
import { stepOpened } from '../text/en/steps.js';
import { camel, parted } from '../text/spelling.js';
import { ExportController } from '../views/export.js';
import { keepTabStops, moveTabStop } from '../views/grid.js';
import { labView } from '../views/lab.js';
import { namesNothing, noCore, statusMessage } from '../views/status-message.js';
import {
  drawConnectors,
  layOutMissing,
  revealChosen,
  revealLargest,
  revealPage,
  revealTraced,
} from './after-update.js';
import { AttributeNames } from './attribute-names.js';
import { Printing, warnOfMisspelt } from './base-element.js';
import { Guide, turned } from './guide.js';
import { Help, onKey } from './keys.js';
import { FieldEvents } from './lab-hands.js';
import { Learner } from './learner.js';
import { OwnNumbers } from './own-numbers.js';
import { Permalink } from './permalink.js';
import { Progress } from './progress.js';

/**
 * @import { Operations as Attention } from '../../src/js/attention.js'
 * @import { Tensors } from '../session/computation.js'
 * @import { State } from '../state/fields.js'
 */

/** Tells two versions on one page apart; the same as in package.json. */
export const VERSION = '0.1.0';

/** Milliseconds of computing after which the page answers to its reader. */
const SLICE = 20;

/** Of names, in a sentence. */
const SOME = 5;

/** A finger leaves a button active until it has been answered. */
const DRAGGED = '.figure :is(input, [role=slider]):active';

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
 * @fires input when the reader has changed the state, once it is ready: `value` is another
 * @fires change the same, but not while a slider is moved or a word is typed: when it is let go
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
 * @cssprop --attention-paper - colour of the ground; where it is dark, the theme has to be `dark`, too
 * @cssprop --attention-ink - colour of words and numbers; what is fainter is mixed of both
 * @cssprop --attention-size - a factor on the size of texts and tables, 1
 * @cssprop --attention-font - family of tables, labels and controls
 * @attr {string} lang - language of the words, which are marked with it
 */
export class AttentionLab extends LitElement {
  /** @internal */
  static properties = {
    ...declarations,
    hide: { reflect: true },
    show: { reflect: true },
    steps: { reflect: true, useDefault: true },
    table: { reflect: true, useDefault: true },
    readonly: { type: Boolean, reflect: true },
    compact: { type: Boolean, reflect: true },
    permalink: { type: Boolean, reflect: true },
    // Listed, so that they may be set before the element is defined.
    state: { attribute: false, noAccessor: true },
    tensors: { attribute: false, noAccessor: true },
    value: { attribute: false, noAccessor: true },
    theme: { attribute: false, noAccessor: true },
  };

  /** Of the version that is registered on a page. */
  static version = VERSION;

  /**
   * Those of Lit's properties, and others.
   * @internal
   */
  static get observedAttributes() {
    // biome-ignore-start lint/complexity/noThisInStatic: it lists the properties of the class it is read on.
    const names = super.observedAttributes;
    // Lit would reflect from the start what has accessors of its own, also where nobody set it.
    for (const name of PROPERTIES) this.elementProperties.set(name, declarations[name]);
    // biome-ignore-end lint/complexity/noThisInStatic: ^
    return [...names, ...Object.keys(ALIASES), 'lang', 'theme'];
  }

  #guide = new Guide(
    this,
    () => this.#store,
    (error) => this.#report(error),
  );
  #numbers = new OwnNumbers(
    this,
    () => this.#store,
    (isReaders) => {
      this.requestUpdate();
      if (this.hasUpdated) this.#announce(['tensors'], isReaders);
    },
  );
  #store = new Store({
    complete: (change, isOneOfMany) => this.#guide.complete(change, isOneOfMany),
    // An author may have left out the requested step.
    clamp: (state) => ({
      ...this.#numbers.shaped(state),
      step: shownStep(this.#stepsOf(state), state).id,
    }),
    isFixed: () => this.readonly,
    looksAt: (state) => this.#learner.looksAt(state),
    onChange: (...change) => this.#onChange(...change),
  });
  /** @type {Attention | undefined} */
  #attention;
  /** @type {unknown} */
  #failure;
  #started = false;
  /** Whether what was asked for is on screen. */
  #isOpen = false;
  /** @type {RunCache | undefined} */
  #runs;
  /** @type {unknown[]} settings and selection that were on screen */
  #shown = [];
  /** @type {{ of: unknown[], context: ReturnType<typeof makeContext> } | undefined} */
  #made;
  /** @type {unknown} why there are no figures on screen */
  #refusal;
  /** @type {unknown} what has been reported of the core's refusals */
  #refused;
  /** A step that has been opened, in words, until it is on screen. */
  #opened = '';
  #pressed = false;
  /** @type {Element | undefined} */
  #focused;
  #learner = new Learner(this, (change) => this.#store.set(change, true));
  #exporter = new ExportController(this);
  #help = new Help(this);
  #fields = new FieldEvents((type) => this.#send(type));
  #redraw = () => this.hasUpdated && drawConnectors(this.renderRoot);
  #sizes = new ResizeObserver(this.#redraw);
  #children = new MutationObserver(() => this.#guide.look());
  /** On paper there are all steps. */
  #printing = new Printing(this);
  /** @type {Record<string, unknown>} what an author has set, for an address that asks for nothing */
  #own = {};
  // The address of a frame is nobody's, and a page that keeps its own address keeps its own storage.
  #progress = new Progress(() => this.permalink && parent === window);
  #permalink = new Permalink((state) => {
    const { answers } = this.#progress.read();
    // What an address says of answers counts.
    const kept = answers === '' ? {} : { answers };
    this.#store.request({
      ...{ ...DEFAULTS, ...kept },
      ...(state ? this.#guide.complete({ ...kept, ...state }) : this.#own),
    });
  });
  /** @type {{ resolve: () => void, reject: (reason: unknown) => void }} */
  #settle;

  // The entries of the state are properties of the element.
  static {
    for (const name of PROPERTIES) {
      Object.defineProperty(AttentionLab.prototype, name, {
        configurable: true,
        enumerable: true,
        /** @this {AttentionLab} */
        get() {
          return this.#state[name];
        },
        /** @this {AttentionLab} @param {unknown} value */
        set(value) {
          this.#store.request({ [name]: this.#meant(name, value, parted(name)) });
        },
      });
    }
  }

  constructor() {
    super();
    new AttributeNames(this, Object.keys(ALIASES));
    /**
     * What is left out, comma separated: `title guide words sentence settings experiments weights
     * steps text export tools`. With `steps` also all but `words steps text export tools`.
     * @type {string | null | undefined}
     */
    this.hide = undefined;
    /**
     * What of that is shown all the same; or `all`.
     * @type {string | null | undefined}
     */
    this.show = undefined;
    /** The steps that are shown, comma separated; all, if empty. */
    this.steps = '';
    /** The tensor whose table is shown alone, or several, comma separated. */
    this.table = '';
    /** Nothing can be changed then, only looked at. */
    this.readonly = false;
    /** Only titles, tables and formulas, set closely, as for a slide. Only the style sheet looks at it. */
    this.compact = false;
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
    // The failure is shown and sent as an event, so callers need not catch it.
    this.ready.catch(() => {});
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @internal
   * @override
   */
  attributeChangedCallback(name, before, after) {
    super.attributeChangedCallback(name, before, after);
    if (ALIASES[name]) Object.assign(this, { [ALIASES[name]]: after });
    // Words are marked with their language.
    if (name === 'lang') this.requestUpdate();
    const meant = this.#meant(camel(name), after, name);
    if (name === 'theme' && meant !== after) this.theme = /** @type {any} */ (meant);
  }

  /**
   * Warns of what is misspelt.
   * @param {string} name
   * @param {unknown} value
   * @param {string} written where
   * @returns {unknown} the value that was meant
   */
  #meant(name, value, written) {
    if (typeof value !== 'string') return value;
    for (const { part, names } of misspeltIn(name, value))
      warnOfMisspelt(this.localName, written, part, names);
    return meantValue(name, value);
  }

  /** The same of names that are known once something is computed or loaded. */
  #warnOfNames() {
    const tensors = this.#tensorNames;
    for (const part of list(this.table) ?? []) {
      if (tensors.length > 0 && ![...tensors, ...STEPS].includes(part))
        warnOfMisspelt(this.localName, 'table', part, tensors);
    }
    for (const name of ['guide', 'bug']) {
      const value = this.getAttribute(name);
      const names = value && this.#guide.namesBeside(name, value);
      if (names) warnOfMisspelt(this.localName, name, value, names);
    }
  }

  get #tensorNames() {
    return Object.keys(this.#current.computation.results);
  }

  /** The tables that are shown alone. */
  get #tables() {
    const names = this.#tensorNames;
    // A step makes some only with other settings: these are no misspellings.
    return list(this.table)?.map((part) =>
      STEPS.includes(part) ? part : (meantName(part, names) ?? part),
    );
  }

  /** What is said where neither steps nor tables have the names that an author wrote. */
  get #nothingNamed() {
    if (this.#state.guide !== '') return undefined;
    const names = this.#tensorNames;
    const tables = this.#tables;
    const steps = meantNames(this.steps, stepNames);
    const [attribute, wanted, all] = tables
      ? /** @type {const} */ (['table', tables, () => names])
      : /** @type {const} */ (['steps', steps, stepNames]);
    if (!wanted || wanted.some((name) => all(name).includes(name))) return undefined;
    const near = byDistance(wanted[0], tables ? names : this.#steps.map(({ id }) => id));
    return namesNothing(nothingNamed(attribute, wanted.join(', '), near.slice(0, SOME)));
  }

  /** Into another document, where it has no styles yet. @internal */
  adoptedCallback() {
    this.requestUpdate();
  }

  /** @internal @override */
  connectedCallback() {
    super.connectedCallback();
    this.#sizes.observe(this);
    this.#children.observe(this, { childList: true, characterData: true, subtree: true });
    this.#guide.look();
    // Reconnected after it was removed.
    if (this.hasUpdated) this.#link();
    if (this.#started) this.#runs?.resume();
    else this.#start();
  }

  /** @internal @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this.#permalink.stop(true);
    this.#learner.stop();
    this.#sizes.disconnect();
    this.#children.disconnect();
  }

  async #start() {
    this.#started = true;
    try {
      this.#attention = await sharedCore();
      this.#runs = new RunCache(
        this.#attention,
        () => this.#arrived(),
        (attention, settings, own) =>
          modelOf(settings)
            ? this.#learner.open(attention, settings, this.#state.guide !== '')
            : settings.bug
              ? this.#guide.openBug(attention, settings)
              : openSource(attention, settings, own),
        () => this.#numbers.own,
      );
      this.requestUpdate();
      await this.updateComplete;
      await this.#guide.load(this.#state);
      await this.updateComplete;
      await this.#runs.opened();
      await this.updateComplete;
      this.#isOpen = true;
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

  /** The numbers of a model that had to be waited for. */
  #arrived() {
    this.requestUpdate();
    this.#announce(['results']);
  }

  /** Measures the one costly step when the browser is idle, so that it opens at once. */
  #prepare() {
    const { step, seed } = this.#state;
    const attention = this.#attention;
    const wanted = this.#steps.some(({ id }) => id === 'spread') && step !== 'spread';
    if (!attention || !wanted) return;
    globalThis.requestIdleCallback?.(() => {
      try {
        scoreVarianceCurve(attention, seed);
      } catch {
        // There is too little memory: the step tries once more, and says so.
      }
    });
  }

  /** @param {unknown} error */
  #report(error) {
    const isOurs = /^ERR_/.test(Object(error).code);
    const { code, message, problems } = isOurs
      ? Object(error)
      : { code: 'unknown', message: String(error) };
    this.#send('attention-error', { code, message, ...(problems && { problems }) });
  }

  /**
   * @param {string} type
   * @param {object} [detail]
   */
  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }

  /**
   * What a program sets is no `input`, as with fields of a form: who listens may set more.
   * @param {string[]} changed
   * @param {boolean} [isReaders]
   */
  #announce(changed, isReaders) {
    this.#send('attention-change', { state: this.state, changed });
    if (this.#isOpen && isReaders) this.#fields.changed();
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

  /**
   * The state once more, under the name that fields of a form have for what is in them.
   * @returns {State}
   */
  get value() {
    return this.state;
  }
  /** @param {Partial<State>} value */
  set value(value) {
    this.setState(value);
  }

  /** What the element shows, as a plain object of its own. @returns {State} */
  getState() {
    return this.state;
  }

  /**
   * Entries that are left out stay as they are shown. A number out of range becomes the nearest in it:
   * `{ heads: 8 }` gives 4 heads as long as `dModel` is 4, and a later `{ dModel: 8 }` leaves them at 4.
   * Attributes and properties that are set one by one wait for each other: `heads = 8` before
   * `dModel = 8` gives 8.
   * @param {Partial<State>} change
   */
  setState(change) {
    const meant = Object.entries(change ?? {}).map(([name, value]) => {
      if (name in DEFAULTS) return [name, this.#meant(name, value, `state ${name}`)];
      warnOfMisspelt(this.localName, 'state', name, PROPERTIES);
      return [name, value];
    });
    this.#store.set(Object.fromEntries(meant));
  }

  get #state() {
    return this.#store.state;
  }

  /**
   * @param {(keyof State)[]} changed
   * @param {State} before
   * @param {boolean} isReaders
   */
  #onChange(changed, before, isReaders) {
    // A field may still show a value that was clamped.
    if (changed.length === 0) this.requestUpdate();
    // What a server has written stays as it is while a framework may still compare it: without options no
    // property is reflected.
    const options = this.#isOpen ? undefined : {};
    for (const name of changed) this.requestUpdate(name, before[name], options);
    // Nothing has changed before the first rendering.
    if (changed.length === 0 || !this.hasUpdated) return;
    if (this.permalink) this.#permalink.write(this.#state, changed);
    if (isReaders && (changed.includes('answers') || changed.includes('guide')))
      this.#progress.keep(this.#state, before.answers);
    this.#announce(changed, isReaders);
    if (changed.includes('guide')) this.#learner.pause();
    if (changed.includes('guide') || changed.includes('view')) this.#guide.load(this.#state);
    if (changed.includes('step')) this.#announceStep();
    const { cell } = this.#state;
    if (changed.includes('cell') && cell !== '') this.#send('attention-cell', { cell });
  }

  /**
   * Announces a change to screen readers.
   * @param {string} text
   */
  #say(text) {
    const live = this.renderRoot.querySelector('.live');
    if (live) live.textContent = text.replace(/\s+/g, ' ').trim();
  }

  #announceStep() {
    if (this.#state.guide !== '') return;
    const steps = this.#steps;
    const index = steps.findIndex(({ id }) => id === this.#state.step);
    if (index < 0) return;
    this.#opened = stepOpened({ ...steps[index], number: index + 1, count: steps.length });
    this.#send('attention-step', { step: this.#state.step, index, count: steps.length });
  }

  get #current() {
    return (
      this.#runs?.of(this.#store.settings) ?? {
        computation: NO_COMPUTATION,
        refusal: undefined,
        isOpening: false,
        isOther: false,
      }
    );
  }

  /**
   * Own queries, keys and values, `{ q, k, v }`, each (L, d) or (H, L, d), or own `{ weights }`, (L, S),
   * (H, L, S) or (layers, 1, H, L, S): nested arrays, or `{ shape, data }`; with `queryTokens` and `keyTokens`, arrays of strings.
   * `null` goes back to what was shown before. What does not fit is an `attention-error`, and nothing
   * changes.
   * @type {Record<string, unknown> | null}
   */
  get tensors() {
    return this.#numbers.given;
  }
  set tensors(tensors) {
    try {
      this.#numbers.give(tensors);
    } catch (error) {
      this.#report(asFileError(error, String(error)));
    }
  }

  /** What the core was given, by name. */
  get inputs() {
    return this.#current.computation.inputs;
  }

  /** The weights the core was given, as it stores them. */
  get parameters() {
    return this.#current.computation.parameters;
  }

  /**
   * Every tensor on screen, by the name that its tables carry in `data-tensor`.
   * @returns {Tensors}
   */
  get results() {
    return this.#runs?.results(this.#store.settings, this.#state) ?? NO_COMPUTATION.results;
  }

  /**
   * What is on screen, as a text or an image: `csv` (the present table), `json` (all tensors), `svg`, `png`,
   * `numpy`, `pytorch`, `javascript` (code that prints the numbers), `link`.
   * @template {LabFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>} a picture as `png` is a Blob
   */
  async export(format) {
    await this.ready;
    // What has just been set begins to open by its update.
    await this.updateComplete;
    await this.#runs?.opened();
    await this.updateComplete;
    return /** @type {any} */ (await this.#exporter.make(format));
  }

  #link() {
    if (this.permalink && this.isConnected) {
      this.#progress.read();
      this.#permalink.start();
      // The first screen offers to continue.
      this.requestUpdate();
    } else this.#permalink.stop();
  }

  #forget() {
    this.#store.set({ answers: '' }, true);
    this.#progress.forget();
    this.requestUpdate();
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  willUpdate(changed) {
    adopt(/** @type {ShadowRoot} */ (this.renderRoot), styles);
    if (changed.has('steps') || changed.has('table')) this.#store.request({});
    this.#focused = this.shadowRoot?.activeElement ?? undefined;
  }

  /**
   * What takes long is computed in slices, and what was on screen stays until it is done.
   * @internal
   * @override
   */
  scheduleUpdate() {
    return this.#isBusy ? this.#compute() : super.scheduleUpdate();
  }

  get #isBusy() {
    return this.#runs?.isBusy(this.#store.settings, SLICE);
  }

  async #compute() {
    const mark = (/** @type {string | null} */ busy) => {
      for (const one of this.renderRoot.querySelectorAll('section')) one.ariaBusy = busy;
    };
    mark('true');
    this.#say(computing);
    // The settings may change meanwhile: only the last are computed to the end.
    do await new Promise((resolve) => setTimeout(resolve));
    while (this.#isBusy);
    mark(null);
    this.#say('');
    super.scheduleUpdate();
  }

  /** If the focused element is gone, the title of the page gets the focus. */
  #keepFocus() {
    if (!this.#focused || this.#focused.isConnected || this.shadowRoot?.activeElement) return;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('#step-title'))?.focus();
  }

  // Turning the pages

  /** @param {State} state */
  #stepsOf(state) {
    return lessonSteps(state, this.#wantedSteps(state));
  }

  /** Of tables that are shown alone the steps that make them. @param {State} state */
  #wantedSteps(state) {
    const tables = list(this.table)?.map((tensor) => stepOf(state, tensor));
    return tables ?? meantNames(this.steps, stepNames);
  }

  get #steps() {
    return this.#stepsOf(this.#state);
  }

  /** To the next step, or to the next page of the course. */
  next() {
    this.#turn(1, (change) => this.setState(change));
  }

  /** To the step before, or to the page before. */
  prev() {
    this.#turn(-1, (change) => this.setState(change));
  }

  /**
   * @param {1 | -1} by
   * @param {(change: Partial<State>) => void} show
   */
  #turn(by, show) {
    const change = turned(this.#state, by, this.#wantedSteps(this.#state), this.#guide.own);
    if (change) show(change);
  }

  /** Where the reader is. A model that learns changes the rest of the state. */
  get #place() {
    const { guide, view, step, source, heads } = this.#state;
    return [guide, view, step, source, heads].join();
  }

  /**
   * Scrolls a new page to its top, unless all of it is visible.
   * @param {Partial<State>} change
   */
  async #turnTo(change) {
    // Otherwise at once: the next key may already be on its way.
    if (!this.#guide.isReady(change)) {
      const from = this.#place;
      await this.#guide.load(change);
      // Whoever has gone elsewhere meanwhile stays there.
      if (this.#place !== from) return;
    }
    const { guide } = this.#state;
    this.#store.update(change, true);
    await this.updateComplete;
    revealPage(this.renderRoot, guide !== '' && this.#state.guide === '');
    if (change.cell) revealTraced(this.renderRoot);
  }

  /**
   * A number pressed in the overview is traced in the step that makes it, where its operands are too.
   * @param {string} cell
   * @param {boolean} elsewhere
   */
  async #open(cell, elsewhere) {
    const [tensor] = cell.split('.');
    const step = stepOf(this.#state, tensor);
    const there = elsewhere && this.#steps.some(({ id }) => id === step);
    if (there && !hiddenGroups(this).includes('steps')) return this.#turnTo({ cell, step });
    this.#store.update({ cell });
    await this.updateComplete;
    revealTraced(this.renderRoot);
  }

  /**
   * To a step, or the nearest that the lesson has. One that no lesson has is an `attention-error`, and
   * nothing changes.
   * @param {string} step the tensor that it makes, such as `weights`
   */
  goto(step) {
    if (STEPS.includes(step) || this.#steps.some(({ id }) => id === step))
      this.setState({ step, view: 'step' });
    else {
      this.#report(
        new ArgumentError({
          ...{ operation: 'goto', argument: 'step', expected: aStep, received: `${step}` },
        }),
      );
    }
  }

  /** Back to what the element shows when no attribute is set. */
  reset() {
    this.#store.request({ ...DEFAULTS });
  }

  /** `light` or `dark`; without, that of the page around. Only the style sheet looks at it. */
  get theme() {
    const theme = this.getAttribute('theme') ?? '';
    return theme === 'light' || theme === 'dark' ? theme : '';
  }
  set theme(theme) {
    if (theme) this.setAttribute('theme', theme);
    else this.removeAttribute('theme');
  }

  // What is on screen

  /** Kept until something in it changes, since it is read on every key press. */
  get #context() {
    const attention = /** @type {Attention} */ (this.#attention);
    const state = this.#state;
    const { computation } = this.#current;
    const { own } = this.#guide;
    const { steps, table, readonly, permalink } = this;
    const { models } = this.#learner;
    const { kept } = this.#progress;
    const settings = [steps, table, readonly, permalink];
    const madeOf = [attention, state, computation, ...settings, own, models, kept];
    if (!this.#made || madeOf.some((part, i) => part !== this.#made?.of[i])) {
      const context = makeContext({
        state,
        computation,
        attention,
        comparison: this.#runs?.comparison(state, this.#store.settings),
        own,
        wanted: this.#wantedSteps(state),
        readonly,
        update: (change) => this.#store.update(change),
        apply: (change) => this.#store.update(change, true),
        turn: (change) => this.#turnTo(change),
        isLinked: permalink,
        progress: {
          guide: kept.guide,
          answers: state.answers || kept.answers,
          forget: () => this.#forget(),
        },
        rests: (table) => this.#learner.rests(table),
      });
      this.#made = { of: madeOf, context };
    }
    return this.#made.context;
  }

  /** @internal @override */
  render() {
    if (this.#failure) return noCore(this.#failure);
    try {
      return this.#page(this.#current.refusal);
    } catch (error) {
      // A figure asks more of the core, which may have no memory for it.
      if (error instanceof AttentionError) return this.#page(error);
      throw error;
    }
  }

  /** @param {unknown} refusal why there are no figures */
  #page(refusal) {
    this.#refusal = refusal;
    const context = this.#context;
    const hidden = hiddenGroups(this);
    Object.assign(this.#exporter, { context, tables: this.#tables });
    return html`<div lang=${lang} dir=${dir} @keydown=${this.#onKey} @click=${this.#onClick} @dblclick=${this.#onDoubleClick} @focusin=${moveTabStop}>
      ${labView(context, {
        shows: (part) => !hidden.includes(part),
        isPart: Boolean(list(this.table) ?? list(this.steps)),
        tables: this.#tables,
        isPrinting: this.#printing.isPrinting,
        statusMessage:
          statusMessage({
            failure: this.#guide.failure,
            isReady: this.#guide.isReady(this.#state),
            isLoaded: this.#attention !== undefined,
            opening: this.#learner.opening(this.#store.settings),
            ...this.#current,
            refusal,
            isOther: this.#current.isOther && this.#state.guide !== '',
            words: context.computation.queryWords.length,
            isOwn: isOwn(this.#state),
          }) ?? this.#nothingNamed,
        isOpening: this.#current.isOpening,
        tools: { undo: this.#store.undo, redo: this.#store.redo, help: this.#help.open },
        exporter: this.#exporter,
        reading: this.#numbers.files,
        panel: this.#learner.view('panel', context),
        learn: this.#learner.view('bar', context),
        help: this.#help.dialog,
      })}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const actions = {
      turn: (/** @type {1 | -1} */ by) => this.#turn(by, (change) => this.#turnTo(change)),
      undo: () => this.#store.undo?.(),
      redo: () => this.#store.redo?.(),
      help: this.#help.open,
      open: (/** @type {string} */ cell, /** @type {boolean} */ elsewhere) =>
        this.#open(cell, elsewhere),
      edit: () => this.#edit(),
    };
    // While something is computed, keys mean what is on screen.
    onKey(event, this.#made?.context ?? this.#context, actions, this.#help.letters);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    // The second click of two may hit something else if the page has scrolled.
    if (event.detail > 1) return;
    const target = /** @type {Element} */ (event.composedPath()[0]);
    const cell = /** @type {HTMLElement | null} */ (target.closest('[data-place]'))?.dataset.place;
    this.#pressed = cell !== undefined;
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

  /** @internal @override */
  firstUpdated() {
    this.#own = this.#store.requests;
    // Matrices scroll sideways under their connectors.
    this.renderRoot.addEventListener('scroll', this.#redraw, { capture: true, passive: true });
    this.#fields.listen(this.renderRoot);
  }

  /**
   * @param {Map<string, unknown>} changed
   * @internal
   * @override
   */
  updated(changed) {
    const root = /** @type {ShadowRoot} */ (this.renderRoot);
    if (changed.has('permalink')) this.#link();
    if (parent !== window) requestAnimationFrame(() => layOutMissing(this));
    if (this.#state.guide !== '') this.#guide.dress(root);
    const { isOpening } = this.#current;
    const refusal = this.#refusal;
    if (!isOpening) {
      const { settings } = this.#store;
      this.#learner.shown(settings, root);
      if (this.#state.guide === '') this.#learner.loadLesson(settings, () => this.#runs?.reopen());
    }
    if (!isOpening && !refusal) {
      this.#guide.record(this.#context);
      this.#warnOfNames();
    }
    if (refusal !== this.#refused && refusal) this.#report(refusal);
    this.#refused = refusal;
    this.#keepFocus();
    // All that is written comes before what measures, or the page would be laid out twice.
    markLanguage(root, this.lang);
    keepTabStops(root);
    const { step, query, head, cell } = this.#state;
    const shown = [this.#store.settings, step, query, head];
    // Not after every change, nor while a model learns, or a reader could not scroll elsewhere.
    if (!this.#learner.isPlaying && shown.some((part, i) => part !== this.#shown[i])) {
      revealLargest(root);
      revealChosen(root);
      this.#shown = shown;
    }
    drawConnectors(root);
    const dialog = root.querySelector('dialog');
    if (dialog && !dialog.open) dialog.showModal();
    // The reply may be hidden by the bar. While something is dragged, or a model learns, the page stays where it is.
    if (changed.has('answers') && !this.#learner.isPlaying && !root.querySelector(DRAGGED))
      root.querySelector('.reply')?.scrollIntoView({ block: 'nearest' });
    if (this.#opened) this.#say(this.#opened);
    this.#opened = '';
    if (changed.has('cell') && cell !== '') {
      const texts = [...root.querySelectorAll('.trace h3, .trace .sum')];
      this.#say(texts.map((part) => part.textContent).join(': '));
    }
  }
}
