import type { DeviceKernel } from '../ir/device-kernel.js';
import { InstantiationError } from '../ir/errors.js';
import type { KernelOrFailure } from '../measure/build-loop.js';
import { ErrorNo } from '../measure/measurement.js';
import type { Config } from '../space/config.js';
import type { Task } from '../templates/template.js';
import { TuneError } from '../target/errors.js';
import { generate } from './generate.js';

/** Source of a config; throws InstantiationError. */
export type Generate = (task: Task, config: Config) => DeviceKernel;

/**
 * The kernel of a config. One whose source cannot be made is a trial that failed; any other fault of a template is,
 * too.
 */
export function makeKernel(task: Task, config: Config, make: Generate = generate): KernelOrFailure {
  try {
    return make(task, config);
  } catch (error) {
    if (error instanceof InstantiationError) return { error: ErrorNo.instantiation, message: error.message };
    return {
      error: ErrorNo.unknown,
      message: `the template failed: ${error instanceof TuneError ? error.message : String(error)}`,
    };
  }
}
