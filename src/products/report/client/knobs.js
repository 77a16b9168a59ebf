// Which knobs matter: importance, slices, pairs, parallel coordinates.

/** @typedef {import('../knobs.js').KnobFigures} Knobs */

/** Room for labels around a picture. */
const MARGIN = { left: 44, right: 10, top: 12, bottom: 34 };

/** Everything on the knobs of one template. @param {Knobs} figures @returns {Node[]} */
function knobSections(figures) {
  if (figures.knobs.length === 0)
    return [html('p', { class: 'wide soft' }, `Of ${figures.template} no knob was varied among trials that worked.`)];
  const predicted =
    figures.explained === null
      ? undefined
      : `${percent(Math.max(0, figures.explained))} of the variance of trials that they have not seen`;
  const weak =
    figures.explained !== null && figures.explained < 0.3 ? ' That is little: do not rely on these shares.' : '';
  const caption =
    predicted === undefined
      ? 'Too few trials worked to estimate importance; slices and pairs show what was measured.'
      : `Share of the variance over all combinations of values that each knob decides alone (functional ANOVA on regression trees, which predict ${predicted}).${weak}`;
  return [
    figure('Which knobs matter', caption, [importance(figures)]),
    pairs(figures),
    parallel(figures),
    ...constants(figures),
  ];
}

/** Bars that choose the knob whose slice is shown below. @param {Knobs} figures */
function importance({ knobs }) {
  const below = html('div');
  const most = Math.max(0.01, ...knobs.map((knob) => knob.importance ?? 0));
  const buttons = knobs.map((knob, place) => {
    const share = knob.importance ?? 0;
    return html(
      'button',
      { type: 'button', click: () => choose(place) },
      html('span', { title: knob.name }, knob.name),
      svg(
        'svg',
        { height: 10, 'aria-hidden': true },
        svg('rect', { class: 'accent', width: `${(100 * share) / most}%`, height: 10, rx: 2 }),
      ),
      html('span', {}, knob.importance === null ? '–' : percent(share)),
    );
  });
  const choose = (/** @type {number} */ place) => {
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === place)));
    below.replaceChildren(slice(/** @type {Knobs['knobs'][number]} */ (knobs[place])));
  };
  choose(0);
  return html('div', {}, html('div', { class: 'knobs' }, ...buttons), below);
}

/** @param {Knobs['knobs'][number]} knob */
function slice({ name, values, slice: figures }) {
  const height = 170;
  const draw = (/** @type {number} */ width) => {
    const { left, right, top, bottom } = MARGIN;
    const step = (width - left - right) / values.length;
    const x = (/** @type {number} */ place) => left + (place + 0.5) * step;
    const y = (/** @type {number} */ score) => top + (1 - score) * (height - top - bottom);
    const marks = figures.map(([trials, best, median, expected], place) => {
      const tip = [
        `${name} = ${values[place]}`,
        `${trials} trials`,
        `best ${percent(best)} of the fastest`,
        `median ${percent(median)}`,
        ...(expected === null ? [] : [`expected ${percent(expected)}`]),
      ].join('\n');
      return svg(
        'g',
        { 'data-tip': tip },
        svg('rect', {
          x: x(place) - step / 2,
          y: top,
          width: step,
          height: height - top - bottom,
          fill: 'transparent',
        }),
        svg('rect', {
          class: 'mark',
          x: x(place) - Math.min(14, step * 0.3),
          width: Math.min(28, step * 0.6),
          y: y(best),
          height: Math.max(2, y(median) - y(best)),
          rx: 2,
        }),
      );
    });
    const expected = figures.flatMap(([, , , value], place) => (value === null ? [] : [`${x(place)},${y(value)}`]));
    const every = Math.ceil(44 / step);
    return walkable(
      svg(
        'svg',
        { width, height },
        ...shareAxis(width, y),
        ...marks,
        svg('polyline', { class: 'accent-line', points: expected.join(' '), 'pointer-events': 'none' }),
        ...values.flatMap((value, place) =>
          place % every === 0
            ? [svg('text', { x: x(place), y: height - 16, 'text-anchor': 'middle' }, cut(value, (step * every) / 7))]
            : [],
        ),
      ),
      marks,
      `Throughput by the values of ${name}`,
    );
  };
  return html(
    'div',
    {},
    html(
      'p',
      { class: 'small soft' },
      `${name}: bars from the median to the best trial of each value, relative to the fastest; the line is what the trees expect over all values of the other knobs.`,
    ),
    drawn(draw),
  );
}

