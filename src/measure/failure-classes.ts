import { ErrorNo } from './measurement.js';

/** AutoTVM's classes of failure, as JSON names them. */
export const failureClasses: Readonly<Record<ErrorNo, string>> = {
  [ErrorNo.none]: 'none',
  [ErrorNo.instantiation]: 'instantiation',
  [ErrorNo.compileHost]: 'compile_host',
  [ErrorNo.compileDevice]: 'compile_device',
  [ErrorNo.runtimeDevice]: 'runtime_device',
  [ErrorNo.wrongAnswer]: 'wrong_answer',
  [ErrorNo.buildTimeout]: 'build_timeout',
  [ErrorNo.runTimeout]: 'run_timeout',
  [ErrorNo.unknown]: 'unknown',
  [ErrorNo.implausible]: 'implausible',
};
