import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

const REPORT_MEMORY = join(import.meta.dirname, '../programs/report-memory.ts');

export interface Finished {
  /** The time from spawn to exit. */
  readonly seconds: number;
  readonly peakBytes: number;
  readonly stdout: string;
}

/** Runs a Node program until it exits; throws with its output on failure. */
export async function runProgram(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Finished> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', REPORT_MEMORY, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  const outputs = child.stdio.slice(1).map((pipe) => text(pipe as Readable));
  const [stdout = '', stderr = '', peak] = await Promise.all(outputs);
  const code = await exit;
  const elapsed = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return { seconds: elapsed, peakBytes: Number(peak), stdout };
}
