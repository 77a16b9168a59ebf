// The parts of the page: all workloads, one of them, other libraries, the roofline.

/** @param {Task} task */
function nameOf({ operator, workload }) {
  return [operator, workload].filter((name) => name !== null).join(' ');
}

/** `2 threads`. @param {number} count @param {string} noun */
function plural(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** With what tells it from others of the name. @param {Task} task */
function titleOf(task) {
  return task.threads === null ? nameOf(task) : `${nameOf(task)}, ${plural(task.threads, 'thread')}`;
}

/** @param {Task} task @param {number} seconds */
function speedText({ flops }, seconds) {
  return flops === null ? timeText(seconds) : `${digits(flops / seconds / 1e9)} GFLOPS`;
}

/** @param {PageData} report @param {number} current @param {(place: number) => void} open */
function overview({ tasks }, current, open) {
  const several = new Set(tasks.map(({ fingerprint }) => fingerprint)).size > 1;
  const heads = [
    'workload',
    'threads',
    ...(several ? ['machine'] : []),
    'best',
    'GFLOPS',
    'template',
    'trials',
    'failed',
    'work',
  ];
  const rows = tasks.map((task, place) => ({
    current: place === current,
    cells: [
      { text: html('a', { href: `#task-${place + 1}`, click: () => open(place) }, nameOf(task)), sort: nameOf(task) },
      number(task.threads, String),
      ...(several ? [word(task.fingerprint ?? 'not recorded')] : []),
      number(task.best?.seconds, timeText),
      number(task.best?.gflops, digits),
      word(task.best?.template ?? 'none worked'),
      number(task.trials, whole),
      number(task.failed, whole),
      number(task.working_seconds, spanText),
    ],
  }));
  return html('section', {}, html('h2', {}, 'Workloads'), table('Workloads', heads, rows));
}

/**
 * Where searches differ: what share of the best of all each had after so many trials.
 *
 * @param {PageData} report
 * @returns {Node[]}
 */
function sideBySide({ tasks }) {
  const compared = tasks.filter(
    ({ series, best }) => best !== null && series.filter(({ curve }) => curve.length > 0).length > 1,
  );
  if (compared.length === 0) return [];
  const after = [16, 32, 64, 128, Infinity];
  const labels = [...new Set(compared.flatMap(({ series }) => series.map(({ label }) => label)))];
  const shareAt = (/** @type {Task} */ task, /** @type {string} */ label, /** @type {number} */ trials) => {
    const least = Math.min(...task.series.map(({ curve }) => curve.at(-1)?.[2] ?? Infinity));
    const step = task.series.find((one) => one.label === label)?.curve.findLast(([at]) => at <= trials);
    return step ? least / step[2] : undefined;
  };
  const rows = labels.map((label) => ({
    cells: [
      word(label),
      number(compared.filter(({ series }) => series.some((one) => one.label === label)).length, String),
      ...after.map((trials) => {
        const shares = compared.flatMap((task) => shareAt(task, label, trials) ?? []);
        return number(
          shares.length === 0
            ? null
            : Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / shares.length),
          (share) => share.toFixed(3),
        );
      }),
    ],
  }));
  return [
    html(
      'section',
      {},
      html('h2', {}, 'Side by side'),
      html(
        'p',
        { class: 'soft' },
        'What share of the best speed that any of these searches found each had after so many trials: the geometric mean over workloads that several searched.',
      ),
      table(
        'Searches side by side',
        ['search', 'workloads', ...after.map((trials) => (trials === Infinity ? 'all trials' : `${trials} trials`))],
        rows,
      ),
    ),
  ];
}

