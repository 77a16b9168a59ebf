/** Sees each program that this process starts, and knows those that live. */
const childProcess = require('node:child_process');
const { once } = require('node:events');
const { syncBuiltinESMExports } = require('node:module');
const { setTimeout: wait } = require('node:timers/promises');

/** Milliseconds in which a program that was ended is gone, however busy the machine is. */
const PATIENCE = 20_000;
/** Milliseconds for a program that is waited for with the thread blocked: jest's own limit of a test cannot end it. */
const BLOCKED = 240_000;

const living = new Set();
let listener = () => undefined;

/** Has a function called with the path of each program before it is started; it may throw. */
exports.whenStarted = (next) => {
  listener = next;
};

/** The command lines of programs that a suite did not end; they are ended now. */
exports.endLeftPrograms = async () => {
  const signal = AbortSignal.timeout(PATIENCE);
  for (const child of living) await once(child, 'exit', { signal }).catch(() => undefined);
  const left = [...living];
  living.clear();
  for (const child of left) child.kill('SIGKILL');
  if (left.length > 0) await wait(100);
  return left.map(({ spawnargs }) => spawnargs.join(' '));
};

const { ChildProcess } = childProcess;
const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function (options) {
  listener(options.file);
  const status = spawn.call(this, options);
  if (this.pid !== undefined) {
    living.add(this);
    this.once('exit', () => living.delete(this));
  }
  return status;
};
for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
  const usual = childProcess[name];
  childProcess[name] = (file, ...rest) => {
    listener(file);
    const options = Array.isArray(rest.at(-1)) ? {} : rest.pop();
    return usual(file, ...rest, { timeout: BLOCKED, killSignal: 'SIGKILL', ...options });
  };
}
syncBuiltinESMExports();
