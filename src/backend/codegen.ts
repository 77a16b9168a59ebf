import type { DeviceKernel } from '../ir/device-kernel.js';
import type { Nest } from '../ir/nest.js';
import type { Target } from '../target/target.js';
import type { Recipe } from './recipe.js';

/** Code generation for a kind of target. */
export interface Codegen<T extends Target = Target> {
  /** A loop nest as source text. Throws InstantiationError where the target cannot do what the nest says. */
  generate(nest: Nest, target: T): DeviceKernel;
  /** How a kernel is compiled, called and read by hand. Throws MissingError without what has to be asked. */
  recipe(kernel: DeviceKernel, target: T): Recipe;
}
