'use client';

/**
 * The elements as components of React. React sets objects and listeners on a custom element that it
 * creates, but not on a server-rendered one. These components set them in both cases.
 */

import { createElement, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { defineElements } from './element.js';

defineElements();

export const AttentionLab = makeComponent('attention-lab', ['tensors', 'state']);

export const AttentionMap = makeComponent('attention-map', [
  'weights',
  'shape',
  'rowTokens',
  'columnTokens',
]);

/** @param {string} tag @param {readonly string[]} names names of properties that accept objects */
function makeComponent(tag, names) {
  /** @param {Record<string, any>} props */
  return function AttentionElement({ ref, children, ...props }) {
    const element = useRef(/** @type {any} */ (null));
    useImperativeHandle(ref, () => element.current);

    const objects = names.map((name) => (isText(props[name]) ? undefined : props[name]));
    const given = useRef(/** @type {unknown[]} */ ([]));
    useLayoutEffect(() => {
      names.forEach((name, i) => {
        // React has set a text already.
        if (isText(props[name]) || objects[i] === given.current[i]) return;
        element.current[name] = objects[i] ?? null;
      });
      given.current = objects;
    });

    const listeners = Object.entries(props).filter(([name]) => isListener(name));
    useLayoutEffect(() => {
      const all = new AbortController();
      for (const [name, listener] of listeners) {
        if (listener) element.current.addEventListener(toEventName(name), listener, all);
      }
      return () => all.abort();
    });

    const rest = Object.entries(props).filter(
      ([name, value]) => !isListener(name) && !(names.includes(name) && !isText(value)),
    );
    return createElement(tag, { ...Object.fromEntries(rest), ref: element }, children);
  };
}

/** @param {unknown} value */
const isText = (value) => typeof value === 'string';

/** @param {string} name */
const isListener = (name) => name.startsWith('onAttention');

/** Converts `onAttentionCell` to `attention-cell`. @param {string} name */
const toEventName = (name) => `attention-${name.slice('onAttention'.length).toLowerCase()}`;
