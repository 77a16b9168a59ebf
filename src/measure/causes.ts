/**
 * What disturbs a repeat, as native/runner/quiet.c tells them apart: its thread went without a core, another process
 * took a core from any of its threads, it was moved to another core, its core was slower than it can be.
 */
export const causes = ['waited', 'preempted', 'moved', 'slowed'] as const;
export type Cause = (typeof causes)[number];

/** A number for each cause. */
export type Causes = Readonly<Record<Cause, number>>;

/** A number for each cause, made of its name. */
export function mapCauses(make: (cause: Cause) => number): Causes {
  return { waited: make('waited'), preempted: make('preempted'), moved: make('moved'), slowed: make('slowed') };
}
