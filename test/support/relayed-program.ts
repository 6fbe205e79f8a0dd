import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { whenOver } from './lifetime.ts';
import { runWarm, type WarmAnswer, type WarmRequest, type WarmTalk } from './warm-program.ts';

const CHILD = join(import.meta.dirname, 'relayed-program-child.ts');

/** A command that other programs start repeatedly, communicating over its standard input and output. */
export interface RelayedProgram {
  /** The command line of a relay to a process that has already loaded the command's modules. */
  readonly commandLine: readonly string[];
  /** The result of each process, in the order of their starts. */
  readonly answers: readonly Promise<WarmAnswer>[];
}

/** Starts a server for relays. For each connection, it runs the module `entry` as `runWarm` does. */
export async function relayTo(entry: string, request: Omit<WarmRequest, 'input' | 'heard'>): Promise<RelayedProgram> {
  const answers: Promise<WarmAnswer>[] = [];
  const ends: (() => void)[] = [];
  // The connection stays open for the answer after a program has closed its input.
  const server = createServer({ allowHalfOpen: true }, (pipes) => {
    const talk = { ...talkOver(pipes), endBy: (end: () => void) => void ends.push(end) };
    answers.push(runWarm(entry, { ...request, input: null, forwarded: 'stdout' }, talk).finally(() => pipes.end()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenOver(() => {
    server.close();
    for (const end of ends) end();
  });
  const { port } = server.address() as AddressInfo;
  return { commandLine: [process.execPath, CHILD, String(port)], answers };
}

function talkOver(pipes: Socket): WarmTalk {
  return {
    person: (output) => void pipes.write(output),
    begun: (type) => {
      pipes.setEncoding('utf8').on('data', (text: string) => type(text));
      pipes.once('end', () => type(null)).once('error', () => type(null));
    },
  };
}
