/**
 * Named convolutions: ResNet-18's (AutoTVM, OSDI 2018, table 2) and MobileNet's depthwise layers; batch 1, `same`
 * padding.
 */
type Entry = [name: string, shape: Record<string, string>];
type Row = readonly [
  name: string,
  size: number,
  inChannels: number,
  outChannels: number,
  kernel: number,
  stride: number,
];

const resnet18: readonly Row[] = [
  ['C2', 56, 64, 64, 3, 1],
  ['C1', 224, 3, 64, 7, 2],
  ['C3', 56, 64, 64, 1, 1],
  ['C4', 56, 64, 128, 3, 2],
  ['C5', 56, 64, 128, 1, 2],
  ['C6', 28, 128, 128, 3, 1],
  ['C7', 28, 128, 256, 3, 2],
  ['C8', 28, 128, 256, 1, 2],
  ['C9', 14, 256, 256, 3, 1],
  ['C10', 14, 256, 512, 3, 2],
  ['C11', 14, 256, 512, 1, 2],
  ['C12', 7, 512, 512, 3, 1],
];

const mobilenet: readonly (readonly [name: string, size: number, channels: number, stride: number])[] = [
  ['D1', 112, 32, 1],
  ['D2', 112, 64, 2],
  ['D3', 56, 128, 1],
  ['D4', 56, 128, 2],
  ['D5', 28, 256, 1],
  ['D6', 28, 256, 2],
  ['D7', 14, 512, 1],
  ['D8', 14, 512, 2],
  ['D9', 7, 1024, 1],
];

/** Shape options as text; the first is the default workload. */
export const conv2dWorkloads: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries([
  ...resnet18.map(([name, ...r]): Entry => [`resnet18.${name}`, row(...r, 1)]),
  ...mobilenet.map(([name, size, c, stride]): Entry => [`mobilenet.${name}`, row(size, c, c, 3, stride, c)]),
]);

function row(
  size: number,
  ic: number,
  oc: number,
  kernel: number,
  stride: number,
  groups: number,
): Record<string, string> {
  return {
    ...{ inChannels: `${ic}`, height: `${size}`, width: `${size}`, outChannels: `${oc}` },
    ...{ kernel: `${kernel}`, stride: `${stride}`, pad: `${Math.floor(kernel / 2)}`, groups: `${groups}` },
  };
}
