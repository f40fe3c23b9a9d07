import { ArgumentError } from '../../src/js/index.js';
import { markHeadings } from '../figures/dom.js';
import { toFileError } from '../sources/files/bytes.js';
import { ALIASES, declarations, PROPERTIES, STATE_ONLY } from '../state/attributes.js';
import { DEFAULTS } from '../state/fields.js';
import { listAllSteps } from '../state/step-order.js';
import { aStep } from '../text/en/messages.js';
import { toDecimal, withDecimals } from '../text/number.js';
import { camel, parted } from '../text/spelling.js';
import { AttentionElement } from './base-element.js';
import { LabController, ONE_BY_ONE } from './lab-controller.js';
import { estimateLabHeight } from './reserved-height.js';
import { VERSION } from './version.js';
import { AuthoredValues, readChoice, warnOfMisspelt } from './warnings.js';

/**
 * @import { Tensors } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { LabFormat } from './types.js'
 */

const LOADS = /** @type {const} */ (['', 'eager']);

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
 * @slot caption - a caption with markup, in place of the attribute
 * @csspart toolbar - the words to follow, the heads and the tools
 * @csspart step - what one step shows
 * @csspart matrix - a table of numbers, or a map of them
 * @csspart cell - one number of a table
 * @csspart trace - one number, taken apart
 * @csspart badge - the words that say where the numbers come from
 * @csspart caption - the author's own words below the tables
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
 * @attr {'lazy' | 'eager'} loading - `lazy`, the default: renders once the element comes near the view, or once it is needed; `eager`: at once
 * @attr {string} state - a part of `state` as JSON, for what has no attribute of its own: `{"keyWidth": 3}`
 */
export class AttentionLab extends AttentionElement {
  /** @internal */
  static properties = {
    ...declarations,
    hide: { reflect: true },
    show: { reflect: true },
    steps: { reflect: true, useDefault: true },
    table: { reflect: true, useDefault: true },
    readonly: { type: Boolean, reflect: true },
    locked: { type: Boolean, reflect: true },
    compact: { type: Boolean, reflect: true },
    permalink: { type: Boolean, reflect: true },
    src: { useDefault: true },
    load: { useDefault: true },
    caption: { useDefault: true },
    headingLevel: { attribute: 'heading-level', type: Number, useDefault: true },
    // Listed, so that they may be set before the element is defined.
    state: { attribute: false, noAccessor: true },
    tensors: { attribute: false, noAccessor: true },
    value: { attribute: false, noAccessor: true },
    theme: { attribute: false, noAccessor: true },
  };

  /** The version that is registered on a page. */
  static version = VERSION;

  /** @internal @override */
  static spellings = {
    ...Object.fromEntries(
      Object.entries(ALIASES).map(([name, property]) => [name, parted(property)]),
    ),
    headinglevel: 'heading-level',
  };

  /**
   * Lit would reflect entries of the state from the start, also where nobody set them: they have accessors of their own.
   * @internal
   * @protected
   */
  static finalize() {
    // biome-ignore lint/complexity/noThisInStatic: Lit finalizes the class it is called on.
    super.finalize();
    for (const name of PROPERTIES) AttentionLab.elementProperties.set(name, declarations[name]);
  }

  /**
   * Those of Lit's properties, and others.
   * @internal
   */
  static get observedAttributes() {
    // biome-ignore lint/complexity/noThisInStatic: it lists the properties of the class it is read on.
    return [...super.observedAttributes, ...Object.keys(STATE_ONLY), 'state', 'theme'];
  }

  #lab = new LabController(this);
  #authored = new AuthoredValues(this.localName);

