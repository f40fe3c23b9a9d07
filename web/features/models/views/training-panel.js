/** Draws the training panel of a model. */

import { html, nothing, svg } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { drawChart } from '../../../figures/chart.js';
import { actionButton, radioButton, readField, selectMenu } from '../../../figures/controls.js';
import { usesSetting } from '../../../state/fields.js';
import { MAX_SEED } from '../../../state/limits.js';
import { makePresetState } from '../../../state/presets.js';
import { isRandom, listSourceChoices } from '../../../state/source-kinds.js';
import { choiceControl, numberField } from '../../../views/setting-fields.js';
import { loadStatus } from '../../../views/status-message.js';
import { getLearningModel, isShipped } from '../kinds/models.js';
import * as pronounText from '../text/en/pronoun.js';
import * as toyText from '../text/en/toy.js';
import * as text from '../text/en/training.js';
import { headRoles, writingPanel } from './writing.js';

/**
 * @import { ViewContext } from '../../../lessons/context.js'
 * @import { State } from '../../../state/types.js'
 * @import { Training } from '../training/training.js'
 * @import { Example, Progress } from '../types.js'
 */

// Draws the curves of a training run: its loss, and its share of right answers on unseen sentences.

/**
 * In the course, the curves grow with the steps, and later points are hidden.
 * @param {Progress} progress
 * @param {number} step the step on the screen
 * @param {boolean} [grows] whether to hide later points
 */
function curves({ total, losses, measures }, step, grows = false) {
  const largest = Math.max(1e-6, ...losses.map(([, loss]) => loss).filter(Number.isFinite));
  const isShown = (/** @type {readonly [number, unknown]} */ [at]) => !grows || at <= step;
  const loss = losses.filter((point) => isShown(point) && Number.isFinite(point[1]));
  const shares = measures.filter(isShown);
  return html`<figure class="curves">
    ${drawChart(
      text.curves,
      {
        size: [304, 88],
        x: { ends: [2, 302], range: [0, total] },
        y: { ends: [84, 4], range: [0, 1], ticks: [0], write: () => '' },
      },
      (x, y, line) => svg`<line class="hair" x1=${x(step)} x2=${x(step)} y1=${y(1)} y2=${y(0)} />
        <polyline class="loss" points=${line(loss.map(([at, value]) => [at, value / largest]))} />
        <polyline class="right" points=${line(shares.map(([at, { accuracy, exactMatch }]) => [at, accuracy ?? exactMatch]))} />`,
    )}
    <figcaption class="note"><span class="loss">${text.lossTo(loss.length > 1 ? largest : undefined)}</span> <span class="right">${text.right}</span></figcaption>
  </figure>`;
}

// Draws the choice of a toy's task.

/**
 * Choosing a task also sets its sentence, because each task has its own words.
 * @param {ViewContext} context
 */
const taskChoice = (context) =>
  choiceControl(
    context,
    toyText.taskChoice,
    'task',
    listSourceChoices('task').map((task) => [task, toyText.tasks[task]]),
    (task) => ({ ...makePresetState(`toy-${task}`), heads: context.state.heads, cell: '' }),
  );

// Draws the choice of the pronoun resolver's variant: its number of layers, and whether the last
// layer has free values.

/** @param {ViewContext} context */
const variantChoice = (context) =>
  html`${choiceControl(
    context,
    pronounText.variantChoice,
    'variant',
    listSourceChoices('variant').map((variant) => [variant, pronounText.variantNames[variant]]),
    (variant) => ({ variant, cell: '' }),
  )}<p class="note">${pronounText.freeValue}</p>`;

const RATES = [0.1, 1, 10, 1000];

/** @param {ViewContext} context @param {Training} training */
export function trainingPanel(context, training) {
  const { state, readonly } = context;
  const { progress } = training;
  if (!progress) return nothing;
  const isTrained = state.training < 0;
  const isInLab = state.guide === '';
  // Once a page has its numbers, the panel stays only for a reader who has opened its list, which
  // keeps the focus when it is closed.
  const isOver = isTrained && training.wanted === undefined;
  if (isOver && !isInLab && training.examplesPage !== state.guide) return nothing;
  // A page of the course chooses the model and the sentences itself.
  const canChoose = isInLab && !readonly;
  // Pages of the course allow training even where a reader may change nothing else.
  const canTrain = !isTrained && (!isInLab || !readonly);
  const step = isTrained ? progress.total : state.training;
  const reached = describeProgress(training, step, getLearningModel(state).words.measuredShare);
  // The message that replaces the numbers announces a trained model on its way.
  const isOnItsWay = isTrained && training.wanted !== undefined;
  const isMoving = training.isPlaying || isOnItsWay;
  // Screen readers announce the beginning and the end of a training, and read each step on demand.
  const announced = isMoving ? (isOnItsWay ? '' : text.isTraining) : reached;
  return keyed(
    state.guide,
    html`<section class="training" aria-label=${text.title}>
    <p><b>${context.computation.words?.title}</b></p>
    ${canChoose ? modelChoices(context, training) : nothing}
    ${canTrain ? buttons(context, training) : nothing}
    <p class="note reached" aria-hidden=${isMoving ? nothing : 'true'}>${reached}</p>
    <p class="hidden" role="status">${announced}</p>
    ${isTrained ? nothing : curves(progress, step, !isInLab)}
    ${canTrain ? slider(progress, step, training) : nothing}
    ${training.hasOverflowed ? overflowMessage(context, training) : nothing}
    ${canChoose && !isTrained ? startFields(context, training) : nothing}
    ${training.onPage && !isTrained ? html`<p class="note">${text.onPage}</p>` : nothing}
    ${isInLab && state.source === 'mini' ? writingTools(context, training) : nothing}
    ${trainingSet(context, training)}
    ${isInLab && training.vocabulary.length > 0 ? vocabularyList(training.vocabulary) : nothing}
  </section>`,
  );
}

