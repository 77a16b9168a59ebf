import type { Stage } from '../../src/cli/render/display.js';
import { StatusLine } from '../../src/cli/status-line.js';
import { FakeTerminal } from './fake-terminal.js';

/** A terminal of so many columns, as the command line writes to it. */
export function terminalOf(columns: number): { readonly terminal: FakeTerminal; readonly stage: Stage } {
  const terminal = new FakeTerminal(columns);
  const write = (text: string): void => {
    terminal.write(text);
  };
  const line = new StatusLine(write);
  const stage: Stage = {
    stderr: (text) => {
      line.above(() => {
        write(`${text}\n`);
      });
    },
    status: (text) => {
      line.show(text);
    },
    interactive: true,
    messageColumns: columns,
  };
  return { terminal, stage };
}

/** Where there is no terminal. */
export function linesOnly(): { readonly said: string[]; readonly stage: Stage } {
  const said: string[] = [];
  return { said, stage: { stderr: (text) => said.push(text), status: () => undefined, interactive: false } };
}