/** @param {Task} task @returns {Node[]} */
function taskSection(task) {
  const { best } = task;
  const knobs = best
    ? best.entity.map(([name, , value]) => `${name}=${Array.isArray(value) ? value.join('x') : value}`).join(' ')
    : '';
  /** @type {(readonly [string, string])[]} */
  const large = best
    ? [
        ['best', timeText(best.seconds)],
        ...(best.gflops === null ? [] : [/** @type {const} */ (['speed', `${digits(best.gflops)} GFLOPS`])]),
        ['trials', whole(task.trials)],
        ['failed', whole(task.failed)],
        ['work', spanText(task.working_seconds)],
      ]
    : [
        ['best', 'none worked'],
        ['trials', whole(task.trials)],
        ['failed', whole(task.failed)],
      ];
  /** @type {(readonly [string, string])[]} */
  const small = [
    ...(best
      ? [
          /** @type {const} */ ([
            'interval',
            `${timeText(best.interval[0])} to ${timeText(best.interval[1])}${best.noisy ? ', noisy' : ''}`,
          ]),
          /** @type {const} */ (['template', `${best.template}, config ${best.index}`]),
          /** @type {const} */ (['knobs', knobs]),
          /** @type {const} */ (['record', `${best.log}:${best.line}`]),
        ]
      : []),
    ['target', task.target],
    ['machine', task.fingerprint ?? 'not recorded'],
    ['explorer', task.explorers.join(', ') || 'not recorded'],
    ['runs', task.runs === 0 ? 'not recorded' : whole(task.runs)],
  ];
  return [
    factList(large, 'large'),
    factList(small, 'small'),
    html('div', { class: 'columns' }, bestSoFar(task), timeSplit(task), predicted(task), failures(task)),
    knobPart(task),
  ];
}

/** @param {Task} task */
function bestSoFar(task) {
  const box = html('div');
  const names = /** @type {const} */ (['trials', 'seconds']);
  const buttons = names.map((over, place) =>
    html('button', { class: 'plain', type: 'button', click: () => show(place) }, `over ${over}`),
  );
  const show = (/** @type {number} */ place) => {
    buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(i === place)));
    box.replaceChildren(searchPlot(task, names[place] ?? 'trials'));
  };
  show(0);
  const labels = task.series.map(({ label, trials }) => `${label} (${whole(trials)} trials)`);
  return figure(
    'Best so far',
    `${task.flops === null ? 'Milliseconds a call: lower is better' : 'GFLOPS: higher is better'}. Dots are trials (thinned), the line the best so far of the search; finals, which measure the best again, are left out.`,
    [
      html('div', { class: 'bar', role: 'group', 'aria-label': 'Axis' }, ...buttons),
      box,
      ...(labels.length > 1 ? [legend(labels.map((label, i) => [label, i % 7]))] : []),
    ],
  );
}

/** @param {Task} task */
function timeSplit({ spent, working_seconds: working }) {
  const { compile, check, run, search, undivided } = spent;
  /** @type {readonly (readonly [string, number])[]} */
  const parts = [
    ['compile', compile],
    ['check', check],
    ['run', run],
    ['search', search ?? 0],
    ['not divided', undivided],
  ];
  const shown = parts.filter(([, seconds]) => seconds > 0);
  const total = shown.reduce((sum, [, seconds]) => sum + seconds, 0);
  const draw = (/** @type {number} */ width) => {
    let from = 0;
    const marks = shown.map(([name, seconds]) => {
      const part = (width * seconds) / total;
      from += part;
      return svg('rect', {
        class: `f${parts.findIndex(([other]) => other === name)}`,
        x: from - part,
        width: Math.max(1, part - 1),
        height: 30,
        rx: 2,
        'data-tip': `${name}: ${spanText(seconds)}, ${percent(seconds / total)}`,
      });
    });
    return walkable(svg('svg', { width, height: 34 }, ...marks), marks, 'Where the time went');
  };
  const rows = shown.map(([name, seconds]) => ({
    cells: [
      word(name),
      number(seconds, (value) => (value < 1 ? timeText(value) : spanText(value))),
      number(seconds / total, percent),
    ],
  }));
  const missing =
    search === null
      ? ' What choosing the trials took is not recorded: this log is of an early version, or of another program.'
      : '';
  return figure(
    'Where the time went',
    `Summed over trials, of which several compile at once, in ${spanText(working)} of work.${missing}`,
    shown.length === 0
      ? [html('p', { class: 'soft' }, 'Not recorded.')]
      : [
          drawn(draw),
          legend(shown.map(([name]) => [name, parts.findIndex(([other]) => other === name)])),
          table('Where the time went', ['step', 'time', 'share'], rows),
        ],
  );
}

