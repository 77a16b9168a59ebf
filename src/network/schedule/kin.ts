/** Of the sizes that count as equal: Ansor's (tvm v0.16, auto_scheduler/task_scheduler.py, derive_similarity_tag). */
const BASE = 1.618;

/**
 * A text that workloads share which should run at about the same rate: those of one operator and of about as many
 * operations.
 */
export function kinOf(operator: string, flops: number): string {
  return `${operator} ${Math.floor(Math.log(flops + 1) / Math.log(BASE))}`;
}
