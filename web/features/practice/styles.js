import { css } from 'lit';

export const practiceStyles = css`
  .practice-list .practice {
    display: grid;
    justify-items: start;
    margin: 0;
  }
  .practice-list b {
    display: none;
  }
  .practice-list .note {
    margin-block-end: 0.75rem;
  }
  .suspects {
    display: flex;
    flex-wrap: wrap;
    gap: 1.5rem;
    margin: 0.75rem 0 0;
    padding: 0;
    list-style: none;
  }
  .suspects > li {
    display: flex;
    flex-direction: column;
    gap: 0.4rem;
    max-width: 100%;
    align-items: flex-start;
  }
  .suspects p {
    max-width: 21rem;
    margin: 0;
  }
  .suspects .found {
    outline: 2px solid var(--negative);
    outline-offset: 0.4rem;
  }
  .after .program {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .suspects :is(.trace, .mistakes, .solution) {
    max-width: 24rem;
  }
  .typed-answer {
    max-width: 26rem;
  }
  /* Nine tables in one column. */
  @container (width < 40em) {
    .suspects {
      --cell: 1.75rem;
      row-gap: 1rem;
    }
  }
  /* Two tables of five words fit beside each other. */
  @container (width >= 64.28em) {
    .suspects {
      column-gap: 1rem;
    }
    .suspects table {
      font-size: 0.875rem;
    }
    .suspects :is(td[data-value], thead th) {
      padding-inline: 4px;
    }
  }
  .course .suspects .said {
    flex: none;
  }
  .suspects :is(.said, .mistakes, .solution) {
    scroll-margin: var(--below-bar) 0 5rem;
  }
  .solution > * {
    margin: 0 0 0.5rem;
  }
  /* Question and answer stay in sight beside many tables. */
  @media (min-height: 640px) {
    @container (width >= 64.28em) {
      .course .one:has(.suspects) > .setup {
        position: var(--stick);
        top: calc(var(--top) + 1rem);
        grid-area: 2 / 1 / span 2;
        align-self: start;
      }
      .course .one:has(.suspects) > .answering {
        position: var(--stick);
        bottom: 1rem;
        grid-column: 1;
        align-self: end;
      }
    }
  }
  .program.wrong {
    text-decoration: line-through;
  }
  .typed-answer .which {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.25rem;
  }
  .typed-answer .which .item {
    display: block;
  }
  .typed-answer textarea {
    display: block;
    width: 100%;
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid var(--hair);
  }
  .typed-answer .checks {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem;
    align-items: center;
  }
  p.others {
    display: flex;
    flex-wrap: wrap;
    gap: 0.35rem 1.25rem;
    align-items: baseline;
    font: var(--small) / 1.45 var(--sans);
  }
  .figure > .question {
    margin-top: 1rem;
  }
  .results > ul {
    margin: 0 0 1.25rem;
    padding: 0;
    list-style: none;
  }
  .results > ul > li {
    max-width: 44rem;
    margin-bottom: 0.9rem;
  }
  .results li p {
    margin: 0 0 0.15rem;
  }
  .meters,
  .moves ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  /* The goal stays in sight above tall tables and the mask. */
  .figure > .meters {
    position: var(--stick);
    top: var(--top);
    z-index: 2;
    padding-block: 0.25rem;
    background: var(--paper);
  }
  .figure:has(> .meters) :is(button, input, [tabindex]) {
    scroll-margin-top: calc(var(--top) + 9rem);
  }
  .meters > li {
    display: grid;
    grid-template-columns: 10rem 1fr;
    gap: 0 0.75rem;
    align-items: center;
  }
  .meters .name {
    grid-column: 1 / -1;
  }
  @container (width >= 71.42em) {
    .meters > li {
      grid-template-columns: minmax(0, 1fr) 10rem 12rem;
    }
    .meters .name {
      grid-column: auto;
    }
  }
  .gauge {
    position: relative;
    height: 0.8rem;
    border: 1px solid var(--faint);
  }
  .gauge meter {
    --bar: var(--weight);
    display: block;
    width: 100%;
    height: 100%;
  }
  .gauge i {
    position: absolute;
    inset: -0.2rem auto -0.2rem var(--at);
    border-inline-start: 2px solid var(--ink);
  }
  .goal {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 2rem;
    margin-top: 0.75rem;
  }
  .goal > section {
    max-width: 100%;
    min-width: 0;
  }
  .goal [data-level] {
    margin: 0 0 0.25rem;
    font: 600 var(--small) / 1.3 var(--sans);
  }
  .goal + .moves ul {
    min-height: calc(1.6rem * var(--most));
  }
  /* Without a hint, the goal is reached. */
  .course:has(.moves):not(:has(.moves .check)) .turn:last-child:not([aria-disabled='true']) {
    border-color: var(--ink);
    background: var(--ink);
    color: var(--paper);
    forced-color-adjust: none;
  }
  .moves p:not(.hint) {
    min-height: 2.25rem;
  }
  .moves .hint {
    scroll-margin: var(--below-bar) 0 5rem;
  }
  .moves p,
  .hint {
    margin: 0.5rem 0 0.25rem;
  }
  .moves p > * {
    margin-inline-end: 0.75rem;
  }
  .setup .field {
    margin: 0.75rem 0;
    font-size: var(--small);
  }
  .options {
    margin-bottom: 1.25rem;
  }
  .options > p {
    margin: 0;
  }
  .options .flip {
    margin: 0.75rem 0;
  }
  /* All buttons begin below each other, also those of a second line. */
  @container (min-width: 560.01px) {
    .options .flip {
      padding-inline-start: 9rem;
    }
    .options .flip > .note:first-child {
      width: 8.4rem;
      margin-inline-start: -9rem;
    }
  }
  .paper {
    border: 1px solid var(--hair);
    margin-bottom: 1.25rem;
    padding: 1rem;
    /* A class has up to 40 sheets. Only those in sight are laid out. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 60rem;
  }
  .paper :is(.content, .running) > *,
  .notes > *,
  .paper .formula {
    margin: 0 0 0.75rem;
  }
  .paper [data-level] {
    margin: 0 0 0.4rem;
    font: var(--text) / 1.3 var(--serif);
  }
  .paper .name {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem;
  }
  .paper .name span {
    flex: 1 0 10rem;
    border-bottom: 1px solid var(--faint);
    padding-bottom: 0.2rem;
  }
  .paper .name span + span {
    flex: 0 0 7rem;
  }
  .paper li {
    margin-bottom: 0.5rem;
  }
  .paper .term:has(> .reference) {
    align-self: center;
  }
  .notes {
    max-width: 44em;
  }
  .notes dl {
    display: grid;
    grid-template-columns: 4em 1fr;
    gap: 0.4rem 0.75rem;
  }
  .notes dd {
    margin: 0;
  }
  .notes dt {
    color: var(--faint);
  }
  .notes :is(ul, ol) {
    padding-inline-start: 1.4em;
  }
  .notes dl.wide {
    grid-template-columns: 9em 1fr;
  }
  .contents-of-notes {
    margin: 0 0 1rem;
    padding-inline-start: 1.4em;
  }
  .notes .code {
    font-family: ui-monospace, 'DejaVu Sans Mono', monospace;
  }
  /* Room for an answer by hand. */
  .write {
    height: 2.4rem;
    border-bottom: 1px solid var(--hair);
  }
  .paper td.covered {
    border: 1px solid var(--faint);
  }
  .paper td.covered::before {
    content: none;
  }
  /* As wide as what is written by hand: no width tells the hidden number's. */
  .paper :is(td[data-value], td.covered) {
    min-width: 3.6rem;
    height: 2rem;
  }
  @container (width <= 24.29em) {
    .paper :is(td[data-value], td.covered) {
      min-width: 3.2rem;
    }
  }
  /* Nobody writes in a key: several fit a page. As high as a word, for rows without one stand beside others. */
  .paper.key td[data-value] {
    min-width: 2.6rem;
    height: 1.7rem;
  }
  .paper thead .cut {
    max-width: 3.6rem;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .paper .content > p .cut {
    max-width: none;
  }
  .paper .many thead th {
    padding-inline: 2px;
  }
  @media print {
    /* The empty cells of the table are the place for the answer; without a table it is the field. */
    .one:has(td.covered) .typed-answer,
    .one:has(.typed-answer) .own-answer {
      display: none !important;
    }
    .typed-answer textarea {
      resize: none;
    }
    .figure > .meters {
      position: static;
      background: none;
      break-inside: avoid;
      break-after: avoid;
    }
    .lab:has(.papers) > .top,
    .figure:has(> .papers) > :not(.papers),
    .one:has(.papers) > :not(.figure),
    .course-bar:has(+ .course .papers) {
      display: none;
    }
    .paper {
      border: 0;
      margin: 0;
      padding: 0;
      content-visibility: visible;
    }
    .paper + .paper {
      break-before: page;
    }
    /* No sheet begins on the back of another. A sheet of two or more tables may need one page or two, so
       it always takes two. Chromium ignores “recto”. */
    .paper:has(.exercise + .exercise):has(~ .paper) {
      min-height: 150vh;
    }
    /* A page for each only where the page before has no room. */
    .key + .key,
    .notes + .notes {
      break-before: auto;
      break-inside: avoid;
    }
    .notes + .notes {
      margin-top: 1.5rem;
    }
    /* A table's head is repeated on each of its pages. */
    .paper > .printed {
      display: table;
      width: 100%;
    }
    .paper .running {
      display: table-header-group;
      break-inside: avoid;
    }
    .paper .content {
      display: table-row-group;
    }
    .lab:has(.papers) {
      padding: 0;
    }
    /* Scores and exponentials of five words stand beside each other. */
    .paper .matrices {
      gap: 0.5rem;
      zoom: 0.9;
    }
    .paper .term {
      gap: 0.3rem;
    }
    .paper :is(td[data-value], td.covered) {
      min-width: 3.3rem;
      height: 1.8rem;
    }
    .paper table:not(:has(.covered)) td[data-value] {
      min-width: 2.6rem;
    }
    .paper .content > :not(:last-child) {
      margin-bottom: 0.5rem;
    }
    .paper .content > :last-child {
      margin: 0;
    }
    .write {
      height: 2rem;
      margin: 0;
    }
    /* Two beside each other; the first, with its arithmetic, has a line of its own. */
    .questions ol {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0 2rem;
      margin: 0;
    }
    .questions li:first-child {
      grid-column: 1 / -1;
    }
    .paper.notes :is(a, li button, dt button) {
      display: inline !important;
      text-decoration: none;
    }
    .paper :is(.term, li) {
      break-inside: avoid;
    }
    .paper :is([data-level], .formula) {
      break-after: avoid;
    }
  }
`;
