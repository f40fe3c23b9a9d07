/**
 * A value that is loaded or computed elsewhere: whether it still loads, what came, or why it
 * failed. A newer load replaces an older one.
 * @template Value
 */
export class LoadState {
  /** The value of the last load, kept while another one runs. @type {Value | undefined} */
  value;
  /** Why the last load failed. @type {unknown} */
  failure;
  /** The load that still runs. @type {Promise<Value | undefined> | undefined} */
  loading;
  /** Whether loads have failed since the last value came. */
  hasFailed = false;
  #host;
  /** @type {(() => Promise<Value | undefined>) | undefined} */
  #load;

  /** @param {{ requestUpdate: () => unknown }} host what shows the state */
  constructor(host) {
    this.#host = host;
  }

  /**
   * @param {() => Promise<Value | undefined>} load
   * @returns {Promise<boolean>} whether the load has ended, with a value or a failure, and no other
   *   load has replaced it
   */
  async run(load) {
    this.#load = load;
    // A load that throws at once fails like any other.
    const loading = (async () => load())();
    this.loading = loading;
    this.failure = undefined;
    this.#host.requestUpdate();
    let value;
    try {
      value = await loading;
    } catch (error) {
      if (this.loading === loading) this.failure = error;
    }
    if (this.loading !== loading) return false;
    Object.assign(this, { value, loading: undefined, hasFailed: this.failure !== undefined });
    this.#host.requestUpdate();
    return true;
  }

  /** Whether nothing was loaded yet. */
  get isFresh() {
    return !this.loading && this.value === undefined && this.failure === undefined;
  }

  /** Loads again after a failure. Called when the reader asks. */
  retry = () => {
    if (this.#load && !this.loading) this.run(this.#load);
  };

  /** Forgets the value, the failure, and the load that still runs. */
  forget() {
    if (this.isFresh) return;
    this.value = undefined;
    this.failure = undefined;
    this.loading = undefined;
    this.hasFailed = false;
    this.#host.requestUpdate();
  }
}
