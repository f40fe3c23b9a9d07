import { ArgumentError } from '../../src/js/index.js';
import { suggestName } from '../../src/js/option-reader.js';
import { declarations, PROPERTIES, STATE_ONLY } from '../state/attributes.js';
import { listAllSteps } from '../state/step-order.js';
import { aStep } from '../text/en/messages.js';
import { toDecimal, withDecimals } from '../text/number.js';
import { camel, parted } from '../text/spelling.js';
import { LOWEST_HEADING } from '../views/complete-markup.js';
import { ONE_BY_ONE } from './authored-values.js';
import { AttentionElement } from './base-element.js';
import { LabController } from './lab-controller.js';
import { estimateLabHeight } from './reserved-height.js';
import { VERSION } from './version.js';
import { readChoice } from './warnings.js';

/**
 * @import { Tensors } from '../sources/types.js'
 * @import { State } from '../state/types.js'
 * @import { LabFormat } from './types.js'
 */

/**
 * `<attention-lab>`: a sentence through attention, step by step.
 *
 * What the element shows depends only on `state`. Attributes and properties of the same name set
 * its fields; an invalid value becomes the nearest valid one.
 *
 * @fires attention-ready once the core is loaded and the lesson is on screen
 * @fires attention-step when another step is shown: `{ step, index, count }`
 * @fires attention-cell when a number is traced: `{ cell }`. When it is closed, only `attention-change` follows
 * @fires attention-change when the state has changed: `{ state, changed }`
 * @fires attention-error when the core, a model, a chapter or `tensors` cannot be loaded or shown: `{ code, message }`. The console names all but models, too
 * @fires input when the reader has changed the state and the element is ready: `value` is new
 * @fires change like `input`, but while a slider moves or a word is typed, only at its end
 * @slot - content that is shown without scripting or without the core
 * @slot caption - a caption with markup, which replaces the attribute
 * @csspart toolbar - the words to follow, the heads and the tools
 * @csspart step - the content of one step
 * @csspart matrix - a table of numbers, or a map
 * @csspart cell - one number of a table
 * @csspart trace - the trace of a number
 * @csspart badge - the note about the origin of the numbers
 * @csspart caption - the author's caption below the tables
 * @cssprop --attention-q - colour of queries, in letters and lines
 * @cssprop --attention-k - colour of keys
 * @cssprop --attention-v - colour of values
 * @cssprop --attention-weight - colour of the weight 1. Smaller weights are nearer to the paper. Digits of large ones have the paper’s colour, so choose one far from it
 * @cssprop --attention-positive - colour of the largest positive number
 * @cssprop --attention-negative - colour of the largest negative number
 * @cssprop --attention-cell-size - smallest width and height of a cell
 * @cssprop --attention-paper - colour of the background, or `transparent`; a dark one needs the theme `dark`
 * @cssprop --attention-ink - colour of words and numbers; fainter colours mix it with the paper
 * @cssprop --attention-size - factor on the size of texts and tables, 1 by default
 * @cssprop --attention-font - font family of tables, labels and controls; exported pictures keep their own font
 * @cssprop --attention-top - height of a sticky header of the page, below which the sticky bars then stand; 0 by default
 * @attr {string} lang - language of the words, with which they are marked
 * @attr {'lazy' | 'eager'} loading - `lazy`, the default, renders when near the view or needed; `eager` at once
 * @attr {string} state - a part of `state` as JSON, for fields without attributes: `{"keyWidth": 3}`
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
    // Listed, so that they can be set before the element is defined.
    state: { attribute: false, noAccessor: true },
    tensors: { attribute: false, noAccessor: true },
    value: { attribute: false, noAccessor: true },
    theme: { attribute: false, noAccessor: true },
  };

  /** The version that is registered on a page. */
  static version = VERSION;

  /**
   * Makes the fields of the state properties of the element. Lit would reflect accessors that exist
   * earlier from the start, even if nobody set them.
   * @internal
   * @protected
   * @override
   */
  static finalize() {
    // biome-ignore lint/complexity/noThisInStatic: Lit finalizes the class it is called on.
    super.finalize();
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
          const change = { [name]: this.#lab.authored.read(name, value, parted(name)) };
          this.#lab.session.dispatch(change, ONE_BY_ONE);
        },
      });
    }
  }

  /** Lit's observed attributes, and others. @internal */
  static get observedAttributes() {
    // biome-ignore lint/complexity/noThisInStatic: it lists the properties of the class it is read on.
    return [...super.observedAttributes, ...Object.keys(STATE_ONLY), 'state', 'theme'];
  }

  #lab = new LabController(this);

  /** Whether the element is the whole page: it fills the window and has the first screen. @internal */
  isWholePage = false;

  constructor() {
    super();
    /**
     * The parts to leave out, separated by commas: `course sentence settings toolbar text export`.
     * @type {string | null | undefined}
     */
    this.hide = undefined;
    /**
     * How much is shown: `lab`, `step` or `table`, and parts to add, separated by commas. The
     * default is `table` with `table`, `step` with `steps`, otherwise `lab`.
     * @type {string | null | undefined}
     */
    this.show = undefined;
    /** The steps to show, separated by commas; all steps if empty. */
    this.steps = '';
    /** The tensor whose table is shown alone, or several, separated by commas. */
    this.table = '';
    /** Whether the reader cannot change anything. */
    this.readonly = false;
    /**
     * Whether the element shows exactly the named tables or steps, or else the open step or page.
     * There are no settings, no links, and no numbers that open. The reader can only move between the
     * named steps. A table shown alone marks a row only if `query` is set.
     */
    this.locked = false;
    /**
     * Whether to show only titles, tables, formulas and tasks, in a dense layout for slides. Only the
     * style sheet reads this.
     */
    this.compact = false;
    /**
     * One line below the tables, which replaces the notes about origin and rounding. A child with
     * `slot="caption"` may contain markup instead. A single space removes both.
     */
    this.caption = '';
    /**
     * The level, 1 to 6, of the highest titles in the element; lower titles follow. With 0, no
     * title is a heading, and the outline of the page belongs to the author.
     */
    this.headingLevel = 0;
    /**
     * Whether the address of the page follows the state, which then owns all that follows `#`. Leave
     * it out where a router reads that part. The browser keeps the reader's answers. Of several
     * elements, only the first has the address.
     */
    this.permalink = false;
    /**
     * `eager` loads the pretrained model at once; otherwise it loads when the reader presses a
     * button. Links leave this out.
     * @type {string}
     */
    this.load = '';
    /** The address of your own chapter, a JSON file. If loading fails, the element shows why and keeps its numbers. */
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
      return this.#lab.session.dispatch(this.#lab.authored.readJson(after), ONE_BY_ONE);
    super.attributeChangedCallback(name, before, after);
    if (this.isReflecting) return;
    const field = this.#lab.authored.findField(name);
    if (field) return void Object.assign(this, { [field]: after });
    const value = this.#lab.authored.read(camel(name), after, name);
    if (name === 'theme' && value !== after) this.theme = /** @type {any} */ (value);
  }

  /**
   * The complete state, as a new plain object. Setting it changes only the given fields. Float32
   * numbers are given by their shortest decimals, such as 0.9.
   * @returns {State}
   */
  get state() {
    return withDecimals(this.#lab.session.state);
  }
  /** @param {Partial<State>} state */
  set state(state) {
    this.setState(state);
  }

  /** The state under the name that form fields use for their content. @returns {State} */
  get value() {
    return this.state;
  }
  /** @param {Partial<State>} value */
  set value(value) {
    this.setState(value);
  }

  /** Returns the state that the element shows, as a new plain object. @returns {State} */
  getState() {
    return this.state;
  }

  /**
   * Changes some fields of the state. Missing fields stay as they are. A number out of range
   * becomes the nearest valid one. `{ heads: 8 }` gives 4 heads while `dModel` is 4, and a later
   * `{ dModel: 8 }` leaves them at 4. Attributes and properties that are set one by one wait for
   * each other: `heads = 8` before `dModel = 8` gives 8.
   * @param {Partial<State>} change
   */
  setState(change) {
    this.#lab.session.dispatch(this.#lab.authored.readState(change ?? {}), { by: 'program' });
  }

  /**
   * Your own queries, keys and values, `{ q, k, v }`, each (L, d) or (H, L, d). Or your own `{ weights }`, (L, S), (H, L, S) or (layers, 1, H, L, S).
   * All are nested arrays or `{ shape, data }`; `queryTokens` and `keyTokens` are arrays of strings. Attributes such as `mask` and `query` stay in force, set before or after.
   * `null` restores what was shown before. If tensors do not fit, the element says why, logs a warning, fires `attention-error` and keeps its numbers.
   * @type {Record<string, unknown> | null}
   */
  get tensors() {
    return this.#lab.session.tensors.given;
  }
  set tensors(tensors) {
    try {
      this.#lab.session.tensors.set(tensors);
      this.#lab.files.cancel();
    } catch (error) {
      this.report(error, 'tensors');
    }
    this.requestUpdate();
  }

  /**
   * Resolves when the lesson is on screen, or rejects without a core. It waits until the element is
   * in a document. Reading it renders a waiting element.
   */
  get ready() {
    this.waiting.end();
    return this.#lab.ready;
  }

  /** The tensors that the core received, by name. The element computes with them: copy before you write. */
  get inputs() {
    this.waiting.end();
    return this.#lab.session.evaluate().computation.inputs;
  }

  /** The weights that the core received, in its layout. The element computes with them: copy before you write. */
  get parameters() {
    this.waiting.end();
    return this.#lab.session.evaluate().computation.parameters;
  }

  /** Every tensor on screen, by the name in `data-tensor` of its tables. Copy before you write. @returns {Tensors} */
  get results() {
    this.waiting.end();
    return this.#lab.session.results();
  }

  /**
   * Exports the screen as a text or an image: `csv` (one table), `json` (all tensors), `svg`,
   * `png`, or `link`, which needs `permalink`. The table of `csv` is the one whose number is open,
   * else the first of `table`, else that of the step. `numpy`, `pytorch` and `javascript` are
   * programs that print the numbers; `map` holds all heads of a real model. An image is laid out for the width on the
   * screen. Waits until the element is in a document. Rejects with `ERR_ARGUMENT` for another
   * format, and with `ERR_EXPORT` if what is on screen has no such export.
   * @template {LabFormat} Format
   * @param {Format} format
   * @returns {Promise<Format extends 'png' ? Blob : string>} a Blob for `png`, otherwise a string
   */
  async export(format) {
    await this.ready;
    // An update opens a page or a source that was just set.
    await this.updateComplete;
    await this.#lab.session.pages.opened();
    await this.#lab.session.opened();
    await this.updateComplete;
    return /** @type {any} */ (await this.#lab.exporter.make(format));
  }

  /** Whether a model is downloaded without a press. @internal */
  get loadsAtOnce() {
    return readChoice(this, 'load', this.load, ['', 'eager']) === 'eager';
  }

  /** Moves to the next step, or to the next page of the course. */
  next() {
    this.#lab.navigation.turn(1);
  }

  /** Moves to the previous step, or to the previous page of the course. */
  prev() {
    this.#lab.navigation.turn(-1);
  }

  /**
   * Moves to a step, or to the nearest one in the lesson. If no lesson has the step, the element
   * fires `attention-error` and changes nothing.
   * @param {string} step the tensor that the step makes, such as `weights`
   */
  goto(step) {
    if (listAllSteps().includes(step) || this.#lab.parts.hasStep(step))
      return this.setState({ step, view: 'step' });
    const names = { operation: 'goto', argument: 'step' };
    const received = `${step}${suggestName(step, listAllSteps())}`;
    const expected = aStep(this.#lab.parts.listSteps().map(({ id }) => id));
    this.report(new ArgumentError({ ...names, expected, received }));
  }

  /** Restores what the element shows without attributes. */
  reset() {
    this.#lab.session.dispatch({ guide: '' }, { by: 'program', onto: 'defaults' });
  }

  /** `light` or `dark`; by default, the `color-scheme` of the surrounding page. Only the style sheet reads this. */
  get theme() {
    const theme = this.getAttribute('theme') ?? '';
    return theme === 'light' || theme === 'dark' ? theme : '';
  }
  /** @param {'' | 'light' | 'dark'} theme */
  set theme(theme) {
    if (theme) this.setAttribute('theme', theme);
    else this.removeAttribute('theme');
  }

  /** @internal @override */
  styleSheets() {
    return this.#lab.view.styleSheets();
  }

  /** @param {number} width @internal @override */
  reservedHeight(width) {
    return estimateLabHeight(this, this.#lab.session.requests, width);
  }

  /** @param {number} width @internal @override */
  resized(width) {
    if (this.#lab.view.fit(width)) this.requestUpdate();
    if (this.hasUpdated) this.#lab.reveal.resized();
  }

  /** @param {Map<string, unknown>} changed @internal @override */
  willUpdate(changed) {
    // The author may want other steps now.
    if (changed.has('steps') || changed.has('table')) this.#lab.session.dispatch({}, ONE_BY_ONE);
    // A model that waits for its reader may load now.
    if (changed.has('load')) this.#lab.session.resume();
    this.headingLevel = Math.max(0, Math.min(Math.round(this.headingLevel) || 0, LOWEST_HEADING));
  }

  /**
   * Long computations run in slices. The old numbers stay on screen until they end.
   * @internal
   * @override
   */
  async scheduleUpdate() {
    if (!this.hasUpdated) await this.#lab.view.prepareFirstUpdate();
    else if (this.#lab.view.compute()) await this.#lab.view.computeInSlices();
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
    this.#lab.updated(changed);
  }
}
