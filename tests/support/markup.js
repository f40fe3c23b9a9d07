// Renders Lit templates as text, without a browser.

import { cache } from 'lit/directives/cache.js';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { styled } from '../../web/figures/dom.js';
import { PagePart } from '../../web/views/page-part.js';

/** @import { TemplateResult } from 'lit' */

const Keyed = /** @type {any} */ (keyed(0, 0))._$litDirective$;
const Cache = /** @type {any} */ (cache(0))._$litDirective$;
const Live = /** @type {any} */ (live(0))._$litDirective$;
const Styled = /** @type {any} */ (styled('', ''))._$litDirective$;

/** @param {unknown} value a template or a list of templates @returns {string} */
export function markup(value) {
  if (Array.isArray(value)) return value.map(markup).join('');
  const { strings, values } = /** @type {TemplateResult} */ (value ?? {});
  const directiveResult =
    /** @type {{ _$litDirective$?: new (part: object) => any, values: unknown[] }} */ (value ?? {});
  const { name, prototype } = directiveResult._$litDirective$ ?? {};
  if (name === 'KeepOldNumbers' || prototype instanceof PagePart)
    return markup(
      new /** @type {any} */ (directiveResult._$litDirective$)({}).render(
        ...directiveResult.values,
      ),
    );
  if (directiveResult._$litDirective$ === Keyed) return markup(directiveResult.values[1]);
  if ([Cache, Live].includes(directiveResult._$litDirective$))
    return markup(directiveResult.values[0]);
  if (directiveResult._$litDirective$ === Styled)
    return `style="${directiveResult.values.join(':')}"`;
  if (!strings) return ['symbol', 'function'].includes(typeof value) ? '' : String(value ?? '');
  return strings.map((part, i) => (i > 0 ? markup(values[i - 1]) : '') + part).join('');
}

/** @param {string} source @returns {string} the text without tags */
export const plain = (source) =>
  source
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the listener of an event in a template.
 * @param {any} template
 * @param {string} event
 * @returns {((event: object) => unknown) | undefined}
 */
export function findListener(template, event) {
  const { strings = [], values = [] } = Array.isArray(template) ? { values: template } : template;
  for (const [i, value] of values.entries()) {
    const isListener = strings[i]?.endsWith(`@${event}=`);
    const found = isListener ? value : findListener(Object(value), event);
    if (found) return found;
  }
  return undefined;
}

/**
 * Lists the listeners whose place in a template a pattern describes.
 * @param {any} template
 * @param {RegExp} [before] matches the markup before the listener
 * @returns {((event?: object) => unknown)[]}
 */
export function listListeners(template, before = /(?:)/) {
  const { strings = [], values = [] } = Array.isArray(template) ? { values: template } : template;
  return values.flatMap((/** @type {unknown} */ value, /** @type {number} */ i) =>
    typeof value === 'function' && before.test(strings[i])
      ? [value]
      : listListeners(Object(value), before),
  );
}
