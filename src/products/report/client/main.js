// The page as a whole: a header, all workloads, the one that is chosen.

/** @type {PageData} */
const report = JSON.parse(document.getElementById('data')?.textContent ?? '');
const page = /** @type {HTMLElement} */ (document.getElementById('page'));

/** The workload that the address names, `#task-3`, or else the first. */
function placeInAddress() {
  const place = Number(/^#task-(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1;
  return place >= 0 && place < report.tasks.length ? place : 0;
}

let current = placeInAddress();
const heading = html('h2', { tabindex: -1 });
const chooser = html('div', { class: 'bar' });
const chosen = html('div');
const above = html('div');
const beyond = html('div');

/** @param {number} place */
function open(place) {
  if (place === current) return;
  history.replaceState(null, '', `#task-${place + 1}`);
  show(place);
  heading.focus();
}

/** @param {number} place */
function show(place) {
  current = place;
  const task = /** @type {Task} */ (report.tasks[place]);
  heading.textContent = titleOf(task);
  const names = report.tasks.map((one, i) => `${i + 1}. ${titleOf(one)}`);
  const step = (/** @type {number} */ way) => (place + way + names.length) % names.length;
  chooser.replaceChildren(
    ...(names.length > 1
      ? [
          html('button', { class: 'plain', type: 'button', click: () => open(step(-1)) }, '← Previous'),
          choice('Workload', names, place, open),
          html('button', { class: 'plain', type: 'button', click: () => open(step(1)) }, 'Next →'),
        ]
      : []),
  );
  above.replaceChildren(overview(report, place, open));
  chosen.replaceChildren(...taskSection(task));
  beyond.replaceChildren(...peerSection(report), ...rooflineSection(report, place, open));
}

function header() {
  const { logs, tasks } = report;
  const sum = (/** @type {(task: Task) => number} */ of) => tasks.reduce((total, task) => total + of(task), 0);
  const toggle = html('button', { class: 'plain', type: 'button', click: () => changeTheme() }, 'Light / dark');
  const skipped = logs.reduce((total, log) => total + log.skipped, 0);
  return html(
    'div',
    {},
    html(
      'header',
      {},
      html(
        'div',
        {},
        html('h1', {}, 'tune report'),
        html('p', { class: 'soft' }, logs.map(({ log }) => log).join(', ')),
      ),
      toggle,
    ),
    factList(
      [
        ['workloads', whole(tasks.length)],
        ['records', whole(logs.reduce((total, { records }) => total + records, 0))],
        ['trials', whole(sum(({ trials }) => trials))],
        ['failed', whole(sum(({ failed }) => failed))],
        ['machines', whole(new Set(tasks.map(({ fingerprint }) => fingerprint)).size)],
        ['work', spanText(sum((task) => task.working_seconds))],
        ...(skipped === 0 ? [] : [/** @type {const} */ (['lines without a record', whole(skipped)])]),
      ],
      'large',
    ),
  );
}

/** Line plots have the colours of the theme in their pixels, so they are drawn again. */
function changeTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { theme = dark ? 'dark' : 'light' } = document.documentElement.dataset;
  document.documentElement.dataset.theme = theme === 'dark' ? 'light' : 'dark';
  show(current);
}

const footer = html(
  'footer',
  {},
  'A trial is a config that was tried; one that was measured again counts once. Times of two machines, or of two targets, are never compared. The best is that of tune best: finals overrule the search, and a noisy time counts with the high end of its interval. The same figures in a terminal: tune log stats.',
);

page.append(header(), above, ...sideBySide(report), heading, chooser, chosen, beyond, footer);
show(current);
listenForTips();
addEventListener('hashchange', () => show(placeInAddress()));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => show(current));
