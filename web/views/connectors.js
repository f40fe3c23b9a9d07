/** Lines from the traced number to its operands, over the matrices of a step. */

const NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Redraws them: positions are known only once the matrices are on screen.
 * @param {ParentNode} root
 */
export function drawConnectors(root) {
  const figure = root.querySelector('.figure');
  const sheet = figure?.querySelector('.connectors');
  if (!figure || !sheet) return;
  const traced = figure.querySelector('td.traced')?.getBoundingClientRect();
  if (!traced) return sheet.replaceChildren();
  const { left, top } = figure.getBoundingClientRect();
  const paths = [...figure.querySelectorAll('table[data-tensor]')].flatMap((table) => {
    const cells = [...table.querySelectorAll('td.operand')];
    if (cells.length === 0 || table.querySelector('td.traced')) return [];
    const from = around(cells.map((cell) => cell.getBoundingClientRect()));
    const path = document.createElementNS(NAMESPACE, 'path');
    path.setAttribute('d', alongBorders(from, traced, left, top));
    return [path];
  });
  sheet.replaceChildren(...paths);
}

/** @param {DOMRect[]} boxes */
function around(boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/**
 * A line along the borders of rows and columns, so that it crosses no number.
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} left
 * @param {number} top
 */
function alongBorders(from, to, left, top) {
  const x = (/** @type {number} */ at) => at - left;
  const y = (/** @type {number} */ at) => at - top;
  const isLeft = from.right <= to.left;
  if (isLeft || to.right <= from.left) {
    const [start, end] = isLeft ? [from.right, to.left] : [from.left, to.right];
    const edge = Math.abs(from.top - to.top) < Math.abs(from.top - to.bottom) ? to.top : to.bottom;
    return `M${x(start)} ${y(from.top)}H${x(end)}V${y(edge)}`;
  }
  const [start, end] = from.bottom <= to.top ? [from.bottom, to.top] : [from.top, to.bottom];
  const column = Math.max(from.left, to.left);
  return `M${x(column)} ${y(start)}V${y(end)}`;
}
