import { plainPage } from './host.js';

/** @import { Host } from './host.js' */
/** @import { AttentionLab as Lab } from '../../web/elements/attention-lab.js' */

/**
 * Opens a page, and returns what its elements show and how to read their warnings: `warnings` without the lists
 * of names, `readComplaints` in full.
 * @param {Pick<Host, 'open'>} host
 * @param {string} body
 */
export async function openWarned(host, body) {
  const { page, readComplaints } = await host.open({ html: plainPage(body) });
  const texts = await page.evaluate(async () => {
    const found = [];
    for (const node of document.querySelectorAll('attention-lab, attention-map')) {
      const element = /** @type {Lab} */ (node);
      await element.ready;
      while (!(await element.updateComplete));
      const root = element.shadowRoot;
      found.push({
        tables: [
          ...new Set(
            [...(root?.querySelectorAll('table[data-tensor]') ?? [])].map(
              (table) => /** @type {HTMLElement} */ (table).dataset.tensor,
            ),
          ),
        ],
        steps: root?.querySelectorAll('.bar li').length,
        status: root?.querySelector('p.status')?.textContent ?? '',
        title: root?.querySelector('.step-title')?.textContent?.trim() ?? '',
      });
    }
    return found;
  });
  const warnings = () =>
    readComplaints().map((complaint) => complaint.replace(/ There are .*/, ''));
  return { page, texts, warnings, readComplaints };
}
