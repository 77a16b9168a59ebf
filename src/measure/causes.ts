/**
 * What a repeat may meet, as native/runner/quiet.c reports it: its threads went without a core, its thread was moved to
 * another core, its core was shared or throttled. The last makes a trial noisy where most repeats met it.
 */
export type Cause = 'waited' | 'moved' | 'slowed';

/** A number for each cause. */
export type Causes = Readonly<Record<Cause, number>>;

/** A number for each cause, made of its name. */
export function mapCauses(make: (cause: Cause) => number): Causes {
  return { waited: make('waited'), moved: make('moved'), slowed: make('slowed') };
}
