import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findLayerProblems,
  findLibraryProblems,
  listImports,
  readModules,
} from '../../web/build/layers.js';

const sources = readModules('web');

describe('the layers of web/', () => {
  it('have no import of a later layer and no cycle', () => {
    assert.ok(sources.size > 250, `${sources.size} modules`);
    assert.deepEqual(findLayerProblems(sources), []);
  });

  for (const [what, path, line, problem] of /** @type {const} */ ([
    [
      'an import of a later layer',
      'graph/cell.js',
      "import '../views/grid.js';",
      /graph\/cell\.js \(line 2\) imports views\/grid\.js \(line 8\)/,
    ],
    [
      'a type of a later layer',
      'graph/cell.js',
      "/** @import { State } from '../state/types.js' */",
      /graph\/cell\.js \(line 2\) imports state\/types\.js \(line 3\)/,
    ],
    [
      'a type of a later layer in another type',
      'graph/types.d.ts',
      "import type { State } from '../state/types.js';",
      /graph\/types\.js \(line 2\) imports state\/types\.js \(line 3\)/,
    ],
    [
      'a type of a feature',
      'state/fields.js',
      "/** @type {import('../features/models/types.js').Spec} */",
      /state\/fields\.js names a feature: features\/models\/types\.js/,
    ],
    [
      'a feature that is named by an element',
      'elements/navigation.js',
      "import '../features/course/own.js';",
      /elements\/navigation\.js names a feature: features\/course\/own\.js/,
    ],
    [
      'a feature that is named by another',
      'features/course/own.js',
      "import '../maps/strongest.js';",
      /features\/course\/own\.js names a feature: features\/maps\/strongest\.js/,
    ],
    [
      'a circle of modules in one folder',
      'figures/plane.js',
      "import './on-plane.js';",
      /modules in a circle: figures\/on-plane\.js figures\/plane\.js/,
    ],
    [
      'a circle of folders',
      'graph/op.js',
      "import './builders/softmax.js';",
      /folders in a circle: graph graph\/builders graph\/ops/,
    ],
    [
      'an import() outside of the loader',
      'views/lab.js',
      "import('../views/grid.js');",
      /views\/lab\.js has an import\(\)/,
    ],
    [
      'a Worker that comes to Lit',
      'features/pretrained/run/server.js',
      "import '../text/en/pretrained.js';",
      /entries\/pretrained-worker\.js comes to features\/pretrained\/text\/en\/pretrained\.js, which imports Lit/,
    ],
    [
      'a Worker that imports Lit itself',
      'entries/pretrained-worker.js',
      "import { html } from 'lit';",
      /entries\/pretrained-worker\.js comes to entries\/pretrained-worker\.js, which imports Lit/,
    ],
    [
      'a folder of no layer',
      'loading/new.js',
      "import '../graph/op.js';",
      /loading\/new\.js is in no/,
    ],
  ])) {
    it(`finds ${what}`, () => {
      const changed = new Map(sources).set(path, `${line}\n${sources.get(path) ?? ''}`);
      assert.match(findLayerProblems(changed).join('\n'), problem);
    });
  }
});

it('the trainer runs in a Worker: no module that it imports needs a document', () => {
  const reached = new Set(['entries/trainer-worker.js']);
  for (const path of reached)
    for (const { to, kind } of listImports(path, String(sources.get(path))))
      if (kind !== 'type') reached.add(to);
  assert.ok(reached.size > 3, [...reached].join(' '));
  const needing = [...reached].filter((path) =>
    /from 'lit|\bdocument\.|\bwindow\./.test(String(sources.get(path))),
  );
  assert.deepEqual(needing, []);
});

describe('the folders of src/js', () => {
  const library = readModules('src/js');

  it('import only from themselves and from folders above', () => {
    assert.ok(library.size > 80, `${library.size} modules`);
    assert.deepEqual(findLibraryProblems(library), []);
  });

  for (const [path, line, problem] of /** @type {const} */ ([
    [
      'pretrained/writing.js',
      "import '../learning/tape.js';",
      /writing\.js imports learning\/tape/,
    ],
    ['linear.js', "import './pretrained/parts.js';", /linear\.js imports pretrained\/parts/],
    ['random.js', "import './learning/model.js';", /modules in a circle: .*random\.js/],
  ])) {
    it(`finds a forbidden import of ${path}`, () => {
      const changed = new Map([...library, [path, `${line}\n${library.get(path)}`]]);
      assert.match(findLibraryProblems(changed).join('\n'), problem);
    });
  }
});
