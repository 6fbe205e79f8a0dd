import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const COMPILER = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const PROJECTS = ['.', 'src/core', 'src/contract', 'renderer'];

/** The type checker's output for each project of a copy of the program; empty if there are no errors. */
export async function typeProblems(folder: string): Promise<string> {
  return (await Promise.all(PROJECTS.map((project) => problemsOf(folder, project)))).join('');
}

async function problemsOf(folder: string, project: string): Promise<string> {
  // Several threads would share no types; one thread that rarely frees memory (GOGC) takes half of the CPU time.
  const answer = run(process.execPath, [COMPILER, '-p', project, '--singleThreaded'], {
    cwd: folder,
    env: { ...process.env, GOGC: '400' },
  });
  const { stdout } = await answer.catch((thrown: unknown) => thrown as { readonly stdout: string });
  return stdout;
}
