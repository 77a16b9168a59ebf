/** A function of the user's, compiled as a library compiles it. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { callableText } from '../../backend/cpu/program/c-function-text.js';
import { elementsAsBytes, numbersFromBytes } from '../../elements/in-bytes.js';
import { elementType } from '../../elements/registry.js';
import { inParameterOrder, parametersOfKind, type CFunction } from '../../ir/c-function.js';
import { compileTo } from '../../measure/c-program.js';
import { FunctionCaller } from '../../measure/function-call.js';
import { Scratch } from '../../measure/scratch.js';
import { MissingError } from '../../target/errors.js';

const execute = promisify(execFile);

export class CompiledFunction {
  private constructor(
    private readonly own: CFunction,
    private readonly object: Uint8Array,
    /** Names that it defines for the linker. */
    readonly symbols: readonly string[],
    private readonly caller: FunctionCaller,
  ) {}

  /** Throws WorkError with the compiler's first complaint, MissingError without a compiler or `nm`. */
  static async of(own: CFunction): Promise<CompiledFunction> {
    const caller = await FunctionCaller.open();
    const scratch = new Scratch();
    try {
      const [source, object] = [scratch.path('function.c'), scratch.path('function.so')];
      writeFileSync(source, callableText(own));
      await compileTo(object, ['-std=c11', '-O2', '-fPIC', '-shared', source, '-lm']);
      return new CompiledFunction(own, readFileSync(object), await symbolsOf(object), caller);
    } finally {
      scratch.close();
    }
  }

  /**
   * What it writes for these inputs and scalars, into outputs of so many elements. Throws MisbehavedError where it does
   * what it must not.
   */
  call(
    inputs: readonly ArrayLike<number>[],
    scalars: readonly number[],
    outputs: readonly number[],
  ): readonly Float64Array[] {
    const args = inParameterOrder<ArrayLike<number> | number>(this.own, {
      input: inputs,
      scalar: scalars.map((scalar) => [scalar]),
      output: outputs,
    });
    const given = this.own.parameters.map(({ name, type: typeName }, i) => {
      const [type, arg] = [elementType(typeName), args[i]!];
      if (typeof arg === 'number') return { name, elements: arg, elementBytes: type.bytes };
      return { name, bytes: elementsAsBytes(arg, type) };
    });
    const written = this.caller.call(this.object, given);
    return parametersOfKind(this.own, 'output').map(({ type }, i) =>
      numbersFromBytes(written[i]!, 0, outputs[i]!, elementType(type)),
    );
  }
}

/** What the linker would see of it in a library. */
async function symbolsOf(object: string): Promise<readonly string[]> {
  try {
    const { stdout } = await execute('nm', ['-D', '-P', '--defined-only', object]);
    const names = stdout.split('\n').map((line) => line.split(' ')[0]!);
    return names.filter((name) => name !== '' && name !== 'tune_call');
  } catch (error) {
    throw new MissingError(
      `The program nm is missing (${(error as Error).message.split('\n')[0]!}): install it with apt-get install binutils.`,
    );
  }
}
