// The course is written like an author's chapter. Its JSON is validated against the published
// schema with few additions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ifKind, makeChapterSchema } from '../../web/build/schemas.js';
import { chapters } from '../../web/features/course/index.js';
import { makeAuthorChapter } from '../../web/features/practice/author-chapter/page.js';
import { readChapter } from '../../web/features/practice/author-chapter/read.js';
import { markup, plain } from '../support/markup.js';
import { contextOf } from './pages.js';
import '../support/features.js';

/** @type {{ id: string, chapter: any }[]} */
const chapterFiles = chapters.map(({ id }) => {
  const file = new URL(`../../web/features/course/text/en/${id}.json`, import.meta.url);
  return { id, chapter: JSON.parse(readFileSync(file, 'utf8')) };
});
const pages = chapterFiles.flatMap(({ id, chapter }) =>
  chapter.pages.map((/** @type {any} */ page) => ({ id: `${id}-${page.id}`, page })),
);

const name = { type: 'string', pattern: '^[a-z][A-Za-z]*$' };
const sentence = { type: 'string', minLength: 1 };
/** @param {object} properties @param {string[]} [required] */
const object = (properties, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const judgedFields = {
  question: sentence,
  judge: name,
  replies: { type: 'object', additionalProperties: sentence },
};

/**
 * The schema of the course adds names of what a program does. The published schema leaves these
 * out, because an author could name nothing that exists.
 */
function courseSchema() {
  /** @type {any} */
  const schema = structuredClone(makeChapterSchema());
  const { show, task } = schema.properties.pages.items.properties;
  /** @param {string} kind */
  const taskOf = (kind) =>
    task.allOf.find((/** @type {any} */ item) => item.if.properties.kind.const === kind).then;
  /** @param {any} part @param {any[]} kinds */
  const addKinds = (part, ...kinds) => {
    for (const added of kinds) {
      const { kind } = added.properties;
      part.properties.kind.enum.push(kind.const);
      part.allOf.push(ifKind(kind.const, added));
    }
  };
  addKinds(
    show.items,
    object(
      {
        kind: { const: 'figure' },
        name,
        tables: { type: 'array', items: { type: 'string' } },
        meanwhile: { const: true },
        after: { enum: [true, 'answer'] },
      },
      ['kind', 'name'],
    ),
  );
  addKinds(
    task,
    object(
      {
        kind: { const: 'target' },
        ...judgedFields,
        keeps: { anyOf: [{ type: 'array', items: sentence }, { enum: ['mask', 'training'] }] },
      },
      [...['kind', ...Object.keys(judgedFields)]],
    ),
    object(
      {
        kind: { const: 'pick' },
        ...judgedFields,
        instruction: sentence,
        word: { type: 'integer' },
      },
      [...['kind', ...Object.keys(judgedFields)]],
    ),
  );
  const { mistakes } = taskOf('numbers').properties;
  mistakes.items.properties.by = name;
  taskOf('numbers').properties.mistakes = {
    anyOf: [mistakes, { ...name, title: 'of another page' }],
  };
  taskOf('match').properties.by = name;
  taskOf('match').properties.items.items.required = ['item'];
  return schema;
}

const ajv = () => new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const isOfCourse = ajv().compile(courseSchema());
const isPublic = ajv().compile(makeChapterSchema());

describe('the JSON of the course', () => {
  for (const { id, chapter } of chapterFiles)
    it(`is valid by the course’s schema: ${id}`, () => {
      assert.ok(isOfCourse(chapter), JSON.stringify(isOfCourse.errors?.slice(-3), null, 1));
    });

  it('has sixty pages, and its schema refuses an unknown key', () => {
    assert.equal(pages.length, 60);
    const [{ chapter }] = chapterFiles;
    assert.ok(!isOfCourse({ ...chapter, pages: [{ ...chapter.pages[0], settnigs: {} }] }));
    assert.ok(!isPublic(chapterFiles[1].chapter), 'figures are not an author’s');
  });

  it('can be read as an author’s chapter without the course’s own figures and tasks', () => {
    for (const { id, page } of pages) {
      const { task, show = [], extra: _, ...rest } = page;
      const shown = show.filter((/** @type {any} */ { kind }) => kind !== 'figure');
      const isOwn =
        ['target', 'pick'].includes(task?.kind) ||
        (task && 'by' in task) ||
        JSON.stringify(task?.mistakes ?? '').match(/"by"|^"./);
      const chapter = {
        title: id,
        pages: [
          { ...rest, ...(shown.length > 0 && { show: shown }), ...(task && !isOwn && { task }) },
        ],
      };
      assert.doesNotThrow(() => readChapter(JSON.stringify(chapter)), id);
    }
  });
});

describe('course pages without code of the course', () => {
  // An author's tables have rows and columns, but w on this page has none.
  const free = pages.filter(
    ({ id, page }) =>
      id !== 'translation-additive' && isPublic({ title: 'One page', pages: [page] }),
  );

  it('are at least seventeen', () => {
    assert.ok(free.length >= 17, free.map(({ id }) => id).join(' '));
  });

  for (const { id, page } of free)
    it(`are the same in an author’s chapter: ${id}`, () => {
      // The first page of a chapter is never extra.
      const { extra: _, ...alone } = page;
      const { error, pages: authorPages } = makeAuthorChapter(
        JSON.stringify({ title: 'One page', pages: [alone] }),
      );
      assert.equal(error, undefined);
      const [original] = chapters.flatMap((chapter) =>
        chapter.pages.filter((coursePage) => coursePage.id === id),
      );
      for (const answers of ['', 'shown']) {
        const [text, other] = [original, authorPages[0]].map((coursePage) => {
          const context = contextOf(coursePage, {
            answers: answers && `${coursePage.id}_${answers}`,
          });
          // The whole picture is an element that gets the page as a property.
          const figure = JSON.stringify(page.show)?.includes('whole')
            ? ''
            : coursePage.figure(context);
          return plain(markup([coursePage.setup(context), figure, coursePage.after?.(context)]));
        });
        assert.equal(other, text);
      }
    });
});
