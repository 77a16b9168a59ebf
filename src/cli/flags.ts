/** The options of the commands, as commander hands them over: those that were given, or have a default. */

/** Of commands that read logs. */
export interface LogFlags {
  /** Files with templates. */
  readonly template?: readonly string[];
  readonly json?: true;
}

/** Of commands that hand their options to the library. */
export type FlagsOf<Options> = Omit<Options, 'modules' | 'signal' | `on${string}`> & LogFlags;
