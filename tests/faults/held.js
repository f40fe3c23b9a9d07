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
  ],
};
