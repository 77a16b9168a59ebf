// All workloads, and what several logs made of them side by side.

/** @param {Task} task */
function nameOf({ operator, workload }) {
  return [operator, workload].filter((name) => name !== null).join(' ');
}

/** `2 threads`. @param {number} count @param {string} noun */
function plural(count, noun) {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** With what distinguishes it from others of the name. @param {Task} task */
function titleOf(task) {
  return task.threads === null ? nameOf(task) : `${nameOf(task)}, ${plural(task.threads, 'thread')}`;
}

/** @param {Task} task @param {number} seconds */
function speedText({ work, unit }, seconds) {
  return work === null ? timeText(seconds) : `${digits(work / seconds / 1e9)} ${unit}`;
}

/** @param {PageData} report @param {number} current @param {(place: number) => void} open */
function overview({ tasks }, current, open) {
  const several = new Set(tasks.map(({ fingerprint }) => fingerprint)).size > 1;
  const units = new Set(tasks.map(({ unit }) => unit));
  const heads = [
    'workload',
    'threads',
    ...(several ? ['machine'] : []),
    'best',
    units.size === 1 ? ([...units][0] ?? '') : 'speed',
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
      number(task.best?.gflops, (gflops) => (units.size === 1 ? digits(gflops) : `${digits(gflops)} ${task.unit}`)),
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
