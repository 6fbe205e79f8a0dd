import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { whenOver } from './lifetime.ts';
import { runWarm, type WarmAnswer, type WarmRequest, type WarmTalk } from './warm-program.ts';

const CHILD = join(import.meta.dirname, 'relayed-program-child.ts');

/** A command that other programs start, again and again, and talk to over its standard input and output. */
export interface RelayedProgram {
  /** What they start: pipes to a process that has the command's modules already. */
  readonly commandLine: readonly string[];
  /** How each of them ended, in the order of their starts. */
  readonly answers: readonly Promise<WarmAnswer>[];
}

/** `entry`: as in `runWarm`. */
export async function relayTo(entry: string, request: Omit<WarmRequest, 'input' | 'heard'>): Promise<RelayedProgram> {
  const answers: Promise<WarmAnswer>[] = [];
  const ends: (() => void)[] = [];
  // Who ends its input still reads what is answered.
  const server = createServer({ allowHalfOpen: true }, (pipes) => {
    const talk = { ...talkOver(pipes), endBy: (end: () => void) => void ends.push(end) };
    answers.push(runWarm(entry, { ...request, input: null, heard: 'stdout' }, talk).finally(() => pipes.end()));
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
    person: (said) => void pipes.write(said),
    begun: (type) => {
      pipes.setEncoding('utf8').on('data', (text: string) => type(text));
      pipes.once('end', () => type(null)).once('error', () => type(null));
    },
  };
}