/** Lines at 0 to 100 % of the fastest. @param {number} width @param {(score: number) => number} y */
function shareAxis(width, y) {
  return [0, 0.5, 1].flatMap((share) => [
    svg('line', { class: 'axis', x1: MARGIN.left, x2: width - MARGIN.right, y1: y(share), y2: y(share) }),
    svg('text', { x: MARGIN.left - 8, y: y(share) + 4, 'text-anchor': 'end' }, percent(share)),
  ]);
}

/** A text in the room for so many letters. @param {string} text @param {number} room */
function cut(text, room) {
  return text.length <= room ? text : `${text.slice(0, Math.max(1, Math.floor(room) - 1))}…`;
}

/** @param {Knobs} figures */
function pairs(figures) {
  const { knobs, pairs: list } = figures;
  const title = 'Pairs of knobs';
  if (list.length === 0) return figure(title, 'Too few trials worked, or too few knobs were varied.', []);
  const box = html('div');
  const nameOf = (/** @type {number} */ place) => knobs[place]?.name ?? '';
  const names = list.map(({ knobs: [a, b], share }) => `${nameOf(a)} × ${nameOf(b)} (${percent(share)} together)`);
  const choose = (/** @type {number} */ place) =>
    box.replaceChildren(heatMap(figures, /** @type {Knobs['pairs'][number]} */ (list[place])));
  choose(0);
  return figure(
    title,
    'The best trial of each two values, relative to the fastest: the stronger the colour, the faster; empty where no trial has them, or none worked. The share is what both decide beyond what each does alone.',
    [html('div', { class: 'bar' }, choice('Pair of knobs', names, 0, choose)), box],
  );
}

/** @param {Knobs} figures @param {Knobs['pairs'][number]} pair */
function heatMap({ knobs }, { knobs: [a, b], cells }) {
  const [rows, columns] = /** @type {[Knobs['knobs'][number], Knobs['knobs'][number]]} */ ([knobs[a], knobs[b]]);
  const left = Math.min(110, 14 + 7 * Math.max(...rows.values.map(({ length }) => length)));
  const draw = (/** @type {number} */ width) => {
    const w = Math.min(56, (width - left - 4) / columns.values.length);
    const h = Math.min(28, Math.max(12, 300 / rows.values.length));
    const marks = [...cells]
      .sort((one, other) => one[0] - other[0] || one[1] - other[1])
      .map(([i, j, trials, best]) =>
        svg('rect', {
          class: 'accent',
          x: left + j * w + 1,
          y: 18 + i * h + 1,
          width: w - 2,
          height: h - 2,
          rx: 2,
          'fill-opacity': 0.06 + 0.94 * best ** 2,
          'data-tip': `${rows.name} = ${rows.values[i]}\n${columns.name} = ${columns.values[j]}\nbest ${percent(best)} of the fastest, ${trials} trials`,
        }),
      );
    const every = Math.ceil(30 / w);
    const height = 18 + rows.values.length * h + 22;
    return walkable(
      svg(
        'svg',
        { width, height },
        svg('text', { class: 'ink', x: 0, y: 11 }, `${rows.name} ↓  ${columns.name} →`),
        ...rows.values.map((value, i) =>
          svg('text', { x: left - 8, y: 18 + (i + 0.5) * h + 4, 'text-anchor': 'end' }, cut(value, left / 7)),
        ),
        ...columns.values.flatMap((value, j) =>
          j % every === 0
            ? [
                svg(
                  'text',
                  { x: left + (j + 0.5) * w, y: height - 6, 'text-anchor': 'middle' },
                  cut(value, (w * every) / 7),
                ),
              ]
            : [],
        ),
        ...marks,
      ),
      marks,
      `${rows.name} by ${columns.name}`,
    );
  };
  return drawn(draw);
}

