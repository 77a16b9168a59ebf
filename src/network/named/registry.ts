import type { NamedNetwork } from './layer-spec.js';
import { mobilenet } from './mobilenet.js';
import { resnet18, resnet50 } from './resnet.js';

export const networks: readonly NamedNetwork[] = [resnet18, resnet50, mobilenet];
