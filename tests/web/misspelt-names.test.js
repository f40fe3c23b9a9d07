// A misspelt name sets an attribute that only the style sheet reads, as long as an author writes it.
import assert from 'node:assert/strict';
import { it } from 'node:test';

/** Calls the observer of the attributes. */
let notify = () => {};

Object.assign(globalThis, {
  HTMLElement: class {},
  MutationObserver: class {
    /** @param {() => void} callback */
    constructor(callback) {
      notify = callback;
    }
    observe() {}
    disconnect() {}
  },
});

const { AttributeNames } = await import('../../web/elements/warnings.js');

class Host {
  static observedAttributes = ['theme', 'compact'];
  static elementProperties = new Map();
  localName = 'attention-lab';
  /** @type {Map<string, string>} */
  values = new Map([['them', 'dark']]);
  get attributes() {
    return [...this.values].map(([name, value]) => ({ name, value }));
  }
  /** @param {string} name */
  getAttribute = (name) => this.values.get(name) ?? null;
  /** @param {string} name */
  hasAttribute = (name) => this.values.has(name);
  /** @param {string} name @param {string} value */
  setAttribute = (name, value) => this.values.set(name, value);
  /** @param {string} name */
  removeAttribute = (name) => this.values.delete(name);
  addController() {}
}

it('a removed misspelt name also removes what it has set, unless its value has changed', (t) => {
  t.mock.method(console, 'warn', () => {});
  for (const [changed, left] of [
    [undefined, null],
    ['light', 'light'],
  ]) {
    const host = new Host();
    new AttributeNames(/** @type {any} */ (host), []).hostConnected();
    assert.equal(host.getAttribute('theme'), 'dark');
    if (changed) host.setAttribute('theme', changed);
    host.removeAttribute('them');
    notify();
    assert.equal(host.getAttribute('theme'), left);
  }
});
