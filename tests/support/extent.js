// The two tiers of a run. `npm test` is the daily tier: it takes five minutes. It leaves out the
// files of LEFT_OUT, Firefox, and three quarters of the random cases (`reduceCaseCount`). CI,
// `npm run test:all` and a run of files by their paths leave out nothing.

/** The environment variable that the runner sets for the daily tier. */
export const DAILY_VARIABLE = 'ATTENTION_LAB_DAILY';

export const isThorough = process.env[DAILY_VARIABLE] === undefined;

/**
 * The files that the daily tier leaves out, by what they are about: they take long, or a change
 * seldom breaks what they alone test.
 * @type {Record<string, string[]>}
 */
export const LEFT_OUT = {
  'an element on pages of others': [
    'tests/browser/author-chapter.test.js',
    'tests/browser/author-chapter-host.test.js',
    'tests/browser/author-states.test.js',
    'tests/browser/containers.test.js',
    'tests/browser/embed-page-builder.test.js',
    'tests/browser/embed-page-snippets.test.js',
    'tests/browser/frame.test.js',
    'tests/browser/host-words.test.js',
    'tests/browser/lazy.test.js',
    'tests/browser/lifecycle.test.js',
    'tests/browser/locked.test.js',
    'tests/browser/many-elements.test.js',
    'tests/browser/missing-parts.test.js',
    'tests/browser/misspelt-attributes.test.js',
    'tests/browser/models-host.test.js',
    'tests/browser/notebook.test.js',
    'tests/browser/real-model-embed.test.js',
    'tests/browser/slides.test.js',
    'tests/browser/src.test.js',
  ],
  'windows, themes and paper that differ from the usual': [
    'tests/browser/attention-map-colours.test.js',
    'tests/browser/attention-map-print.test.js',
    'tests/browser/attention-map-views.test.js',
    'tests/browser/chapter-print.test.js',
    'tests/browser/course-layout.test.js',
    'tests/browser/lab-layout.test.js',
    'tests/browser/print-content.test.js',
    'tests/browser/worksheet.test.js',
  ],
  'models in a browser, which tests/models and tests/pretrained compute in Node': [
    'tests/browser/course-training.test.js',
    'tests/browser/hub.test.js',
    'tests/browser/model-picture.test.js',
    'tests/browser/models.test.js',
    'tests/browser/models-write.test.js',
    'tests/browser/real-model-changes.test.js',
    'tests/browser/real-model-hub.test.js',
    'tests/browser/real-model-two-texts.test.js',
    'tests/browser/real-model-views.test.js',
    'tests/browser/real-model-worker.test.js',
    'tests/browser/use-lite.test.js',
  ],
  'each state, instruction, preset and field of the page, memory and interruptions': [
    'tests/browser/axe.test.js',
    'tests/browser/course-pages.test.js',
    'tests/browser/instructions.test.js',
    'tests/browser/long-computations.test.js',
    'tests/browser/memory.test.js',
    'tests/browser/presets.test.js',
    'tests/browser/printed-worker.test.js',
    'tests/browser/progress.test.js',
    'tests/browser/reader-tensors.test.js',
    'tests/browser/typing.test.js',
  ],
  'trainings to their end': [
    'tests/learning/grammars/french-english.test.js',
    'tests/learning/grammars/small-grammars.test.js',
    'tests/learning/learned.test.js',
    'tests/learning/states.test.js',
    'tests/learning/trained.test.js',
    'tests/models/agreement.test.js',
    'tests/models/examples-translator.test.js',
    'tests/models/translator.test.js',
    'tests/course/translation.test.js',
    'tests/native/learning.test.js',
  ],
  'models of every form, and a Hub': [
    'tests/pretrained/damaged.test.js',
    'tests/pretrained/exports.test.js',
    'tests/pretrained/hub.test.js',
    'tests/pretrained/hub-kept.test.js',
    'tests/pretrained/hub-refusals.test.js',
    'tests/pretrained/level.test.js',
    'tests/pretrained/programs.test.js',
    'tests/pretrained/threads.test.js',
    'tests/pretrained/use-lite.test.js',
  ],
  'the package, as users install it, and other runtimes': [
    'tests/package/api.test.js',
    'tests/package/package.test.js',
    'tests/runtimes/runtimes.test.js',
  ],
  'many more cases of what other files test': [
    'tests/core/abi.test.js',
    'tests/core/overlap.test.js',
    'tests/core/ulp.test.js',
    'tests/fast/exact-tests.test.js',
    'tests/js/memory.test.js',
    'tests/js/out-of-memory.test.js',
    'tests/models/programs.test.js',
    'tests/practice/goals.test.js',
    'tests/practice/worksheet.test.js',
    'tests/sources/hostile-files.test.js',
    'tests/web/command.test.js',
    'tests/web/linear-parsers.test.js',
    'tests/web/linear-regexes.test.js',
  ],
};

/** The factor by which the daily tier reduces the number of random cases. */
const FEWER = 4;

/** Returns the number of random cases. @param {number} most */
export const reduceCaseCount = (most) => (isThorough ? most : Math.ceil(most / FEWER));
