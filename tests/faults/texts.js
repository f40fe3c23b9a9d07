// Faults of what is said: verdicts, instructions, waiting pages, levels of the practice.

/** @type {import('./faults.js').Room} */
export const texts = {
  name: 'texts',
  folders: ['tests/web', 'tests/course', 'tests/practice', 'tests/models'],
  groups: [
    {
      file: 'web/state/source-kinds.js',
      tests: ['tests/web/verdicts.test.js'],
      faults: [
        {
          name: 'random numbers of a seed are judged',
          find: "source === 'seed' ||",
          replace: "source === '' ||",
        },
        {
          name: 'a model that has learned nothing is judged',
          find: 'training === 0)',
          replace: 'training === -2)',
        },
        {
          name: 'a trained model is not judged',
          find: ' && training === 0)',
          replace: ')',
        },
      ],
    },
    {
      file: 'web/features/models/kinds/models.js',
      tests: ['tests/web/verdicts.test.js'],
      faults: [
        {
          name: 'an untrained model answers',
          find: 'step === 0 ? { ...sourceWords, answer: undefined } : sourceWords',
          replace: 'sourceWords',
        },
      ],
    },
    {
      file: 'web/pages/page.js',
      tests: ['tests/course/second-try.test.js'],
      faults: [
        {
          name: 'a link may call a wrong answer right',
          find: '?.isRight === false ? {',
          replace: '?.isRight === undefined ? {',
        },
        {
          name: 'an answer is not kept as the reader’s',
          find: 'context.progress?.keepAnswer(page.id, { value, isRight });',
          replace: '',
        },
      ],
    },
    {
      file: 'web/pages/page.js',
      tests: ['tests/course/waiting.test.js'],
      faults: [
        {
          name: 'a page that waits asks for what is not there',
          find: '(!isWaiting || page.asksMeanwhile)',
          replace: 'true',
        },
        {
          name: 'a page that waits says where numbers of before come from',
          find: 'isWaiting ? nothing : origin === undefined',
          replace: 'origin === undefined',
        },
        {
          name: 'a page shows a model in the midst of its training as trained',
          find: 'hasTraining(state) && !hasTraining(expected)',
          replace: 'hasTraining(state) && hasTraining(expected)',
        },
      ],
    },
    {
      file: 'web/pages/tasks/view.js',
      tests: ['tests/course/why.test.js'],
      faults: [
        {
          name: 'a word is to be pressed that cannot be pressed any more',
          find: 'course.isOpen ? nothing : instruction',
          replace: 'instruction',
        },
      ],
    },
    {
      file: 'web/features/practice/bugs/puzzle.js',
      tests: ['tests/practice/bugs.test.js'],
      faults: [
        {
          name: 'the first level offers what no chapter teaches',
          find: ".filter((mistake) => !isFirst || !('isBeyondCourse' in mistake))",
          replace: '',
        },
      ],
    },
    {
      file: 'web/lessons/attend.js',
      tests: ['tests/web/lesson-claims.test.js'],
      faults: [
        {
          name: 'a mask that is fixed is to be pressed',
          find: '!context.readonly && canPaint(context)',
          replace: 'true',
        },
      ],
    },
    {
      file: 'web/views/figure.js',
      tests: ['tests/web/lesson-claims.test.js'],
      faults: [
        {
          name: 'numbers that cannot be set are offered to be set',
          find: 'return editName(context.state, context.computation, { id, index }) !== undefined;',
          replace: 'return true;',
        },
      ],
    },
  ],
};
