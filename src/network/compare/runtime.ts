/** What a network of ours is timed beside. */

/** A runtime in a process of its own, which `command` starts on a job: bench/onnxruntime/network.mjs has its keys. */
export interface Runtime {
  /** As rows name it. */
  readonly key: 'onnxruntime' | 'openvino';
  readonly label: string;
  command(job: string): readonly string[];
  /** Keys of a job that only this runtime has. */
  readonly setup: Readonly<Record<string, unknown>>;
  /** How its program calls a type of elements. */
  typeName(type: string): string;
  /** The nodes that it ran, by the profile that calls left. Throws WorkError for text that is no such profile. */
  readProfile(text: string): readonly ProfiledNode[];
}

/** A node that a runtime ran, after its fusions. */
export interface ProfiledNode {
  readonly name: string;
  /** Of a call, the median. */
  readonly seconds: number;
  /** Whether it only brings elements into another layout or type. */
  readonly converts: boolean;
  /** Nodes of the model that it computes, or values that these make; undefined where its name has to say that. */
  readonly origins?: readonly string[];
}

/** Calls of a profile, and how many of them come first and are not counted: memory is touched there. */
export const [PROFILED, SKIPPED] = [25, 5];
