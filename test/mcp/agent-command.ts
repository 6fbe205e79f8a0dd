import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { relayTo } from '../support/relayed-program.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));
/** The built modules that `PROGRAM` imports. */
const BUILT = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Command lines with which an agent's program starts `pennyrow mcp` for a data folder. */
export interface AgentCommand {
  /** Starts a new process. */
  readonly own: readonly string[];
  /** Pipes to a process that has already loaded the program, and runs the same command there. */
  readonly relayed: readonly string[];
  /** Resolves when all relayed commands have exited. A command exits when its input ends. */
  ended(): Promise<void>;
}

/** With `PENNYROW_OWN_PROCESS=1`, `relayed` also starts a new process. */
export async function agentCommand(folder: string, args: readonly string[]): Promise<AgentCommand> {
  const command = ['mcp', ...args];
  const own = [process.execPath, PROGRAM, ...command];
  if (process.env['PENNYROW_OWN_PROCESS'] === '1') return { own, relayed: own, ended: async () => undefined };
  const environment = { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder };
  const { commandLine, answers } = await relayTo(BUILT, { args: command, folder, environment });
  return {
    own,
    relayed: commandLine,
    ended: async () => {
      for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ code: 0, stderr: '' });
    },
  };
}
