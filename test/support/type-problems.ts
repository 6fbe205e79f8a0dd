import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const COMPILER = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const PROJECTS = ['.', 'src/core', 'src/contract', 'renderer'];

/** What the type checker says of each project of the program that is copied into a folder; empty when all types fit. */
export async function typeProblems(folder: string): Promise<string> {
  return (await Promise.all(PROJECTS.map((project) => problemsOf(folder, project)))).join('');
}

async function problemsOf(folder: string, project: string): Promise<string> {
  // Its threads share no types, and its memory is soon given back: like this, a project takes half as much of the processor.
  const answer = run(process.execPath, [COMPILER, '-p', project, '--singleThreaded'], {
    cwd: folder,
    env: { ...process.env, GOGC: '400' },
  });
  const { stdout } = await answer.catch((thrown: unknown) => thrown as { readonly stdout: string });
  return stdout;
}
