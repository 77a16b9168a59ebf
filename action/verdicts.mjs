/** What became of the workloads of a job. */

/**
 * What is read here of a row of `tune retune --json`.
 *
 * @typedef {object} Row
 * @property {string} log
 * @property {boolean} bad
 * @property {boolean} changed
 * @property {number | null} ratio
 */

/** Undefined where these are no verdicts. @param {unknown} value @returns {readonly Row[] | undefined} */
export function rowsIn(value) {
  return Array.isArray(value) && value.every(isRow) ? value : undefined;
}

/** @param {unknown} value @returns {value is Row} */
function isRow(value) {
  const { log, bad, changed, ratio } = Object(value);
  const isRatio = ratio === null || (typeof ratio === 'number' && ratio > 0);
  return typeof log === 'string' && typeof bad === 'boolean' && typeof changed === 'boolean' && isRatio;
}

/** Old time / new time of what was replaced, as a geometric mean. @param {readonly Row[]} rows */
export function speedupOf(rows) {
  const logs = rows.flatMap(({ changed, ratio }) => (changed && ratio !== null ? [Math.log(ratio)] : []));
  return logs.length === 0 ? '1' : Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length).toFixed(3);
}

/** Whether somebody should hear of it unasked. @param {readonly Row[]} rows */
export function isWorthTelling(rows) {
  return rows.some(({ bad, changed }) => bad || changed);
}