/** Draws the choices of the task or variant, a sentence, and the model. @param {ViewContext} context @param {Training} training */
const modelChoices = (context, training) => [
  usesSetting(context.state, 'task') ? taskChoice(context) : nothing,
  usesSetting(context.state, 'variant') ? variantChoice(context) : nothing,
  exampleList(context),
  modelChoice(context, training),
];

/** Draws the story that Mini writes, and what its heads do. @param {ViewContext} context @param {Training} training */
const writingTools = (context, { writer }) => [
  writingPanel(context, writer),
  isRandom(context.state) ? nothing : headRoles(context, writer),
];

/** Training examples, drawn when the reader opens them. @param {ViewContext} context @param {Training} training */
function trainingSet({ state }, training) {
  const { examples } = training;
  const drawn = examples.value;
  const toggle = (/** @type {Event} */ event) =>
    training.showExamples(state, /** @type {HTMLDetailsElement} */ (event.currentTarget).open);
  return html`<details class="trained-on" @toggle=${toggle}>
    <summary>${text.trainedOn}</summary>
    ${
      drawn
        ? html`<p class="note">${text.drawn(getLearningModel(state).words.trainedOn, drawn.steps, drawn.batch)}</p>
          <ol class="note" lang="">${drawn.first.map(
            ({ given, answers }) =>
              html`<li>${given}${answers.map((answer) => html` <b>→ ${answer}</b>`)}</li>`,
          )}</ol>`
        : loadStatus(examples, text.theExamples, text.drawing)
    }
  </details>`;
}

/** @param {readonly string[]} words */
const vocabularyList = (words) => html`<details>
  <summary>${text.vocabulary(words.length)}</summary>
  <p class="vocabulary note" lang="">${words.join(', ')}</p>
</details>`;

/**
 * Draws the sentences to try, and what the sentence on the screen shows.
 * @param {ViewContext} context
 */
function exampleList({ state, dispatch }) {
  const list = getLearningModel(state).words.examples ?? [];
  if (list.length === 0) return nothing;
  /** @param {typeof list[number]} example */
  const isShown = ({ sentence, variant = state.variant }) =>
    sentence === state.sentence && variant === state.variant;
  const shown = list.find(isShown);
  return html`<details class="examples" open>
    <summary>${text.examples}</summary>
    <ul>${list.map(
      (example) => html`<li><button type="button" class="plain"
        aria-pressed=${isShown(example)}
        @click=${() => dispatch(makeExampleChange(example))}>${example.name}</button></li>`,
    )}</ul>
    ${shown && isDescribed(state) ? html`<p class="note" role="status">${text.ofTrained} ${shown.moral}</p>` : nothing}
  </details>`;
}

/**
 * Tells whether texts about sentences hold. They hold for seed 0, which is also the seed of the
 * shipped Mini.
 * @param {State} state
 */
const isDescribed = (state) => state.seed === 0 || isShipped(state);

/** @param {Example} example */
const makeExampleChange = ({ sentence, query, variant }) => ({
  sentence,
  query,
  ...(variant && { variant }),
});

/** @param {ViewContext} context @param {Training} training */
function modelChoice(context, training) {
  const { state, dispatch } = context;
  const isUntrained = state.training === 0 && !training.isPlaying;
  const now = state.training < 0 ? 'trained' : isUntrained ? 'untrained' : 'learn';
  /** @param {number} step */
  const showStep = (step) => () => {
    training.pause();
    dispatch({ training: step });
  };
  const changes = {
    untrained: showStep(0),
    trained: showStep(-1),
    learn: learn(context, training),
  };
  return html`<fieldset class="choice">
    <legend>${text.model}</legend>
    <div>${
      /** @type {(keyof typeof changes)[]} */ (Object.keys(changes)).map(
        (name) => html`<label>
        ${radioButton('training', name, name === now, changes[name])}${text.states[name]}
      </label>`,
      )
    }</div>
  </fieldset>`;
}

