/** Makes the pages of a chapter of the course or of an author from its JSON. */

import { html, nothing } from 'lit';
import { renderParagraphs } from '../lessons/chapter-markup.js';
import { pictureAgain } from '../text/en/pages.js';
import { makeState } from './chapters.js';
import { drawPictures, listHiddenCells, sentenceFigure } from './pictures.js';
import { findTaskKind } from './tasks/index.js';

/** @import { Chapter, ChapterSpec, Code, CourseContext, Page, PageSpec, ShowSpec } from './types.js' */

/**
 * Makes a chapter of the course.
 * @param {string} id
 * @param {object} json the JSON of the chapter; tests check it against the schema
 * @param {Code} [code] functions that the JSON names
 * @returns {Chapter}
 */
export function makeChapter(id, json, code) {
  const { title, question = '', recap, pages } = /** @type {ChapterSpec} */ (json);
  return {
    id,
    title,
    question,
    pages: pages.map((page) => makePage(id, page, pages, code)),
    ...(recap && { recap: (context) => renderParagraphs(recap, context) }),
  };
}

/**
 * @param {string} chapter the id of the chapter
 * @param {PageSpec} spec
 * @param {readonly PageSpec[]} pages the pages of the chapter
 * @param {Code} [code]
 * @returns {Page} the page; its tasks have the form of the course's tasks
 */
function makePage(chapter, spec, pages, code = {}) {
  const { id, title, text, origin, extra, meanwhile, show = [], after } = spec;
  const early = show.filter((picture) => picture.kind === 'figure' && picture.meanwhile);
  const late = show.filter((picture) => !early.includes(picture));
  const { words, figures, meanwhileWords, panel } = code;
  return {
    id: `${chapter}-${id}`,
    title,
    origin,
    isExtra: extra,
    state: { step: 'weights', ...makeState(spec) },
    switches: show.flatMap((picture) => listSwitched(picture, code)),
    panel,
    setup: (context) => renderParagraphs(text, context, words),
    figure: (context) => drawPageFigure(context, spec, late, code),
    ...(meanwhile && {
      meanwhile: (context) => {
        const switches = context.given?.isRight ? late.filter(({ kind }) => kind === 'switch') : [];
        const pictures = [...early, ...switches];
        return html`${drawPictures(context, { pictures, figures })}${renderParagraphs(meanwhile)}`;
      },
      meanwhileWords: meanwhileWords?.[id],
    }),
    task: findTaskKind(spec.task?.kind, code.kinds)?.read?.(spec.task, code, pages),
    ...(after && { after: (context) => renderParagraphs(after, context, words) }),
  };
}

/** Returns the fields of the state that a picture changes. @param {ShowSpec} picture @param {Code} code */
function listSwitched(picture, { setters }) {
  if (picture.kind === 'switch')
    return picture.choices.flatMap((choice) => Object.keys(makeState(choice)));
  return picture.kind === 'figure' && setters?.includes(picture.name) ? ['edits'] : [];
}

/** Returns the ids of the tables in a picture that share a scale of colours. @param {ShowSpec} picture */
function listScaledTables(picture) {
  if (picture.kind === 'table') return [picture.of];
  return picture.kind === 'figure' ? (picture.tables ?? []) : [];
}

/** Whether a picture is shown before or after the answer. @param {CourseContext} context @param {ShowSpec} picture */
const isShown = ({ given, isOpen }, { after }) =>
  after === 'answer' ? given !== undefined : !after || isOpen;

/**
 * @param {CourseContext} course
 * @param {PageSpec} spec
 * @param {ShowSpec[]} show
 * @param {Code} code
 */
function drawPageFigure(course, { task }, show, code) {
  const { isPressed = false, wantedCells: askedBy } = findTaskKind(task?.kind, code.kinds) ?? {};
  const hasWords = show.some(({ kind, after }) => (kind === 'arcs' && !after) || kind === 'figure');
  const wantedCells = askedBy?.(task, course) ?? [];
  const shown = show.filter((picture) => isShown(course, picture));
  const { figures } = code;
  // Tables of the reply have a scale of their own, so that the colours of the others stay.
  const pictures = (/** @type {ShowSpec[]} */ some) =>
    drawPictures(
      {
        ...course,
        tablesOnOneScale: some.flatMap(listScaledTables),
        hiddenCells: listHiddenCells(course, { pictures: some, wantedCells }),
      },
      { pictures: some, wantedCells, isPressed, figures },
    );
  const later = shown.filter(({ after }) => after);
  const now = () =>
    html`${isPressed && !hasWords ? sentenceFigure(course, false) : nothing}${pictures(show.filter(({ after }) => !after))}`;
  const isControl = (/** @type {ShowSpec} */ picture) =>
    picture.kind === 'switch' ||
    (picture.kind === 'figure' && code.controls?.includes(picture.name));
  // Pictures of the reply come below the others, so the others do not move. Controls change the
  // others, which a phone shows once more, because the first ones are out of sight.
  return html`<div class="now">${now()}</div>
    ${later.length > 0 ? html`<div class="later">${later.every(isControl) ? html`<div class="again"><p class="note">${pictureAgain}</p>${now()}</div>` : nothing}${pictures(later)}</div>` : nothing}`;
}
