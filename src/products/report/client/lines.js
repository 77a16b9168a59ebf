// Line plots, by uPlot; its colours are those of the page.

/** @param {string} name of a variable of the style */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * The best so far of each search, over trials or seconds, above the trials that it is the best of.
 *
 * @param {Task} task
 * @param {'trials' | 'seconds'} over
 */
function searchPlot(task, over) {
  const { work, series } = task;
  const column = over === 'trials' ? 0 : 1;
  const speed = (/** @type {number} */ seconds) => (work === null ? 1e3 * seconds : work / seconds / 1e9);
  const unit = work === null ? 'ms a call' : task.unit;
  const tables = series.flatMap(({ dots, curve }) =>
    [dots, curve].map(
      (steps) =>
        /** @type {[number[], number[]]} */ ([steps.map((step) => step[column]), steps.map((step) => speed(step[2]))]),
    ),
  );
  const data = uPlot.join(tables);
  const ink = {
    stroke: colour('--soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui',
  };
  const lines = series.flatMap((_, place) => {
    const stroke = colour(`--s${place % 7}`);
    return [
      { stroke, paths: () => null, points: { show: true, size: 3, width: 0, fill: `${stroke}66` } },
      { stroke, width: 2, spanGaps: true, paths: uPlot.paths.stepped?.({ align: 1 }), points: { show: false } },
    ];
  });
  const tellCursor = (/** @type {any} */ u) => {
    const x = u.cursor.left == null || u.cursor.left < 0 ? undefined : u.posToVal(u.cursor.left, 'x');
    if (x === undefined) return;
    const { left, top } = u.over.getBoundingClientRect();
    const at = over === 'trials' ? `${whole(Math.round(x))} trials` : `${spanText(x)} of work`;
    const bests = series.flatMap(({ label, curve }) => {
      const step = curve.findLast((one) => one[column] <= x);
      return step ? [`${label}: ${digits(speed(step[2]))} ${unit}`] : [];
    });
    showTip([`after ${at}`, ...bests].join('\n'), left + u.cursor.left, top + u.cursor.top);
  };
  const draw = (/** @type {number} */ width) => {
    const box = html('div');
    const plot = new uPlot(
      /** @type {any} */ ({
        width,
        height: 260,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false },
          y: {
            range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [
              work === null ? 0.95 * low : 0,
              1.05 * high,
            ],
          },
        },
        axes: [
          {
            ...ink,
            label: over === 'trials' ? 'trials' : 'seconds of work',
            labelSize: 20,
            labelFont: '12px system-ui',
            size: 34,
          },
          { ...ink, size: 56, values: (/** @type {any} */ _, /** @type {number[]} */ ticks) => ticks.map(digits) },
        ],
        series: [{}, ...lines],
        hooks: { setCursor: [tellCursor] },
      }),
      data,
      box,
    );
    const step = (/** @type {KeyboardEvent} */ event) => {
      const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (way === 0) return;
      event.preventDefault();
      const last = (data[0]?.length ?? 1) - 1;
      at = Math.max(0, Math.min(last, at + way * Math.max(1, Math.round(last / 60))));
      plot.setCursor({ left: plot.valToPos(/** @type {number} */ (data[0]?.[at]), 'x'), top: 40 });
    };
    let at = 0;
    return dressed(
      box,
      {
        tabindex: 0,
        role: 'img',
        'aria-label': `Best so far in ${unit} over ${over}: ${endsText(task)}`,
        keydown: step,
        blur: hideTip,
        pointerleave: hideTip,
      },
      [],
    );
  };
  return drawn(draw);
}

/** @param {Task} task */
function endsText({ series }) {
  return series
    .map(({ label, trials, curve }) => {
      const last = curve.at(-1);
      return `${label}: ${last ? timeText(last[2]) : 'none worked'} after ${trials} trials`;
    })
    .join('; ');
}