/** Trials as lines over the knobs; values filter them. @param {Knobs} figures */
function parallel({ knobs, rows, trials }) {
  /** @type {Map<number, number>} */
  const wanted = new Map();
  const box = html('div');
  const note = html('span', { class: 'small soft', role: 'status' });
  const top = [...rows].sort((a, b) => a[0] - b[0]);
  const fast = top[Math.floor(0.95 * top.length)]?.[0] ?? 1;
  const passes = (/** @type {Knobs['rows'][number]} */ row) =>
    [...wanted].every(([knob, value]) => row[knob + 1] === value);
  const draw = (/** @type {number} */ width) => {
    const height = 280;
    const x = (/** @type {number} */ knob) => 34 + (knob * (width - 80)) / Math.max(1, knobs.length);
    const y = (/** @type {number} */ knob, /** @type {number} */ value) =>
      46 + ((height - 62) * (value + 0.5)) / (knobs[knob]?.values.length ?? 1);
    const score = (/** @type {number} */ share) => 46 + (height - 62) * (1 - share);
    const shown = top.filter(passes);
    const lines = shown.map(([share, ...values]) =>
      svg('polyline', {
        class: share >= fast ? 'thread fast' : 'thread',
        points: [
          ...values.map((value, knob) => `${x(knob)},${y(knob, value)}`),
          `${x(knobs.length)},${score(share)}`,
        ].join(' '),
        'data-tip': `${percent(share)} of the fastest`,
      }),
    );
    const ticks = knobs.flatMap(({ name, values }, knob) => {
      const every = Math.ceil((values.length * 16) / (height - 62));
      return values.flatMap((value, i) =>
        i % every === 0 || wanted.get(knob) === i
          ? [
              svg(
                'text',
                {
                  class: wanted.get(knob) === i ? 'tick chosen' : 'tick',
                  x: x(knob) + 5,
                  y: y(knob, i) + 4,
                  'data-tip': `${name} = ${value}: ${wanted.get(knob) === i ? 'all' : 'only'} trials with it`,
                  click: () => toggle(knob, i),
                },
                cut(value, 9),
              ),
            ]
          : [],
      );
    });
    note.textContent = `${shown.length} of ${whole(trials)} trials drawn${shown.length > 0 ? `, best ${percent(shown.at(-1)?.[0] ?? 0)}` : ''}`;
    return walkable(
      svg(
        'svg',
        { width, height },
        ...lines,
        ...knobs.map(({ name }, knob) =>
          svg(
            'g',
            {},
            svg('line', { class: 'axis', x1: x(knob), x2: x(knob), y1: 40, y2: height - 10 }),
            svg(
              'text',
              {
                class: 'ink',
                x: x(knob),
                y: knob % 2 === 0 ? 28 : 12,
                'text-anchor': knob === 0 ? 'start' : 'middle',
                'data-tip': name,
              },
              cut(name, 17),
            ),
          ),
        ),
        svg('line', { class: 'axis', x1: x(knobs.length), x2: x(knobs.length), y1: 40, y2: height - 10 }),
        svg('text', { class: 'ink', x: x(knobs.length), y: 28, 'text-anchor': 'middle' }, 'speed'),
        ...[0, 0.5, 1].map((share) => svg('text', { x: x(knobs.length) + 6, y: score(share) + 4 }, percent(share))),
        ...ticks,
      ),
      ticks,
      'Parallel coordinates of the trials, by knob. Enter keeps only the trials with a value',
    );
  };
  const show = () => box.replaceChildren(drawn(draw, 76 * (knobs.length + 1)));
  const toggle = (/** @type {number} */ knob, /** @type {number} */ value) => {
    if (wanted.get(knob) === value) wanted.delete(knob);
    else wanted.set(knob, value);
    show();
  };
  const reset = html(
    'button',
    {
      class: 'plain',
      type: 'button',
      click: () => {
        wanted.clear();
        show();
      },
    },
    'All trials',
  );
  show();
  return figure(
    'Trials by their knobs',
    'A line is a trial, the most important knob first; the fastest twentieth is in colour. A value keeps only the trials that have it.',
    [html('div', { class: 'bar' }, reset, note), box],
    'wide',
  );
}

/** @param {Knobs} figures */
function constants({ constant }) {
  if (constant.length === 0) return [];
  const text = constant.map(({ name, values }) => `${name}=${values[0]}`).join(' ');
  return [html('p', { class: 'wide small soft' }, `Only one value worked or was tried: ${text}`)];
}
