/**
 * @param {Float32Array} matrix (rows, columns)
 * @param {number} rows
 * @param {number} columns
 */
export function transpose(matrix, rows, columns) {
  const result = new Float32Array(matrix.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      result[column * rows + row] = matrix[row * columns + column];
    }
  }
  return result;
}
