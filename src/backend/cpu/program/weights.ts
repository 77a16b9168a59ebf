/** The constants of a network as its kernels want them, in one file. */
import { createHash } from 'node:crypto';
import { bytesOf } from '../../../codegen/accesses.js';
import { nothing, type Pack } from '../../../ir/nest.js';
import type { PackedForm } from '../../capabilities/packed-forms.js';
import type { Call, ProgramSet } from '../../program/program.js';
import { exportC } from '../codegen/exported.js';
import type { CpuTarget } from '../target.js';
import type { Config } from '../../../space/config.js';
import { nestOf } from '../../../templates/nest.js';
import type { Task } from '../../../templates/template.js';
import { packOf, type ProgramKernel } from './program-kernels.js';
import { packAll, type PackSource } from './packer.js';

export interface Weights {
  /** The byte at which the form of a constant begins that a call takes as one of its inputs. */
  readonly placeOf: (call: Call, input: number) => number;
  readonly bytes: Buffer;
}

/** A constant in a form that some kernels want. */
interface Form {
  readonly constant: number;
  readonly source: PackSource | undefined;
  /** The byte at which it begins. */
  readonly at: number;
}

/** Bytes of a cache line: forms begin at one, and another lies behind each, of which kernels may read. */
const LINE = 64;

/** Throws WorkError where they cannot be packed on this machine. */
export async function weightsOf(
  { target, constants, programs }: ProgramSet<CpuTarget>,
  kernels: ReadonlyMap<Call, ProgramKernel>,
): Promise<Weights> {
  const forms = new Map<string, Form>();
  const places = new Map<Call, Map<number, number>>();
  let end = 0;
  for (const call of programs.flatMap(({ calls }) => calls)) {
    const own = new Map<number, number>();
    places.set(call, own);
    for (const [input, argument] of call.inputs.entries()) {
      if (argument.in !== 'constants') continue;
      const { constant } = argument;
      const kernel = kernels.get(call);
      const pack = kernel && packOf(kernel, input);
      const source = pack && sourceOf(pack, kernel.cpu);
      const key = JSON.stringify([constant, source?.name]);
      const bytes = pack ? bytesOf(pack.packed) : constants[constant]!.bytes.length;
      const form = forms.get(key) ?? { constant, source, at: end };
      if (!forms.has(key)) end = (Math.ceil(bytes / LINE) + 1) * LINE + end;
      forms.set(key, form);
      own.set(input, form.at);
    }
  }
  const plain = [...forms.values()].filter(({ source }) => !source);
  const packings = [...forms.values()].flatMap(({ source, constant, at }) =>
    source ? [{ source, constant: constants[constant]!.bytes, at }] : [],
  );
  const bytes = await packAll(packings, end, target);
  for (const { constant, at } of plain) bytes.set(constants[constant]!.bytes, at);
  return { bytes, placeOf: (call, input) => places.get(call)!.get(input)! };
}

/** The forms in which a kernel wants constants as its inputs; undefined where that is as they are. */
export function packedForms(task: Task, config: Config, cpu: CpuTarget): readonly (PackedForm | undefined)[] {
  const nest = nestOf(task, config);
  return nest.inputs.map((_, input) => {
    const pack = packOf({ nest }, input);
    return pack && { name: sourceOf(pack, cpu).name, bytes: bytesOf(pack.packed) };
  });
}

/** What a pack does, as a function whose name follows from its text: what packs alike is there once. */
function sourceOf({ original, packed, body }: Pack, cpu: CpuTarget): PackSource {
  // The output has the extents of memory, not of the tensor: those of an output that somebody unpacks.
  const unpack = { packed, output: original, body: nothing };
  const nest = { inputs: [original], output: packed.tensor, body, packs: [], unpack };
  const { source } = exportC(nest, { ...cpu, threads: 1 }, 'pack_constant', 'packs.h', { converts: false });
  const name = `pack_${createHash('sha256').update(source).digest('hex').slice(0, 16)}`;
  return { name, text: source.replaceAll('pack_constant', name) };
}
