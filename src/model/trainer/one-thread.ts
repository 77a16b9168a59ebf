/**
 * The environment of what trains. libgomp's threads spin while they wait for each other; where another process holds a
 * core, that takes more than half of the time, even with `nthread=1`, which not all loops of xgboost heed.
 */
export function oneThread(): NodeJS.ProcessEnv {
  return { ...process.env, OMP_NUM_THREADS: '1', OMP_WAIT_POLICY: 'passive' };
}
