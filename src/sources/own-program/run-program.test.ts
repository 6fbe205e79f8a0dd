import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram, type EndedProgram, type Program } from './run-program.ts';

/** A program in JavaScript; `folder` is where it runs. */
function program(source: string): { readonly folder: string; run(changes?: Partial<Program>): Promise<EndedProgram> } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'bank.mjs');
  writeFileSync(file, source);
  return {
    folder,
    run: (changes = {}) =>
      runProgram({
        command: [process.execPath, file],
        folder,
        environment: {},
        timeLimitMs: 600_000,
        name: 'bank.mjs',
        signal: new AbortController().signal,
        graceMs: 200,
        ...changes,
      }),
  };
}

const LINGERS = 'setInterval(() => {}, 1000);';

/** Starts another process, which writes its process id to the file `child` and keeps running. */
const WITH_CHILD = `
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
const stays = "process.on('SIGTERM', () => {}); require('fs').writeFileSync('child', String(process.pid)); setInterval(() => {}, 1000)";
spawn(process.execPath, ['-e', stays], { stdio: 'inherit' });
while (!existsSync('child')) await new Promise((resolve) => setTimeout(resolve, 20));
console.log('printed');
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process counts as ended.
    return !existsSync('/proc/self') || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function expectChildEnded(folder: string): Promise<void> {
  const pid = Number(readFileSync(join(folder, 'child'), 'utf8'));
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
}

test('runProgram returns the output, the exit code and the end of the error output', async () => {
  const { run } = program(`console.log('one'); console.error('x'.repeat(100_000) + 'last'); process.exitCode = 3;`);
  const { output, errors, end } = await run();
  expect([output.toString(), errors.slice(-5), end]).toEqual(['one\n', 'last\n', { code: 3 }]);
  expect(errors.length).toBeLessThanOrEqual(16 * 1024);
});

describe.skipIf(process.platform === 'win32')('runProgram', () => {
  test('ends a child process that keeps running, with the output open, after the program exited', async () => {
    const { run, folder } = program(`${WITH_CHILD} process.exit(0);`);
    const { output, end } = await run();
    expect([output.toString(), end]).toEqual(['printed\n', { code: 0 }]);
    await expectChildEnded(folder);
  });

  test('ends the program and its child process after an abort, even if both ignore SIGTERM', async () => {
    const { run, folder } = program(`process.on('SIGTERM', () => {}); ${WITH_CHILD} ${LINGERS}`);
    const abort = new AbortController();
    const running = run({ signal: abort.signal });
    await expect.poll(() => existsSync(join(folder, 'child')), { timeout: 20_000 }).toBe(true);
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expectChildEnded(folder);
  });
});

test('runProgram ends a program that closes its output and keeps running, after the time limit', async () => {
  const { run } = program(
    `import { closeSync } from 'node:fs'; closeSync(1); closeSync(2); process.on('SIGTERM', () => {}); ${LINGERS}`,
  );
  expect((await run({ timeLimitMs: 1500 })).end).toBe('time');
});

test('runProgram stops a program after 32 MB of output', async () => {
  const { run } = program(
    `const piece = 'x'.repeat(1 << 20); (function more() { process.stdout.write(piece, more); })();`,
  );
  expect((await run()).end).toBe('output');
});

test('runProgram reads unlimited error output without stopping the program', async () => {
  const { run } = program(`for (let at = 0; at < 3000; at += 1) console.error('y'.repeat(1000)); console.log('done');`);
  const { output, end } = await run();
  expect([output.toString(), end]).toEqual(['done\n', { code: 0 }]);
});

test('runProgram gives the program an empty standard input', async () => {
  const { run } = program(`import { readFileSync } from 'node:fs'; console.log(readFileSync(0, 'utf8').length);`);
  expect((await run()).output.toString()).toBe('0\n');
});

test('runProgram reports the signal that ended the program', async () => {
  const { run } = program(`process.kill(process.pid, 'SIGKILL'); ${LINGERS}`);
  expect((await run()).end).toEqual(process.platform === 'win32' ? { code: 1 } : { killedBy: 'SIGKILL' });
});

test('runProgram reports a program that cannot be started', async () => {
  const { run, folder } = program('');
  const gone = join(folder, 'bank');
  writeFileSync(gone, '#!/nowhere/python\n', { mode: 0o700 });
  await expect(run({ command: [gone] })).rejects.toMatchObject({ code: 'source_program_start' });
});