/** @param {Task} task */
function predicted(task) {
  const { predictions } = task;
  const title = 'Predicted against measured';
  if (predictions.length === 0)
    return figure(
      title,
      'Not recorded: the log holds no predictions. Either its search asked no model, or it is of an early version or another program.',
      [],
    );
  const known = predictions.flatMap(({ tau }) => (tau === null ? [] : [tau])).sort((a, b) => a - b);
  const middle = known[Math.floor((known.length - 1) / 2)];
  const box = html('div');
  const draw = (/** @type {number} */ width) => {
    const height = 110;
    const y = (/** @type {number} */ tau) => 10 + (1 - tau) * 40;
    const step = (width - 44) / predictions.length;
    const marks = predictions.map(({ tau, batch, trials, failed, template }, place) =>
      svg('rect', {
        class: tau === null ? 'mark tick' : 'accent tick',
        x: 44 + place * step + step * 0.1,
        width: Math.max(1, Math.min(24, step * 0.8)),
        y: tau === null ? y(0) - 1 : Math.min(y(tau), y(0)),
        height: Math.max(2, Math.abs(y(tau ?? 0) - y(0))),
        rx: 1,
        'data-tip': `batch ${batch} of ${template}\n${trials} trials, ${failed} failed\n${tau === null ? 'too few to compare' : `rank correlation ${tau.toFixed(2)}`}`,
        click: () => show(place),
      }),
    );
    return walkable(
      svg(
        'svg',
        { width, height },
        ...[-1, 0, 1].flatMap((tau) => [
          svg('line', { class: 'axis', x1: 44, x2: width, y1: y(tau), y2: y(tau) }),
          svg('text', { x: 36, y: y(tau) + 4, 'text-anchor': 'end' }, tau),
        ]),
        ...marks,
        svg('text', { x: 44, y: height - 4 }, 'batches in the order of time'),
      ),
      marks,
      'Rank correlation of each batch. Enter shows its trials',
    );
  };
  const show = (/** @type {number} */ place) =>
    box.replaceChildren(scatter(task, /** @type {any} */ (predictions[place])));
  const last = predictions.findLastIndex(({ tau }) => tau !== null);
  show(Math.max(0, last));
  return figure(
    title,
    `Kendall's rank correlation of the model's scores and the measured speed, by batch (1: the same order, 0: chance)${middle === undefined ? '' : `; median ${middle.toFixed(2)}`}. Failures are left out. Choose a batch to see its trials.`,
    [drawn(draw), box],
  );
}

/** @param {Task} task @param {Task['predictions'][number]} batch */
function scatter(task, { batch, template, points }) {
  const draw = (/** @type {number} */ width) => {
    const height = 190;
    const scores = points.map(([score]) => score);
    const [low, high] = [Math.min(...scores), Math.max(...scores)];
    const top = Math.max(...points.map(([, seconds]) => 1 / seconds));
    const x = (/** @type {number} */ score) => 54 + ((width - 66) * (score - low)) / (high - low || 1);
    const y = (/** @type {number} */ seconds) => 12 + (height - 48) * (1 - 1 / seconds / top);
    const marks = points.map(([score, seconds]) =>
      svg('circle', {
        class: 'accent',
        cx: x(score),
        cy: y(seconds),
        r: 4,
        'fill-opacity': 0.75,
        'data-tip': `score ${digits(score)}\n${speedText(task, seconds)} (${timeText(seconds)})`,
      }),
    );
    return walkable(
      svg(
        'svg',
        { width, height },
        svg('line', { class: 'axis', x1: 44, x2: 44, y1: 8, y2: height - 30 }),
        svg('line', { class: 'axis', x1: 44, x2: width, y1: height - 30, y2: height - 30 }),
        ...marks,
        svg(
          'text',
          { x: 36, y: 16, 'text-anchor': 'end' },
          points.length === 0 ? '' : task.flops === null ? timeText(1 / top) : digits((task.flops * top) / 1e9),
        ),
        svg('text', { x: 36, y: height - 28, 'text-anchor': 'end' }, task.flops === null ? '' : '0'),
        svg('text', { x: 44, y: height - 12 }, `predicted score, batch ${batch} of ${template} →`),
      ),
      marks,
      'Predicted against measured',
    );
  };
  return drawn(draw);
}

