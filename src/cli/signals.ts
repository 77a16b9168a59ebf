/** The signals that interrupt a run. A run under `nohup`, which bin/tune detects, ignores a closed terminal. */
export function signalsHeard(): readonly NodeJS.Signals[] {
  const isNohup = (process.env['TUNE_NOHUP'] ?? '') !== '';
  return isNohup ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
}

/** An interrupt ends with 130 where no command catches it, and before one does. */
export function exitWhenInterrupted(): void {
  for (const name of signalsHeard())
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(130);
    });
}
