/** Types that several modules of web/state/ use. */

import type { CoreName } from '../text/en/sources.js';
import type { SourceSlot } from '../types.js';
import type { SELECTION_FIELDS, SETTING_FIELDS } from './fields.js';

/**
 * Traits of a field:
 * - `sameModel`: changing the field keeps the model
 * - `fixedOnPages`: no page lets a reader change the field
 * - `section`: changing the field adds an entry to the browser's history
 * - `namesPage`: used alone, the field names a page, which brings its own settings
 * - `screenOnly`: a picture without a browser does not show the field
 * - `readersOnly`: no page sets the field
 */
export type Trait =
  | 'sameModel'
  | 'fixedOnPages'
  | 'section'
  | 'namesPage'
  | 'screenOnly'
  | 'readersOnly';

export type Field<Value> = {
  /** The default. */
  value: Value;
  /** Returns the nearest valid value, regardless of other fields. */
  read: (value: unknown, source: SourceName) => Value;
  /** The key in an address. */
  key: string;
  /**
   * Whether an author can set the field in HTML, and whether the element reflects it. Without an
   * attribute, only `state` and addresses have the field.
   */
  attribute?: 'set' | 'reflected';
  /** The users of the field, in addition to the kinds of sources that list the field themselves. */
  usedBy: readonly User[];
  traits?: readonly Trait[];
  choices?: readonly string[];
  /** Whether there are more values than these choices. */
  isOpen?: boolean;
  /** The range for drawn numbers. */
  range?: readonly [least: number, most: number];
  /** Other ranges: of given tensors, which large models have too, and of models that learn. */
  otherRanges?: Readonly<Partial<Record<'given' | 'learned', readonly [number, number]>>>;
  getRange?: (source: SourceName) => readonly [least: number, most: number];
  /** The widest range of any source. */
  widest?: readonly [least: number, most: number];
  isInteger?: boolean;
  /** The most characters of a text. */
  maxLength?: number;
  /** The form of a text. */
  pattern?: RegExp;
};

/** The scale of scores: 1/√d, 1, 1/√L, or any number. */
export type Scale = 'sqrt' | 'none' | 'words' | number;

export type ValuesOf<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

export type Settings = ValuesOf<typeof SETTING_FIELDS>;

export type ViewSelection = ValuesOf<typeof SELECTION_FIELDS>;

/** Everything that a lab shows, as one flat object. `v` is the version of the format. */
export type State = { v: 1 } & Settings & ViewSelection;

export type FieldName = Exclude<keyof State, 'v'>;

/** The answer of a reader to a task. */
export type GivenAnswer = {
  /** The answer in the format of the task. */
  value: string;
  isRight: boolean;
};

/** Answers by the page of their task. */
export type Answers = ReadonlyMap<string, GivenAnswer>;

export type Preset = {
  id: string;
  name: string;
  note: string;
  /** The fields that differ from the defaults. */
  state: Partial<State>;
  /** The index of the word to look at first. */
  query: number;
  /**
   * The label of a link to this preset with the reader's own sentence: from random numbers, or from
   * a model that does not know a word.
   */
  forSentence?: { random: string; unknownWord: string };
  /** Whether the preset is left out of lists, because readers reach it in another way. */
  isUnlisted?: boolean;
};

/** A model that learns or has learned. */
export type ModelName = 'describer' | 'pronoun' | 'mini' | 'translator' | 'toy';

/** A variant of the pronoun resolver. */
export type Variant = 'two' | 'two-free' | 'one' | 'one-free';

/** The sources that authors can name. At run time, these are all registered sources. */
export type SourceName = CoreName | ModelName | 'pretrained';

/** A user of a setting: a source, or all models. */
export type User = CoreName | 'model';

/** A preset of a source. Its state leaves out the source, and its query defaults to the usual one. */
export type SourcePreset = Omit<Preset, 'query'> & { query?: number };

export type SourceKind = {
  /** The name in an address. */
  name: string;
  /** The steps that the lesson may have, in order. */
  steps: readonly string[];
  /** The names of groups, which `text/en/steps.js` lists, by the first step of each group. */
  groups?: Readonly<Record<string, string>>;
  /**
   * The steps, without their layer, that move to the menu *More* if there are too many. The first
   * ones move first.
   */
  rare?: readonly string[];
  /** The steps that have no single table of their own, which could be shown alone. */
  withoutTable?: readonly string[];
  /** Whether the lesson has a step, if it does not always have all. */
  hasStep?: (step: string, settings: Settings) => boolean;
  /** Whether the reader provides the tensors. */
  isGiven?: boolean;
  /** Whether the source is a model that learns. */
  isLearningModel?: boolean;
  /** Whether the source may have as many heads and features as given tensors. */
  hasLargeSizes?: boolean;
  /** Whether a model splits the sentence into tokens. */
  hasTokens?: boolean;
  /**
   * The slot of the feature that opens the source and has its lesson, `{ open, stepsOf }`. For
   * learning models it is `models`.
   */
  slot?: SourceSlot;
  /** Settings that the source uses, in addition to those that name it as a user. */
  uses?: readonly (keyof Settings)[];
  /** Settings that the source decides instead of the reader. */
  decides?: Partial<Settings>;
  /** Choices of a setting. */
  choices?: Partial<Record<'task' | 'variant', readonly string[]>>;
  presets?: readonly SourcePreset[];
};

/**
 * The actor of a change:
 * - `reader`: the reader, with a control
 * - `page`: the page, with a proposal to the reader
 * - `model`: a model that has loaded or continues; nobody can undo its changes
 * - `program`: a program, with attributes, properties and methods; nobody can undo its changes
 */
export type Actor = 'reader' | 'page' | 'model' | 'program';

/**
 * The values of the fields that a change does not name:
 * - `state`: those on screen
 * - `requests`: those that were requested, unclamped, because other changes complete this one, such
 *   as attributes that are set one by one. `heads` may come before the `dModel` that it needs
 * - `defaults`: the defaults, as for an address
 */
export type Onto = 'state' | 'requests' | 'defaults';

export type Manner = {
  by: Actor;
  /** By default `state`. */
  onto?: Onto;
  /** Whether the change follows from another one. Nobody has set its fields then. */
  isDerived?: boolean;
  /** Own tensors that come with the change; those before by default. */
  ownTensors?: object;
};

/** Rules of the session that owns the store. They may change. */
export type StoreRules = {
  /** Adds fields to a change: a change that only names a page gets the settings of that page. */
  complete: (change: Partial<State>, onto: Onto) => Partial<State>;
  /** Clamps a state to the steps on screen. */
  clamp: (state: State) => State;
  /** Whether the reader may not change settings. */
  isFixed: () => boolean;
  /**
   * Whether nobody has read the state yet. Requests of an author are then applied together when the
   * state is needed.
   */
  isUnseen?: () => boolean;
  /** Whether the first content has been on screen. Until then, a program that opens a page leaves no lab to return to. */
  wasShown?: () => boolean;
  /** Returns the word to look at in a typed sentence. */
  chooseQuery?: (state: State) => Partial<State>;
  /** Returns the edits that still fit when the reader has changed the words. */
  keepEdits?: (state: State) => Partial<State>;
  /** Called after every change, even if no field has a new value. */
  onChange: (changed: (keyof State)[], before: State, by: Actor) => void;
  /** Called when own tensors have changed, but not the state. */
  onTensors?: (by: Actor) => void;
  /** Called before undo or redo changes the state. */
  onRestore?: (from: 'past' | 'future') => void;
};
