// What everything on the page is made of. Texts of logs become text nodes and attributes, never markup.
'use strict';

/**
 * @typedef {import('../report.js').Report} PageData
 * @typedef {import('../report.js').TaskReport} Task
 * @typedef {Readonly<Record<string, string | number | boolean | ((event: any) => void) | undefined>>} Attributes
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with its attributes, of which functions listen to the event that they are named by.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | number)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function html(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Node | string | number)} children
 * @returns {SVGElementTagNameMap[K]}
 */
function svg(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {readonly (Node | string | number)[]} children
 * @returns {E}
 */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** @param {number} seconds */
function timeText(seconds) {
  /** @type {readonly (readonly [number, string])[]} */
  const units = [
    [1, 's'],
    [1e-3, 'ms'],
    [1e-6, 'µs'],
    [1e-9, 'ns'],
  ];
  const [scale, unit] = units.find(([least]) => seconds >= least) ?? [1e-9, 'ns'];
  return `${digits(seconds / scale)} ${unit}`;
}

/** `6:42`, `1:02:09`: of work. @param {number} seconds */
function spanText(seconds) {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Three significant digits, or all of a whole number. @param {number} value */
function digits(value) {
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : String(Number(value.toPrecision(3)));
}

/** @param {number} share */
function percent(share) {
  return `${share >= 0.1 || share === 0 ? Math.round(100 * share) : (100 * share).toFixed(1)} %`;
}

/** @param {number} count */
function whole(count) {
  return count.toLocaleString('en');
}

/** The words for a class of failure. @param {string} name */
function words(name) {
  return name.replaceAll('_', ' ');
}

/** A tooltip beside a place of the window. @param {string} text @param {number} x @param {number} y */
function showTip(text, x, y) {
  const tip = /** @type {HTMLElement} */ (document.getElementById('tip'));
  tip.textContent = text;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 12, innerWidth - width - 8))}px`;
  tip.style.top = `${y + height + 24 > innerHeight ? y - height - 8 : y + 14}px`;
}

function hideTip() {
  /** @type {HTMLElement} */ (document.getElementById('tip')).hidden = true;
}

/** Whatever has `data-tip` shows it under the pointer. */
function listenForTips() {
  document.addEventListener('pointermove', ({ target, clientX, clientY }) => {
    const marked = target instanceof Element ? target.closest('[data-tip]') : null;
    if (marked) showTip(marked.getAttribute('data-tip') ?? '', clientX, clientY);
    else if (!(target instanceof Element && target.closest('.u-over'))) hideTip();
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hideTip();
  });
}

/**
 * Lets the arrow keys walk over the marks of a picture, which show their tooltips, and Enter press the one it is on. In
 * a grid, `columns` says how far up and down are.
 *
 * @template {Element} E
 * @param {E} picture
 * @param {readonly Element[]} marks
 * @param {string} label
 * @param {number} [columns]
 * @returns {E}
 */
function walkable(picture, marks, label, columns = 1) {
  let at = -1;
  const leave = () => marks[at]?.classList.remove('at');
  /** @type {Readonly<Record<string, number>>} */
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  dressed(
    picture,
    {
      tabindex: 0,
      role: 'group',
      'aria-label': `${label}. Arrow keys walk over it.`,
      keydown: (/** @type {KeyboardEvent} */ event) => {
        const step = steps[event.key];
        if (event.key === 'Enter' || event.key === ' ') marks[at]?.dispatchEvent(new MouseEvent('click'));
        else if (step === undefined) return;
        event.preventDefault();
        if (step === undefined || marks.length === 0) return;
        leave();
        at = Math.max(0, Math.min(marks.length - 1, at + step));
        const mark = /** @type {Element} */ (marks[at]);
        mark.classList.add('at');
        mark.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const { left, bottom } = mark.getBoundingClientRect();
        showTip(mark.getAttribute('data-tip') ?? '', left, bottom - 14);
      },
      blur: () => {
        leave();
        hideTip();
      },
    },
    [],
  );
  return picture;
}

/**
 * A picture that is drawn for the width that it has, and again when that changes.
 *
 * @param {(width: number) => Node} draw
 * @param {number} [least] its least width; in less it scrolls
 * @returns {HTMLElement}
 */
function drawn(draw, least = 0) {
  const box = html('div', { class: least > 0 ? 'plot across' : 'plot' });
  let last = 0;
  const redraw = () => {
    const width = Math.max(least, Math.floor(box.clientWidth));
    if (width === last || box.clientWidth === 0) return;
    last = width;
    box.replaceChildren(draw(width));
  };
  // In the next frame: what is drawn changes the layout, which must not happen while it is observed.
  new ResizeObserver(() => requestAnimationFrame(redraw)).observe(box);
  return box;
}

/**
 * @param {string} title
 * @param {string} caption
 * @param {readonly (Node | string)[]} content
 * @param {string} [name] a class
 */
function figure(title, caption, content, name) {
  return html('figure', { class: name }, html('h3', {}, title), html('figcaption', {}, caption), ...content);
}

/**
 * What colours mean, by their places.
 *
 * @param {readonly (readonly [label: string, place: number])[]} entries
 */
function legend(entries) {
  const items = entries.map(([label, place]) => html('li', {}, html('i', { class: `f${place}` }), label));
  return html('ul', { class: 'legend' }, ...items);
}

/**
 * Names and values.
 *
 * @param {readonly (readonly [string, string | Node])[]} facts
 * @param {string} [size]
 */
function factList(facts, size = '') {
  return html(
    'dl',
    { class: `facts ${size}` },
    ...facts.map(([name, value]) => html('div', {}, html('dt', {}, name), html('dd', {}, value))),
  );
}

/**
 * A choice of texts.
 *
 * @param {string} label
 * @param {readonly string[]} options
 * @param {number} chosen
 * @param {(place: number) => void} choose
 */
function choice(label, options, chosen, choose) {
  const select = html(
    'select',
    { 'aria-label': label, change: () => choose(select.selectedIndex) },
    ...options.map((text, place) => html('option', { selected: place === chosen }, text)),
  );
  return select;
}
