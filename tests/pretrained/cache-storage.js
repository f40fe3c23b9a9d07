// An in-memory Cache API for Node, which has none. Its room can be limited.

export class MemoryCaches {
  /** @type {Map<string, Map<string, Uint8Array>>} */
  stored = new Map();
  room = Infinity;
  refusals = 0;

  /** @param {string} name */
  async has(name) {
    return this.stored.has(name);
  }

  async keys() {
    return [...this.stored.keys()];
  }

  /** @param {string} name */
  async delete(name) {
    return this.stored.delete(name);
  }

  /** @param {string} name */
  async open(name) {
    const entries = this.stored.get(name) ?? new Map();
    this.stored.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (/** @type {string} */ url) => entries.delete(url),
      match: async (/** @type {string} */ url) =>
        entries.has(url) ? new Response(entries.get(url)) : undefined,
      put: async (/** @type {string} */ url, /** @type {Response} */ response) => {
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (this.bytes + bytes.length > this.room) {
          this.refusals++;
          throw new DOMException('no room', 'QuotaExceededError');
        }
        entries.set(url, bytes);
      },
    };
  }

  get bytes() {
    const all = [...this.stored.values()].flatMap((entries) => [...entries.values()]);
    return all.reduce((sum, { length }) => sum + length, 0);
  }

  /** The addresses of everything that is stored. */
  get urls() {
    return [...this.stored.values()].flatMap((entries) => [...entries.keys()]);
  }
}
