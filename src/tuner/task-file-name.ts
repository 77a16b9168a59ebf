import type { Workload } from '../operator/operator.js';

/** `conv2d.resnet18.C2`: a workload's name as a file's, without an ending. */
export function taskFileName(workload: Workload): string {
  const name = workload.name.startsWith(workload.operator) ? workload.name : `${workload.operator}.${workload.name}`;
  return name.replace(/[^\w.-]+/g, '_');
}
