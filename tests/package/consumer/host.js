// A page as every framework makes it: a server writes tags, and a script finds or creates the
// elements, sets objects on them and listens. This common part needs no framework.
import { defineElements } from 'attention-lab/element';

const weights = [
  [0.25, 0.75],
  [1, 0],
];
const tensors = { weights, queryTokens: ['the', 'cat'], keyTokens: ['le', 'chat'] };

/** @param {string} selector @param {string} text */
const say = (selector, text) => {
  /** @type {Element} */ (document.querySelector(selector)).textContent = text;
};

/**
 * Properties of each tag in a template. Servers write texts, numbers and flags as attributes, and
 * omit objects and listeners.
 * @type {[tag: string, props: Record<string, any>][]}
 */
const PARTS = [
  [
    'attention-lab',
    {
      ...{ sentence: 'They eat fried noodles', dModel: 8, step: 'weights' },
      ...{ steps: 'scores,weights', readonly: true },
      'onattention-step': (/** @type {CustomEvent} */ { detail }) =>
        say('#step', `${detail.step} ${detail.index + 1}/${detail.count}`),
    },
  ],
  ['output', { id: 'step' }],
  ['attention-lab', { id: 'own', tensors, steps: 'weights' }],
  [
    'attention-map',
    {
      ...{ id: 'map', weights, rowTokens: ['the', 'cat'], columnTokens: ['le', 'chat'] },
      'onattention-cell': (/** @type {CustomEvent} */ { detail }) =>
        say('#cell', `${detail.rowToken} ${detail.columnToken} ${detail.value.toFixed(2)}`),
    },
  ],
  ['output', { id: 'cell' }],
  ['attention-map', { weights }],
  ['attention-map', { weights: JSON.stringify(weights), 'row-tokens': 'the cat' }],
  ['attention-map', { weights: JSON.stringify(weights), rowTokens: 'the cat' }],
];

/** Fences of a Markdown page: a sentence, and a chapter. */
const FENCES = [
  'They eat noodles\nsteps: weights\nmask: causal\n',
  JSON.stringify({
    title: 'Two scores',
    pages: [
      {
        ...{ id: 'row', title: 'A row', text: 'Two equal scores.' },
        settings: { sentence: 'They eat', heads: 1, 'd-model': 2, scale: 'none' },
        numbers: { scores: [[0, 0]] },
        show: [{ kind: 'table', of: 'scores' }],
        task: {
          ...{ kind: 'numbers', question: 'Which weight has They?', right: 'One half.' },
          cells: [{ cell: 'weights.0.0.0', label: 'They' }],
        },
      },
    ],
  }),
];

export async function writeTags() {
  const { default: attentionFences } = await import('attention-lab/markdown-it');
  /** @type {{ renderer: { rules: Record<string, any> } }} */
  const md = { renderer: { rules: {} } };
  attentionFences(md);
  const tags = PARTS.map(([tag, props]) => {
    const attributes = Object.entries(props)
      .filter(([, value]) => !['object', 'function'].includes(typeof value))
      .map(([name, value]) => ` ${name}="${value === true ? '' : escaped(String(value))}"`);
    return `<${tag}${attributes.join('')}></${tag}>`;
  });
  const fences = FENCES.map((content) =>
    md.renderer.rules.fence([{ info: 'attention', content, map: null }], 0),
  );
  return `<main>${tags.join('\n')}</main>${fences.join('\n')}`;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Sets properties as all frameworks do, if the value is an object or the element knows the name.
 * @param {any} element
 * @param {Record<string, any>} props
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props))
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (typeof value === 'object' || name in element) element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
}

/** The orders in which definition, markup and script may come. */
export const ORDERS = {
  'the script sets properties, and the elements are defined later': async () => {
    hydrate();
    await new Promise(requestAnimationFrame);
    defineElements();
  },
  'the elements are defined, and the script sets properties at once': async () => {
    defineElements();
    hydrate();
  },
  'the script comes after the elements show their numbers': async () => {
    defineElements();
    await areReady();
    hydrate();
  },
  'the script makes the elements anew, before they are defined': async () => {
    makeAnew();
    defineElements();
  },
  'the script makes the elements anew, once they are defined': async () => {
    defineElements();
    makeAnew();
  },
};

export async function areReady() {
  const labs = /** @type {any[]} */ ([...document.querySelectorAll('attention-lab')]);
  await Promise.all(labs.map((lab) => lab.ready));
}

const main = () => /** @type {Element} */ (document.querySelector('main'));

function hydrate() {
  PARTS.forEach(([, props], i) => {
    setProps(main().children[i], props);
  });
}

function makeAnew() {
  main().replaceChildren(
    ...PARTS.map(([tag, props]) => {
      const element = document.createElement(tag);
      setProps(element, props);
      return element;
    }),
  );
}

/** Moves all elements, as a list that is reordered, or a page that is left and restored. */
export function moveAll() {
  const parts = [...main().children];
  const [parent, before] = [main(), main().nextSibling];
  parent.remove();
  for (const part of parts) part.remove();
  parent.append(...parts);
  before?.before(parent);
}
