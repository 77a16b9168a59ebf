import { Chalk } from 'chalk';
import { exitCodeOf, explain } from '../../../src/cli/errors.js';
import { modulesNamed } from '../../../src/cli/modules.js';
import type { Output } from '../../../src/cli/output.js';
import { createProgram } from '../../../src/cli/program.js';
import { wrapped } from '../../../src/cli/render/wrapped.js';
import { visible } from '../../../src/target/visible.js';

/** What a terminal without colours shows of both streams, in the order in which they were written. */
export class Screen {
  private readonly lines: string[] = [];
  readonly output: Output;

  constructor(columns: number) {
    const plain = new Chalk({ level: 0 });
    this.output = {
      stdout: (text) => this.lines.push(visible(text)),
      stderr: (text) => this.lines.push(wrapped(visible(text), columns)),
      paint: plain,
      paintStderr: plain,
      status: () => undefined,
      interactive: false,
      columns,
      whenClosed: () => undefined,
    };
  }

  /** Runs a command line, and shows how it ends. */
  async run(args: readonly string[]): Promise<void> {
    await this.during(async () => {
      await createProgram(this.output, await modulesNamed(args)).parseAsync([...args], { from: 'user' });
    });
  }

  /** What `run` of the command line does around a command. */
  async during(shown: () => Promise<void>): Promise<void> {
    try {
      await shown();
    } catch (error) {
      const said = explain(error);
      if (said !== undefined) this.output.stderr(`tune: ${said}`);
      const code = exitCodeOf(error);
      if (code !== 0) this.lines.push(`[exit ${code}]`);
    }
  }

  get text(): string {
    return this.lines.join('\n');
  }
}
