// What kernels reach of the peak and the bandwidth of their machine.

/** @param {PageData} report @param {number} current @param {(place: number) => void} open @returns {Node[]} */
function rooflineSection({ tasks, roofs }, current, open) {
  const placed = tasks.flatMap((task, place) =>
    task.best && task.flops !== null && task.bytes !== null ? [{ task, place }] : [],
  );
  const parts = roofs.flatMap((roof, i) => {
    const isFirst = roofs.findIndex((other) => isUnder(other, roof)) === i;
    const under = placed.filter(({ task }) => isUnder(task, roof));
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
 * @param {Pick<PageData['roofs'][number] | Task, 'fingerprint' | 'threads' | 'dtype'>} what
 * @param {PageData['roofs'][number]} roof
 */
function isUnder({ fingerprint, threads, dtype }, roof) {
  return fingerprint === roof.fingerprint && threads === roof.threads && dtype === roof.dtype;
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
      const tip = `${titleOf(task)}\n${digits(gflops)} ${task.unit}, ${percent(gflops / reach)} of the roof\n${digits(intensity)} operations a byte`;
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
  const unit = placed[0]?.task.unit;
  const caption = `${roof.fingerprint}, ${plural(roof.threads, 'thread')}: ${digits(roof.gflops)} ${unit} of multiply-adds on ${roof.dtype}, ${digits(roof.gbps)} GB/s from memory (${roof.from}). ${unit} count the direct algorithm, so that one which multiplies less, or data in a cache, may come out above.`;
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
