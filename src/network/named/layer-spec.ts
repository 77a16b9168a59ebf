/** A layer of a network as it is asked for. */
export interface LayerSpec {
  /** Default: the workload's. Of no other layer of the network. */
  readonly name?: string;
  readonly operator: string;
  /** As `tune <operator>` takes it: a named one, or a shape as runs print it. */
  readonly workload?: string;
  /** Shape options by their key; they override those of the workload. */
  readonly shape?: Readonly<Record<string, string>>;
  /** Calls of it in the network, > 0. */
  readonly weight: number;
}

export interface NamedNetwork {
  readonly name: string;
  readonly summary: string;
  readonly layers: readonly LayerSpec[];
}
