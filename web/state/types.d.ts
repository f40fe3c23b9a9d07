/** Types that several modules of web/state/ use. */

import type { CoreName } from '../text/en/sources.js';
import type { SourceSlot } from '../types.js';
import type { SELECTION_FIELDS, SETTING_FIELDS } from './fields.js';

/**
 * of a field:
 * - `sameModel`: a change of it leaves a model the same
 * - `fixedOnPages`: no page lets a reader change it
 * - `section`: a change of it makes a new entry in the browser's history
 * - `namesPage`: used alone, it names a page, which brings its own settings
 */
export type Trait = 'sameModel' | 'fixedOnPages' | 'section' | 'namesPage';

export type Field<Value> = {
  /** by default */
  value: Value;
  /** the nearest valid value, whatever other entries hold */
  read: (value: unknown, source: SourceName) => Value;
  /** in an address */
  key: string;
  /**
   * whether an author can set it in HTML, and whether the element writes it there. Without it, only `state` and addresses
   * have this entry.
   */
  attribute?: 'set' | 'reflected';
  /** beside the kinds of sources that name it themselves */
  usedBy: readonly User[];
  traits?: readonly Trait[];
  choices?: readonly string[];
  /** whether there are more than these choices */
  isOpen?: boolean;
  /** of drawn numbers */
  range?: readonly [least: number, most: number];
  /** that any source has */
  widest?: readonly [least: number, most: number];
  isInteger?: boolean;
  /** of a text */
  maxLength?: number;
  /** of a text */
  pattern?: RegExp;
};

/** 1/√d, 1, 1/√L, or any number */
export type Scale = 'sqrt' | 'none' | 'words' | number;

export type ValuesOf<Fields> = {
  -readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

export type Settings = ValuesOf<typeof SETTING_FIELDS>;

export type ViewSelection = ValuesOf<typeof SELECTION_FIELDS>;

/** everything that a lab shows, as one flat object; `v` is the version of its form */
export type State = { v: 1 } & Settings & ViewSelection;

export type FieldName = Exclude<keyof State, 'v'>;

/** what a reader has answered to a task */
export type GivenAnswer = {
  /** as the task writes it */
  value: string;
  isRight: boolean;
};

/** by the page of the task */
export type Answers = ReadonlyMap<string, GivenAnswer>;

export type Preset = {
  id: string;
  name: string;
  note: string;
  /** the entries that differ from the defaults */
  state: Partial<State>;
  /** the word that is looked at first */
  query: number;
  /** names a link to these with the reader's own sentence, from random numbers or from a model that does not know a word */
  forSentence?: { random: string; unknownWord: string };
  /** whether it is reached in another way, and so is in no list */
  isUnlisted?: boolean;
};

/** a model that learns, or has learned */
export type ModelName = 'describer' | 'pronoun' | 'mini' | 'translator' | 'toy';

/** of the pronoun resolver */
export type Variant = 'two' | 'two-free' | 'one' | 'one-free';

/** what authors can name: at run time, all that is registered */
export type SourceName = CoreName | ModelName | 'pretrained';

/** of a setting: a source, or all models */
export type User = CoreName | 'model';

/** its state is without its source, and the word is named where it is another than usual */
export type SourcePreset = Omit<Preset, 'query'> & { query?: number };

export type SourceKind = {
  /** as an address has it */
  name: string;
  /** that its lesson may have, in their order */
  steps: readonly string[];
  /** by the first step of each group: a name that `text/en/steps.js` has */
  groups?: Readonly<Record<string, string>>;
  /** the steps, without their layer, that stand under *More* if there are too many, the first ones first */
  rare?: readonly string[];
  /** where it has not always all */
  hasStep?: (step: string, settings: Settings) => boolean;
  /** whether the reader gives its tensors */
  isGiven?: boolean;
  /** does it learn */
  isLearningModel?: boolean;
  /** whether it has as many heads and features as tensors that are given may have */
  hasLargeSizes?: boolean;
  /** which value of a feature opens it and has its lesson: `{ open, stepsOf }`; of a model `models` */
  slot?: SourceSlot;
  /** settings, beside those that name it themselves */
  uses?: readonly (keyof Settings)[];
  /** settings that are not the reader's */
  decides?: Partial<Settings>;
  /** of a setting */
  choices?: Partial<Record<'task' | 'variant', readonly string[]>>;
  presets?: readonly SourcePreset[];
};

/**
 * who makes a change:
 * - the reader, with a control
 * - the page, with what it proposes, or a model that goes on
 * - a program, with attributes, properties and methods
 */
export type Actor = 'reader' | 'page' | 'program';

export type Manner = {
  by: Actor;
  /**
   * whether other changes complete this one, such as attributes that are set one by one. `heads` may come before the
   * `dModel` that it needs, so earlier requests are kept unclamped.
   */
  isPartial?: boolean;
  /** what a program changes is not, unless it says so */
  isUndoable?: boolean;
  /** whether a sentence alone is typed, as it is unless a view says otherwise: letters in a row are undone together */
  isTyped?: boolean;
};

/** of the session that has the store; they may change */
export type StoreRules = {
  /** adds the entries that another brings with it */
  complete: (change: Partial<State>, isPartial: boolean) => Partial<State>;
  /** to the steps that are shown */
  clamp: (state: State) => State;
  /** whether the reader may not change settings */
  isFixed: () => boolean;
  /** whether nobody sees the state yet: what an author requests one by one is read once the state is wanted */
  isUnseen?: () => boolean;
  /** the word to look at in a sentence that is typed */
  looksAt?: (state: State) => Partial<State>;
  /** called after every change, even if nothing is other than before */
  onChange: (changed: (keyof State)[], before: State, by: Actor) => void;
};
