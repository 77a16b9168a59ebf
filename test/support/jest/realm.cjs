/** What suites that share a realm may leave behind in it. */

/** Handles that keep a process alive, as Node names them. */
const handles = ['FSEventWrap', 'MessagePort', 'TCPServerWrap', 'Timeout', 'Worker'];

/** What tests may replace for a while, by name. */
const replaceable = () => ({
  Date: globalThis.Date,
  'Date.now': Date.now,
  'Math.random': Math.random,
  'performance.now': performance.now,
  setTimeout: globalThis.setTimeout,
});

/** The state of this process before a suite or after it. */
exports.stateOfRealm = () => ({
  env: { ...process.env },
  cwd: process.cwd(),
  exitCode: process.exitCode,
  // Zod keeps its registry there when it is loaded.
  globals: Object.keys(globalThis).filter((name) => !name.startsWith('__zod')),
  functions: replaceable(),
  listeners: new Map(process.eventNames().map((name) => [name, process.listenerCount(name)])),
  handles: countOf(process.getActiveResourcesInfo().filter((kind) => handles.includes(kind))),
});

/** Puts back what a suite may change. */
exports.restoreRealm = ({ env, cwd, exitCode }) => {
  process.env = env;
  process.chdir(cwd);
  process.exitCode = exitCode;
};

/** What a suite left behind, a phrase each. */
exports.leftInRealm = (before, after) => [
  ...after.globals.filter((name) => !before.globals.includes(name)).map((name) => `the global ${name}`),
  ...Object.keys(before.functions)
    .filter((name) => before.functions[name] !== after.functions[name])
    .map((name) => `another ${name}`),
  ...more(before.listeners, after.listeners).map((name) => `a listener for the process's "${name}"`),
  ...more(before.handles, after.handles).map((kind) => `a ${kind} that is active`),
];

function countOf(kinds) {
  const counts = new Map();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The keys whose count has grown. */
function more(before, after) {
  return [...after].flatMap(([key, count]) => (count > (before.get(key) ?? 0) ? [String(key)] : []));
}
