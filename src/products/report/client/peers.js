// Other libraries beside our kernels.

/** @param {PageData} report @returns {Node[]} */
function peerSection({ peers }) {
  if (peers.length === 0) return [];
  const rows = peers.map((row) => {
    const others = row.bars.filter(({ name, competes }) => competes && name !== 'tune');
    const rival = others.reduce(
      (/** @type {typeof others[number] | undefined} */ most, one) => (most && most.gflops >= one.gflops ? most : one),
      undefined,
    );
    const ours = row.ours ? row.bars[0] : undefined;
    return {
      cells: [
        word(row.workload),
        number(row.threads, String),
        { text: bars(row), sort: ours?.gflops ?? 0 },
        number(ours?.gflops, digits),
        number(rival?.gflops, digits),
        word(rival?.name ?? '–'),
        number(row.ratio?.[0], (ratio) => `${ratio.toFixed(2)} ×`),
        row.ratio
          ? { text: `${row.ratio[1].toFixed(2)} to ${row.ratio[2].toFixed(2)}`, sort: row.ratio[1] }
          : number(null, String),
      ],
    };
  });
  return [
    html(
      'section',
      {},
      html('h2', {}, 'Beside other libraries'),
      html(
        'p',
        { class: 'soft' },
        'Speeds of our best kernels (in colour) and of other libraries, timed in turns in one run of tune bench. The ratio says how many times as fast ours is as the fastest library that is no freer to choose layouts; paler bars do not compete.',
      ),
      table(
        'Beside other libraries',
        ['workload', 'threads', 'speed', 'ours', 'best peer', 'peer', 'ratio', 'over rounds'],
        rows,
      ),
    ),
  ];
}

/** @param {PageData['peers'][number]} row */
function bars({ bars: list, workload, unit }) {
  const most = Math.max(...list.map(({ high }) => high));
  const marks = list.map(({ name, gflops, low, high, competes }, place) =>
    svg(
      'g',
      {
        'data-tip': `${name}: ${digits(gflops)} ${unit} (${digits(low)} to ${digits(high)})${competes ? '' : ', does not compete'}`,
      },
      svg('rect', {
        class: name === 'tune' ? 'accent' : 'mark',
        x: 0,
        y: place * 9,
        height: 7,
        width: (170 * gflops) / most,
        'fill-opacity': competes ? 1 : 0.45,
        rx: 1,
      }),
      svg('line', {
        class: 'whisker',
        x1: (170 * low) / most,
        x2: (170 * high) / most,
        y1: place * 9 + 3.5,
        y2: place * 9 + 3.5,
      }),
    ),
  );
  return walkable(svg('svg', { width: 176, height: list.length * 9 }, ...marks), marks, `Speeds on ${workload}`);
}
