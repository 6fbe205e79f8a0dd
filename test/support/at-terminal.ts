import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/pennyrow.js', import.meta.url));

/** `script` of util-linux runs a program in a terminal. */
export const HAS_TERMINAL = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

const QUESTION = /(?:\[y\/N\]|to stop:) /g;

/** Runs the built program in a terminal and types the next answer after each question. */
export function atTerminal(folder: string, answers: readonly string[], ...args: readonly string[]) {
  const command = `exec '${process.execPath}' '${BIN}' ${args.map((arg) => `'${arg}'`).join(' ')}`;
  const env = { ...process.env, PENNYROW_DATA_DIR: folder, PENNYROW_LANGUAGE: 'en' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  let answered = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    const questionCount = screen.match(QUESTION)?.length ?? 0;
    for (; answered < Math.min(questionCount, answers.length); answered += 1)
      child.stdin.write(`${answers[answered]}\r`);
  });
  return { screen: () => screen, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
}
