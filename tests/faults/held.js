// Faults of what stays in wasm memory: scopes, views and caches.

/** @type {import('./faults.js').Room} */
export const held = {
  name: 'held',
  folders: ['tests/js'],
  groups: [
    {
      file: 'src/js/scope.js',
      tests: ['tests/js/scope.test.js'],
      faults: [
        {
          name: 'what a scope returns is disposed of',
          find: 'if (members.delete(held)) outer?.add(held);',
          replace: 'outer?.add(held);',
        },
        {
          name: 'what an inner scope returns belongs to nobody',
          find: 'if (members.delete(held)) outer?.add(held);',
          replace: 'members.delete(held);',
        },
        {
          name: 'a scope that has ended goes on collecting',
          find: '    core.scopeMembers = outer;\n',
          replace: '',
        },
        {
          name: 'a scope waits for no promise',
          find: "if (typeof (/** @type {any} */ (result)?.then) === 'function') {",
          replace: 'if (result === members) {',
        },
        {
          name: 'a result that holds itself never ends',
          find: ' || seen.has(value)',
          replace: '',
        },
      ],
    },
    {
      file: 'src/js/cache.js',
      tests: ['tests/js/cache-changes.test.js'],
      faults: [
        {
          name: 'a cache may be made longer than it is',
          find: 'length <= this.#length;',
          replace: 'length <= this.#sizes.capacity;',
        },
        {
          name: 'a cache is reordered, but not written back',
          find: "core.call('attn_gather_cache', [copy,",
          replace: "core.sizeFrom('attn_cache_size', [copy,",
        },
      ],
    },
    {
      file: 'src/core/cache.c',
      tests: ['tests/js/cache-changes.test.js'],
      faults: [
        {
          name: 'of positions that are copied the last panel of keys is left out',
          find: '(length - 1) / PANEL + 1;',
          replace: 'length / PANEL;',
        },
        {
          name: 'the first values of a head are copied alone',
          find: 'for (size_t first = 0; first < d; first += PANEL) {\n    copy_floats(to->values',
          replace:
            'for (size_t first = 0; first < 1; first += PANEL) {\n    copy_floats(to->values',
        },
        {
          name: 'values of a smaller cache lie as far apart as those of a larger one',
          find: 'from->values + first * from->capacity,',
          replace: 'from->values + first * to->capacity,',
        },
      ],
    },
  ],
};
