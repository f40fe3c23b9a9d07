// Stands in for the package `react`, which the tests do not install: what the components use of it,
// in React's order. Props are set on the element first, then layout effects run.

/**
 * @typedef {object} Effect
 * @property {() => (() => void) | undefined | void} effect
 * @property {(() => void) | void} [end]
 * @property {unknown[]} [inputs] the effect runs again only if these have changed
 */

/** The values that hooks keep for the component that is rendered. @type {any[]} */
let kept = [];
let hookCount = 0;
/** @type {Effect[]} */
let effects = [];

/** @template Value @param {Value} first @returns {{ current: Value }} */
export function useRef(first) {
  const index = hookCount++;
  kept[index] ??= { current: first };
  return kept[index];
}

/** @param {Effect['effect']} effect @param {unknown[]} [inputs] */
export function useLayoutEffect(effect, inputs) {
  const index = hookCount++;
  /** @type {unknown[] | undefined} */
  const before = kept[index]?.inputs;
  kept[index] ??= {};
  if (inputs && before?.every((input, i) => Object.is(input, inputs[i]))) return;
  Object.assign(kept[index], { effect, inputs });
  effects.push(kept[index]);
}

/** @param {any} ref @param {() => unknown} make @param {unknown[]} [inputs] */
export function useImperativeHandle(ref, make, inputs) {
  const set = (/** @type {unknown} */ handle) => {
    if (typeof ref === 'function') return ref(handle);
    if (ref) ref.current = handle;
  };
  useLayoutEffect(
    () => {
      const end = set(make());
      return typeof end === 'function' ? end : () => set(null);
    },
    inputs && [...inputs, ref],
  );
}

/** @param {string} _tag @param {Record<string, any>} props */
export const createElement = (_tag, props) => props;

/**
 * Returns a function that renders a component with props.
 * @param {(props: Record<string, any>) => any} component
 * @param {Record<string, any>} element the element that the component renders
 */
export function mount(component, element) {
  /** @type {any[]} */
  const hooks = [];
  /** @type {Record<string, any>} */
  let last = {};
  return (/** @type {Record<string, any>} */ wanted) => {
    kept = hooks;
    hookCount = 0;
    effects = [];
    const { ref, ...props } = component(wanted);
    for (const name of Object.keys(last)) if (!(name in props)) element[name] = undefined;
    for (const [name, value] of Object.entries(props))
      if (value !== last[name]) element[name] = value;
    last = props;
    ref.current = element;
    for (const each of effects) each.end?.();
    for (const each of effects) each.end = each.effect();
  };
}
