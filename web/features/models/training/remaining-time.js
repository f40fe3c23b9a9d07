/** Estimates how long a training still takes, from the rate so far. */

/** Milliseconds between two estimates, so that the text does not jump. */
const PAUSE = 1000;

export class RemainingTime {
  #goal = 0;
  /** The step and the time at which the measurement began. */
  #start = { step: 0, time: 0 };
  #last = 0;
  #shownAt = 0;
  /** The last estimate, in seconds. @type {number | undefined} */
  seconds;

  /**
   * @param {number} goal the step that training is heading for
   * @param {number} step the steps so far
   * @param {number} now in milliseconds
   */
  update(goal, step, now) {
    if (goal !== this.#goal || step < this.#last) {
      this.#goal = goal;
      this.#start = { step, time: now };
      this.#shownAt = now;
      this.seconds = undefined;
    }
    this.#last = step;
    if (now - this.#shownAt < PAUSE || step === this.#start.step) return;
    this.#shownAt = now;
    const rate = (step - this.#start.step) / (now - this.#start.time);
    this.seconds = roundSeconds((goal - step) / rate / 1000);
  }
}

/** @param {number} seconds */
const roundSeconds = (seconds) =>
  seconds > 10 ? 5 * Math.round(seconds / 5) : Math.max(1, Math.round(seconds));
