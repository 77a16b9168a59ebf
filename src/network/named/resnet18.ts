import type { LayerSpec, NamedNetwork } from './layer-spec.js';

const conv = (workload: string, weight: number): LayerSpec => ({ operator: 'conv2d', workload, weight });

/**
 * ResNet-18 (He, Zhang, Ren and Sun, "Deep Residual Learning for Image Recognition", CVPR 2016, table 1), batch 1, with
 * the convolutions of AutoTVM (OSDI 2018, table 2), whose network has a projection in the first block of every stage,
 * C3 in the first one; He et al. have none there.
 */
export const resnet18: NamedNetwork = {
  name: 'resnet18',
  summary: 'ResNet-18 as AutoTVM has it, 224 x 224, batch 1',
  layers: [
    conv('resnet18.C1', 1),
    conv('resnet18.C2', 4),
    conv('resnet18.C3', 1),
    conv('resnet18.C4', 1),
    conv('resnet18.C5', 1),
    conv('resnet18.C6', 3),
    conv('resnet18.C7', 1),
    conv('resnet18.C8', 1),
    conv('resnet18.C9', 3),
    conv('resnet18.C10', 1),
    conv('resnet18.C11', 1),
    conv('resnet18.C12', 3),
    { name: 'resnet18.fc', operator: 'dense', workload: 'resnet18.fc', weight: 1 },
  ],
};