/**
 * Draws the part of the panel that stays in view above the tables.
 * @param {ViewContext} context
 * @param {Training} training
 */
export function learnBar(context, training) {
  const { state, readonly } = context;
  if (readonly || !training.progress) return nothing;
  const isTrained = state.training < 0;
  return html`<div class="learn" role="group" aria-label=${text.title}>
    ${playButton(context, training)} ${isTrained ? nothing : stepButton(context, training)}
  </div>`;
}

/** Starts or continues training. @param {ViewContext} context @param {Training} training */
const learn =
  ({ state, dispatch }, training) =>
  () => {
    dispatch({ training: Math.max(0, state.training) });
    training.play();
  };

/** @param {ViewContext} context @param {Training} training */
const isDone = ({ state }, { progress, hasOverflowed }) =>
  state.training >= (progress?.total ?? Infinity) || hasOverflowed;

/** Draws one button that starts, pauses and continues, so that it keeps the focus. @param {ViewContext} context @param {Training} training */
function playButton(context, training) {
  const { state } = context;
  if (training.isPlaying) return actionButton(text.pause, () => training.pause());
  if (isDone(context, training)) return actionButton(text.finished, false);
  return actionButton(state.training > 0 ? text.goOn : text.play, learn(context, training));
}

/** @param {ViewContext} context @param {Training} training */
const stepButton = (context, training) =>
  actionButton(text.oneStep, !isDone(context, training) && (() => training.oneStep()));

/** @param {ViewContext} context @param {Training} training */
function buttons(context, training) {
  const { speed } = training;
  return html`<div class="buttons">
    ${playButton(context, training)} ${stepButton(context, training)}
    <button type="button" class="plain" @click=${() => training.again()}>${text.again}</button>
    <label>${text.speed} ${selectMenu(Object.entries(text.speeds), speed, (name) => training.setSpeed(name))}</label>
  </div>`;
}

/** @param {Progress} progress @param {number} step @param {Training} training */
const slider = (
  { total, every },
  step,
  training,
) => html`<input type="range" min="0" max=${total} step=${every}
  aria-label=${text.slider} .value=${live(String(step))}
  @input=${readField(({ value }) => {
    training.pause();
    training.show(Number(value));
  })}>`;

/**
 * @param {Training} training
 * @param {number} step
 * @param {string} counted what the share of right answers counts
 */
function describeProgress(training, step, counted) {
  const { progress, wanted, isPlaying, hasOverflowed } = training;
  const { total = 0, losses = [], measures = [], reached = 0 } = progress ?? {};
  const goal = wanted !== undefined && wanted < 0 ? total : wanted;
  if (goal !== undefined && goal > reached && !isPlaying) return text.trainingTo(goal, reached);
  const [, loss] = losses.findLast(([at]) => at <= step) ?? [];
  const [, measured] = measures.findLast(([at]) => at <= step) ?? [];
  const share = measured?.accuracy ?? measured?.exactMatch;
  return [
    text.progress(step, total),
    ...(loss === undefined ? [] : [text.lossIs(loss)]),
    ...(share === undefined || hasOverflowed ? [] : [text.rightIs(share, counted)]),
  ].join(' · ');
}

/**
 * Draws the fields for the seed and the learning rate.
 * @param {ViewContext} context
 * @param {Training} training
 */
function startFields(context, training) {
  const { state, dispatch } = context;
  /** @param {Partial<State>} change */
  const restart = (change) => {
    training.pause();
    dispatch({ training: 0, ...change });
  };
  const otherSeed = (state.seed + 1) % (MAX_SEED + 1);
  return html`${numberField(context, text.seed, 'seed', {
    id: 'training-seed',
    update: restart,
    after: html`<button type="button" class="plain" @click=${() => restart({ seed: otherSeed })}>${text.otherSeed}</button>`,
  })}
  <div class="choice">
    <label for="rate">${text.rate}</label>
    ${selectMenu(
      [...new Set([...RATES, state.rate])].map((rate) => [rate, text.rateOf(rate)]),
      state.rate,
      (rate) => restart({ rate }),
      { id: 'rate' },
    )}
  </div>`;
}

/** @param {ViewContext} context @param {Training} training */
function overflowMessage({ dispatch }, { progress }) {
  const [step] = progress?.losses.find(([, loss]) => Number.isNaN(loss)) ?? [0];
  return html`<p class="wrong" role="alert">${text.overflowed(step)}
    <button type="button" class="plain" @click=${() => dispatch({ training: 0, rate: 1 })}>${text.usualRate}</button></p>`;
}
