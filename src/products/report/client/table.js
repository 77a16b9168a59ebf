// Tables whose columns sort by a button in their heads.

/**
 * @typedef {{ readonly text: string | Node, readonly sort: string | number }} Cell
 * @typedef {{ readonly cells: readonly Cell[], readonly current?: boolean }} TableRow
 */

/** @param {string} text @returns {Cell} */
function word(text) {
  return { text, sort: text };
}

/**
 * What is not known stands last.
 *
 * @param {number | null | undefined} value
 * @param {(value: number) => string} format
 * @returns {Cell}
 */
function number(value, format) {
  return value == null ? { text: '–', sort: -Infinity } : { text: format(value), sort: value };
}

/**
 * @param {string} caption
 * @param {readonly string[]} heads
 * @param {readonly TableRow[]} rows
 */
function table(caption, heads, rows) {
  const numeric = heads.map((_, column) =>
    rows.every(({ cells }) => typeof cells[column]?.sort === 'number' && typeof cells[column].text === 'string'),
  );
  const body = html('tbody');
  const fill = (/** @type {readonly TableRow[]} */ sorted) => {
    body.replaceChildren(
      ...sorted.map(({ cells, current }) =>
        html(
          'tr',
          { 'aria-current': current === true ? 'true' : undefined },
          ...cells.map(({ text }, column) => html('td', { class: numeric[column] ? 'number' : '' }, text)),
        ),
      ),
    );
  };
  const titles = heads.map((head, column) => {
    const title = html(
      'th',
      { scope: 'col', class: numeric[column] ? 'number' : '' },
      html('button', { click: () => sortBy(column) }, head),
    );
    return title;
  });
  const sortBy = (/** @type {number} */ column) => {
    const title = /** @type {HTMLElement} */ (titles[column]);
    // The first click shows what people look for: large numbers, and words from A.
    const first = numeric[column] ? 'descending' : 'ascending';
    const order =
      title.getAttribute('aria-sort') !== first ? first : first === 'ascending' ? 'descending' : 'ascending';
    for (const other of titles) other.removeAttribute('aria-sort');
    title.setAttribute('aria-sort', order);
    const sign = order === 'ascending' ? 1 : -1;
    fill([...rows].sort((a, b) => sign * compare(a.cells[column]?.sort ?? 0, b.cells[column]?.sort ?? 0)));
  };
  fill(rows);
  return html(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    html('table', {}, html('thead', {}, html('tr', {}, ...titles)), body),
  );
}

/** @param {string | number} a @param {string | number} b */
function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a === b ? 0 : a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