  // The entries of the state are properties of the element.
  static {
    for (const name of PROPERTIES) {
      Object.defineProperty(AttentionLab.prototype, name, {
        configurable: true,
        enumerable: true,
        /** @this {AttentionLab} */
        get() {
          return toDecimal(this.#lab.session.state[name]);
        },
        /** @this {AttentionLab} @param {unknown} value */
        set(value) {
          const change = { [name]: this.#authored.read(name, value, parted(name)) };
          this.#lab.session.dispatch(change, ONE_BY_ONE);
        },
      });
    }
  }

  constructor() {
    super();
    /**
     * The parts to leave out, comma separated: `course sentence settings toolbar text export`.
     * @type {string | null | undefined}
     */
    this.hide = undefined;
    /**
     * How much is shown: `lab`, `step` or `table`, and parts to add, comma separated. By default `table` with
     * `table`, `step` with `steps`, and else `lab`.
     * @type {string | null | undefined}
     */
    this.show = undefined;
    /** The steps that are shown, comma separated; all, if empty. */
    this.steps = '';
    /** The tensor whose table is shown alone, or several, comma separated. */
    this.table = '';
    /** The reader can look, but change nothing. */
    this.readonly = false;
    /**
     * Exactly the tables or steps that are named, or else the open step. Nothing leads elsewhere: there are no settings,
     * no links, and no numbers that open. Only the steps that are named can be turned to. A table shown alone
     * marks a row only where `query` is written.
     */
    this.locked = false;
    /** Only titles, tables and formulas, set closely, as for a slide. Only the style sheet looks at it. */
    this.compact = false;
    /**
     * One line below the tables, in place of what says where numbers come from and how they are rounded. A child with
     * `slot="caption"` may hold markup instead. A blank removes both.
     */
    this.caption = '';
    /**
     * The level, 1 to 6, of the highest titles in the element; those below follow. With 0 no title is a heading, and
     * the page's outline is the author's alone.
     */
    this.headingLevel = 0;
    /** The page's address follows the state. */
    this.permalink = false;
    /**
     * `eager`: the pretrained model is loaded at once; without it, once the reader presses a button. It is in no link.
     * @type {string}
     */
    this.load = '';
    /** The address of a chapter of your own, a JSON file. If it cannot be loaded, the element shows why and keeps its numbers. */
    this.src = '';
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   * @internal
   * @override
   */
  attributeChangedCallback(name, before, after) {
    if (name === 'state')
      return this.#lab.session.dispatch(this.#authored.readJson(after), ONE_BY_ONE);
    super.attributeChangedCallback(name, before, after);
    const entry = this.#authored.findEntry(name);
    if (entry) return void Object.assign(this, { [entry]: after });
    if (name === 'heading-level' && Number.isNaN(Number(after)))
      warnOfMisspelt(this.localName, name, `${after}`);
    const value = this.#authored.read(camel(name), after, name);
    if (name === 'theme' && value !== after) this.theme = /** @type {any} */ (value);
  }

  /**
   * The whole state, as a plain object of its own. A part of one may be set. A float32 is given by its shortest
   * decimal, such as 0.9.
   * @returns {State}
   */
  get state() {
    return withDecimals(this.#lab.session.state);
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

  /** The state that the element shows, as a new plain object. @returns {State} */
  getState() {
    return this.state;
  }

  /**
   * Entries that are left out stay as they are shown. A number out of range becomes the nearest in it.
   * `{ heads: 8 }` gives 4 heads as long as `dModel` is 4, and a later `{ dModel: 8 }` leaves them at 4.
   * Attributes and properties that are set one by one wait for each other: `heads = 8` before
   * `dModel = 8` gives 8.
   * @param {Partial<State>} change
   */
  setState(change) {
    this.#lab.session.dispatch(this.#authored.readState(change ?? {}), { by: 'program' });
  }

  /**
   * Your own queries, keys and values, `{ q, k, v }`, each (L, d) or (H, L, d). Or your own `{ weights }`, (L, S),
   * (H, L, S) or (layers, 1, H, L, S). All are nested arrays or `{ shape, data }`; `queryTokens` and `keyTokens` are arrays of strings.
   * `null` goes back to what was shown before. If tensors do not fit, the element fires `attention-error`
   * and changes nothing.
   * @type {Record<string, unknown> | null}
   */
  get tensors() {
    return this.#lab.session.tensors;
  }
  set tensors(tensors) {
    try {
      this.#lab.session.setTensors(tensors);
      this.#lab.files.forget();
    } catch (error) {
      this.report(toFileError(error, String(error)));
    }
  }

  /** Settles when the lesson is on screen, or when the core cannot be loaded. An element that waits renders now. */
  get ready() {
    this.waiting.end();
    return this.#lab.ready;
  }

  /** The tensors that the core was given, by name. */
  get inputs() {
    this.waiting.end();
    return this.#lab.session.evaluate().computation.inputs;
  }

  /** The weights the core was given, as it stores them. */
  get parameters() {
    this.waiting.end();
    return this.#lab.session.evaluate().computation.parameters;
  }

  /**
   * Every tensor on screen, by the name that its tables carry in `data-tensor`.
   * @returns {Tensors}
   */
  get results() {
    this.waiting.end();
    return this.#lab.session.results();
  }

  /**
   * Exports the screen as a text or an image: `csv` (the present table), `json` (all tensors), `svg`, `png` or `link`.
   * `numpy`, `pytorch` and `javascript` are programs that print the numbers; `map` holds all heads of a real model.
   * @template {LabFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>} a picture as `png` is a Blob
   */
  async export(format) {
    await this.ready;
    // An update opens the source that has just been set.
    await this.updateComplete;
    await this.#lab.session.opened();
    await this.updateComplete;
    return /** @type {any} */ (await this.#lab.exporter.make(format));
  }

  /** Whether a model is downloaded without a press. @internal */
  get loadsAtOnce() {
    return readChoice(this.localName, 'load', this.load, LOADS) === 'eager';
  }

  /** To the next step, or to the next page of the course. */
  next() {
    this.setState(this.#lab.navigation.changeToNeighbour(1) ?? {});
  }

  /** To the step before, or to the page before. */
  prev() {
    this.setState(this.#lab.navigation.changeToNeighbour(-1) ?? {});
  }

  /**
   * To a step, or the nearest that the lesson has. One that no lesson has is an `attention-error`, and
   * nothing changes.
   * @param {string} step the tensor that it makes, such as `weights`
   */
  goto(step) {
    if (listAllSteps().includes(step) || this.#lab.parts.hasStep(step))
      return this.setState({ step, view: 'step' });
    const names = { operation: 'goto', argument: 'step' };
    this.report(new ArgumentError({ ...names, expected: aStep, received: `${step}` }));
  }

  /** Back to what the element shows when no attribute is set. */
  reset() {
    this.#lab.session.dispatch({ ...DEFAULTS }, ONE_BY_ONE);
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

  /** @internal @override */
  styleSheets() {
    return this.#lab.styleSheets();
  }

  /** @param {number} width @internal @override */
  reservedHeight(width) {
    return estimateLabHeight(this, this.#lab.session.requests, width);
  }

  /** Matrices scroll sideways under their connectors. @internal @override */
  resized() {
    this.#lab.reveal.drawConnectors();
  }

  /** @param {Map<string, unknown>} changed @internal @override */
  willUpdate(changed) {
    // Other steps may be wanted.
    if (changed.has('steps') || changed.has('table')) this.#lab.session.dispatch({}, ONE_BY_ONE);
  }

  /**
   * Long computations run in slices; the old numbers stay on screen until they end.
   * @internal
   * @override
   */
  async scheduleUpdate() {
    if (!this.hasUpdated) await this.#lab.prepare();
    else if (this.#lab.compute()) await this.#lab.computeInSteps();
    return super.scheduleUpdate();
  }

  /** @internal @override */
  render() {
    return this.#lab.view.render();
  }

  /** @internal @override */
  firstUpdated() {
    this.#lab.listen();
    super.firstUpdated();
  }

  /** @param {Map<string, unknown>} changed @internal @override */
  updated(changed) {
    markHeadings(this.renderRoot, this.headingLevel);
    this.#lab.updated(changed);
  }
}
