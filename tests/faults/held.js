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
          find: 'if (members.delete(owner)) outer?.add(owner);',
          replace: 'outer?.add(owner);',
        },
        {
          name: 'what an inner scope returns belongs to nobody',
          find: 'if (members.delete(owner)) outer?.add(owner);',
          replace: 'members.delete(owner);',
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
      file: 'src/js/resident.js',
      tests: ['tests/js/views.test.js'],
      faults: [
        {
          name: 'a view outlives its tensor',
          find: 'owner.#isDisposed || Held.ownerOf(owner).#isDisposed',
          replace: 'owner.#isDisposed',
        },
        {
          name: 'a view of a view is one of the whole tensor',
          find: 'part.owner.#address + part.offset;',
          replace: 'Held.ownerOf(part.owner).#address + part.offset;',
        },
        {
          name: 'a view releases the memory of its tensor',
          find: 'if (owner.#owner === undefined) owner',
          replace: 'owner',
        },
        {
          name: 'a view of a mask begins at another element',
          find: 'offset: isMask ? first : 4 * first',
          replace: 'offset: 4 * first',
        },
        {
          name: 'a mask is not read again once another view of it was written to',
          find: 'part === undefined ? { writes: 0 } : part.owner.#content;',
          replace: '{ writes: 0 };',
        },
        {
          name: 'the last of three axes is turned like the first',
          find: 'move(depth + 1, at);',
          replace: 'move(depth + 1, i);',
        },
      ],
    },
    {
      file: 'src/js/arena.js',
      tests: ['tests/js/views.test.js'],
      faults: [
        {
          name: 'a result may go to the end of an argument',
          find: 'address < this.#claimed[i + 1] && this.#claimed[i] < end',
          replace: 'address === this.#claimed[i]',
        },
        {
          name: 'a result may not go next to an argument',
          find: 'this.#claimed[i] < end)',
          replace: 'this.#claimed[i] <= end)',
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
