import type { NamedNetwork } from './layer-spec.js';
import { mobilenet } from './mobilenet.js';
import { resnet18 } from './resnet18.js';
import { resnet50 } from './resnet50.js';

/** Networks by the names that `tune network` takes. */
export const networks: readonly NamedNetwork[] = [resnet18, resnet50, mobilenet];
