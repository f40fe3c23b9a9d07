/** Weights that count how often they and their start are read, and that wait at each read. */
export class SlowWeights extends Blob {
  starts = 0;
  /** @type {(() => void)[]} */
  #waiting = [];
  reads = 0;
  isOpen = false;

  /** @param {number} [from] @param {number} [to] @override */
  slice(from, to) {
    if (from === 0) this.starts++;
    const part = super.slice(from, to);
    const arrayBuffer = async () => {
      this.reads++;
      if (!this.isOpen)
        await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
      return Blob.prototype.arrayBuffer.call(part);
    };
    return Object.assign(part, { arrayBuffer });
  }

  goOn() {
    this.isOpen = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
