/**
 * The elements as components of Vue. Vue does not set the constants of a template, such as `:weights="[[1, 0]]"`, when it
 * hydrates, and a server cannot write an object. These components set them after hydration too.
 */

import { camelize, h } from 'vue';
import { defineElements } from './element.js';

/** @import { VNode } from 'vue' */

defineElements();

export const AttentionLab = component('attention-lab');

export const AttentionMap = component('attention-map');

/** @param {string} tag */
function component(tag) {
  /**
   * @param {Record<string, unknown>} props
   * @param {{ slots: { default?: () => VNode[] } }} context
   */
  const render = (props, { slots }) =>
    h(tag, Object.fromEntries(Object.entries(props).map(asProperty)), slots.default?.());
  // Without declared props, all is given; and nothing is set twice.
  return Object.assign(render, { inheritAttrs: false, displayName: tag });
}

/**
 * An object is set as a property, whatever its name; all else Vue knows how to set.
 * @param {[name: string, value: unknown]} entry
 */
const asProperty = ([name, value]) =>
  typeof value === 'object' && value !== null && !['class', 'style'].includes(name)
    ? [`.${camelize(name)}`, value]
    : [name, value];
