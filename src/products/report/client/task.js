// One workload: the search, where its time went, what the model predicted, failures, knobs.

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
        ...(best.gflops === null ? [] : [/** @type {const} */ (['speed', `${digits(best.gflops)} ${task.unit}`])]),
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
    `${task.work === null ? 'Milliseconds a call: lower is better' : `${task.unit}: higher is better`}. Dots are trials (thinned), the line the best so far of the search; finals, which measure the best again, are left out.`,
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
          points.length === 0 ? '' : task.work === null ? timeText(1 / top) : digits((task.work * top) / 1e9),
        ),
        svg('text', { x: 36, y: height - 28, 'text-anchor': 'end' }, task.work === null ? '' : '0'),
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
