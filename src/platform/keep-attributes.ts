import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { writeFileAtomically } from './atomic-file.ts';
import { exists } from './exists.ts';
import { syncFolder } from './sync-to-disk.ts';

const run = promisify(execFile);

/** Copies mode, owner and attributes with `cp`, because Node cannot set access lists. False if it could not copy all of them. */
export async function keepAttributes(from: string, to: string): Promise<boolean> {
  // On Windows, the new file inherits the access list of the folder, which needs no copy.
  if (!IS_WINDOWS)
    try {
      await copyAttributes(from, to);
    } catch {
      return false;
    }
  const [source, target] = await Promise.all([stat(from), stat(to)]);
  const file = await open(to, 'r+');
  try {
    if (IS_WINDOWS) await file.chmod(source.mode);
    // The caller renames the file next, so syncs first: otherwise, a power cut could reset the attributes.
    await file.sync();
  } finally {
    await file.close();
  }
  return source.uid === target.uid && source.gid === target.gid && (IS_WINDOWS || source.mode === target.mode);
}

/** Replaces the content of a small file of the user and keeps its attributes. `mode` applies only to a new file. */
export async function replaceUserFile(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  if (!exists(path)) return writeFileAtomically(path, content, mode);
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileAtomically(beside, content, 0o600);
    if (await keepAttributes(path, beside)) await rename(beside, path);
    else await writeFile(path, content, { flush: true });
  } catch (thrown) {
    throw thrown instanceof Error ? Object.assign(thrown, { path }) : thrown;
  } finally {
    await rm(beside, { force: true });
  }
  await syncFolder(dirname(path));
}

const IS_WINDOWS = process.platform === 'win32';

async function copyAttributes(from: string, to: string): Promise<void> {
  if (process.platform !== 'darwin') {
    const paths = [from, to].map((path) => `'${path.replaceAll("'", String.raw`'\''`)}'`);
    await (shell ??= startShell()).run(`cp --attributes-only --preserve=mode,ownership,xattr -- ${paths.join(' ')}`);
    return;
  }
  // The `cp` of macOS cannot copy attributes alone, so this copies the whole old file, and then overwrites the copy.
  const carrier = `${to}-attributes`;
  await run('cp', ['-p', from, carrier]);
  await writeFile(carrier, createReadStream(to));
  await rename(carrier, to);
}

let shell: ReturnType<typeof startShell> | null = null;

/** A shell that runs `cp`, because a fork of this large process takes milliseconds. It ends with this process, when its input ends. */
function startShell() {
  // Detached, so that Ctrl+C in a terminal does not end the shell before the last write of this process.
  const child = spawn('sh', [], { cwd: '/', detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const handles = [child, child.stdin as Socket, child.stdout as Socket];
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const end = (): void => void (shell = null);
  child.on('error', end).on('exit', end);
  child.stdin.on('error', end);
  let running = 0;
  return {
    /** Throws if the command fails. */
    async run(command: string): Promise<void> {
      running += 1;
      for (const handle of handles) handle.ref();
      child.stdin.write(`${command}; echo $?\n`);
      const { value } = await answers.next();
      running -= 1;
      if (running === 0) for (const handle of handles) handle.unref();
      if (value !== '0') throw new Error(`The shell answered ${value} to: ${command}`);
    },
  };
}