/** @param {Task} task */
function failures({ failures: classes, trials, failed }) {
  const rows = classes.map((one) => ({
    cells: [word(words(one.class)), number(one.count, whole), number(one.count / trials, percent), word(one.message)],
  }));
  return figure(
    'Failures',
    failed === 0
      ? 'No trial failed.'
      : `${whole(failed)} of ${whole(trials)} trials failed; they are in no other figure.`,
    rows.length === 0 ? [] : [table('Failures by class', ['class', 'trials', 'share', 'first message'], rows)],
  );
}

/** @param {Task} task */
function knobPart({ knobs, best }) {
  const box = html('div', { class: 'columns' });
  const show = (/** @type {number} */ place) => box.replaceChildren(...knobSections(/** @type {any} */ (knobs[place])));
  const first = Math.max(
    0,
    knobs.findIndex(({ template }) => template === best?.template),
  );
  show(first);
  const names = knobs.map(({ template, trials }) => `${template} (${whole(trials)} trials worked)`);
  return html(
    'div',
    {},
    html('h2', {}, 'Knobs'),
    html('div', { class: 'bar' }, choice('Template', names, first, show)),
    box,
  );
}

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
        'GFLOPS of our best kernels (in colour) and of other libraries, timed in turns in one run of tune bench. The ratio says how many times as fast ours is as the fastest library that is no freer to choose layouts; paler bars do not compete.',
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
function bars({ bars: list, workload }) {
  const most = Math.max(...list.map(({ high }) => high));
  const marks = list.map(({ name, gflops, low, high, competes }, place) =>
    svg(
      'g',
      {
        'data-tip': `${name}: ${digits(gflops)} GFLOPS (${digits(low)} to ${digits(high)})${competes ? '' : ', does not compete'}`,
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

/** @param {PageData} report @param {number} current @param {(place: number) => void} open @returns {Node[]} */
function rooflineSection({ tasks, roofs }, current, open) {
  const placed = tasks.flatMap((task, place) =>
    task.best && task.flops !== null && task.bytes !== null ? [{ task, place }] : [],
  );
  const parts = roofs.flatMap((roof, i) => {
    const isFirst =
      roofs.findIndex(({ fingerprint, threads }) => fingerprint === roof.fingerprint && threads === roof.threads) === i;
    const under = placed.filter(({ task }) => task.fingerprint === roof.fingerprint && task.threads === roof.threads);
    return isFirst && under.length > 0 ? [roofline(roof, under, current, open)] : [];
  });
  const why =
    roofs.length === 0
      ? 'No peak and no bandwidth are known: name a file of tune bench --json with --bench, or measure this machine with --roof.'
      : 'No workload here was tuned on a machine and a number of threads whose peak and bandwidth are known.';
  return [
    html(
      'section',
      {},
      html('h2', {}, 'Roofline'),
      ...(parts.length === 0 ? [html('p', { class: 'soft' }, why)] : [html('div', { class: 'columns' }, ...parts)]),
    ),
  ];
}

/**
 * @param {PageData['roofs'][number]} roof
 * @param {readonly { task: Task, place: number }[]} placed
 * @param {number} current
 * @param {(place: number) => void} open
 */
function roofline(roof, placed, current, open) {
  const height = 320;
  const points = placed.map(({ task, place }) => ({
    task,
    place,
    intensity: Number(task.flops) / Number(task.bytes),
    gflops: Number(task.best?.gflops),
  }));
  const ridge = roof.gflops / roof.gbps;
  const [x0, x1] = [
    Math.min(ridge / 4, ...points.map(({ intensity }) => intensity)) / 1.5,
    Math.max(ridge * 4, ...points.map(({ intensity }) => intensity)) * 1.5,
  ];
  const [y0, y1] = [
    Math.min(roof.gbps * x0, ...points.map(({ gflops }) => gflops)) / 1.5,
    Math.max(roof.gflops, ...points.map(({ gflops }) => gflops)) * 1.6,
  ];
  const draw = (/** @type {number} */ width) => {
    const x = (/** @type {number} */ value) => 48 + ((width - 60) * Math.log(value / x0)) / Math.log(x1 / x0);
    const y = (/** @type {number} */ value) => height - 36 - ((height - 48) * Math.log(value / y0)) / Math.log(y1 / y0);
    const marks = points.map(({ task, place, intensity, gflops }) => {
      const reach = Math.min(roof.gflops, roof.gbps * intensity);
      const tip = `${titleOf(task)}\n${digits(gflops)} GFLOPS, ${percent(gflops / reach)} of the roof\n${digits(intensity)} operations a byte`;
      return svg('circle', {
        class: 'accent tick',
        cx: x(intensity),
        cy: y(gflops),
        r: place === current ? 7 : 4.5,
        'fill-opacity': place === current ? 1 : 0.65,
        'data-tip': tip,
        click: () => open(place),
      });
    });
    const axisX = ticksBetween(x0, x1).flatMap((value) => [
      svg('line', { class: 'axis', x1: x(value), x2: x(value), y1: 8, y2: height - 36 }),
      svg('text', { x: x(value), y: height - 20, 'text-anchor': 'middle' }, digits(value)),
    ]);
    const axisY = ticksBetween(y0, y1).flatMap((value) => [
      svg('line', { class: 'axis', x1: 48, x2: width - 12, y1: y(value), y2: y(value) }),
      svg('text', { x: 42, y: y(value) + 4, 'text-anchor': 'end' }, digits(value)),
    ]);
    const start = Math.max(x0, y0 / roof.gbps);
    return walkable(
      svg(
        'svg',
        { width, height },
        ...axisX,
        ...axisY,
        svg('polyline', {
          fill: 'none',
          stroke: 'currentColor',
          'stroke-width': 1.5,
          points: `${x(start)},${y(roof.gbps * start)} ${x(ridge)},${y(roof.gflops)} ${x(x1)},${y(roof.gflops)}`,
        }),
        ...marks,
        svg('text', { x: 48, y: height - 4 }, 'operations a byte of inputs and output →'),
      ),
      marks,
      'Roofline of the workloads. Enter opens one',
    );
  };
  const caption = `${roof.fingerprint}, ${plural(roof.threads, 'thread')}: ${digits(roof.gflops)} GFLOPS of multiply-adds, ${digits(roof.gbps)} GB/s from memory (${roof.from}). GFLOPS count the direct algorithm, so that one which multiplies less, or data in a cache, may come out above.`;
  return figure('Best kernels under the roof', caption, [drawn(draw)], 'wide');
}

/**
 * Ticks of a logarithmic axis: powers of ten, and where these are few also 2 and 5 times as much.
 *
 * @param {number} from
 * @param {number} to
 */
function ticksBetween(from, to) {
  const first = Math.floor(Math.log10(from));
  const tens = Array.from({ length: Math.ceil(Math.log10(to)) - first + 1 }, (_, i) => 10 ** (first + i));
  const steps = to / from < 1000 ? [1, 2, 5] : [1];
  return tens.flatMap((ten) => steps.map((step) => step * ten)).filter((value) => value >= from && value <= to);
}
