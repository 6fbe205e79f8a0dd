import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { cleanEnvironment } from '../cli/pennyrow.ts';
import { relayTo } from '../support/relayed-program.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));
/** What it imports. */
const BUILT = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** `pennyrow mcp` on a data folder, which the program that runs an agent starts. */
export interface AgentCommand {
  /** The program in a process of its own. */
  readonly own: readonly string[];
  /** Pipes to a process that has the program's modules already, and runs the same command. */
  readonly relayed: readonly string[];
  /** Resolves when all that were relayed have ended, as the program ends when nobody asks it any more. */
  ended(): Promise<void>;
}

/** `PENNYROW_OWN_PROCESS=1` relays none. */
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
