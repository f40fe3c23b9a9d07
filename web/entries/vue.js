/**
 * The elements as components of Vue. When Vue hydrates, it does not set the constants of a
 * template, such as `:weights="[[1, 0]]"`, and a server cannot write an object. These components
 * also set them after hydration.
 */

import { camelize, h } from 'vue';
import { defineElements } from './element.js';

/** @import { VNode } from 'vue' */

defineElements();

export const AttentionLab = makeComponent('attention-lab');

export const AttentionMap = makeComponent('attention-map');

/** @param {string} tag */
function makeComponent(tag) {
  /**
   * @param {Record<string, unknown>} props
   * @param {{ slots: { default?: () => VNode[] } }} context
   */
  const render = (props, { slots }) =>
    h(tag, Object.fromEntries(Object.entries(props).map(toProperty)), slots.default?.());
  // Without declared props, all attributes are passed, and nothing is set twice.
  return Object.assign(render, { inheritAttrs: false, displayName: tag });
}

/**
 * Sets an object as a property, whatever its name is. Vue handles other values itself.
 * @param {[name: string, value: unknown]} entry
 */
const toProperty = ([name, value]) =>
  typeof value === 'object' && value !== null && !['class', 'style'].includes(name)
    ? [`.${camelize(name)}`, value]
    : [name, value];
