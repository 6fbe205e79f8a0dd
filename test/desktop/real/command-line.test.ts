import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createCommandLineTool, type CommandLineTool } from '../../../src/desktop/command-line/command-line-tool.ts';
import { loadEnglish } from '../../../src/messages/i18n.ts';
import { ended, statementFile, type Ended } from '../../cli/pennyrow.ts';
import { whenOver } from '../../support/lifetime.ts';
import { IS_WINDOWS } from '../../support/machine.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { describeReal, environment, installed } from './electron.ts';

interface Terminal {
  readonly tool: CommandLineTool;
  readonly home: string;
  readonly program: string;
  /** Process ids of the app that the command started. */
  started(): readonly number[];
  /** Runs a shell line in the terminal. */
  type(line: string, input?: string): Promise<Ended>;
}

/** An app with its command installed, and a terminal that finds it. With `appExit`, each start of the app exits with this code. */
async function terminal(options: { readonly appExit?: number; readonly shell?: string } = {}): Promise<Terminal> {
  const [home, parent] = [temporaryFolder(), temporaryFolder()];
  const folder = join(parent, "Anna's $apps");
  mkdirSync(folder);
  const program = installed(folder);
  const broken = join(parent, 'broken');
  writeFileSync(broken, `#!/bin/sh\nexit ${options.appExit}\n`, { mode: 0o755 });
  const path = `${join(home, '.local', 'bin')}:${process.env['PATH']}`;
  const env = {
    ...environment(home),
    PATH: path,
    PENNYROW_LANGUAGE: 'en',
    ...(options.appExit === undefined ? {} : { APPIMAGE: broken }),
  };
  const tool = createCommandLineTool(
    { isPackaged: true, getPath: () => home },
    { platform: 'linux', env: environment(home) },
    { program, askPath: async () => path.split(':') },
  );
  if (tool === null) throw new Error('There is no command line tool.');
  await tool.change(true);
  const started = (): number[] => {
    const { stdout } = spawnSync('pgrep', ['-f', `^${parent}/.* --at-login$`], { encoding: 'utf8' });
    return stdout.trim().split('\n').filter(Boolean).map(Number);
  };
  whenOver(() => {
    for (const id of started()) process.kill(id, 'SIGKILL');
  });
  return {
    home,
    program,
    tool,
    started,
    type: async (line, input = '') => {
      const child = spawn(options.shell ?? '/bin/sh', ['-c', line], { cwd: home, env });
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      const result = await ended(child);
      // Removes Chromium's reports about missing system services.
      return { ...result, stderr: result.stderr.replaceAll(/^\[\d+:.*\n/gm, '') };
    },
  };
}

describeReal(
  'the command of an installed app',
  () => {
    beforeAll(loadEnglish);

    it('starts the app without a window for the first command, and uses the same app for later commands', async () => {
      const { type, started, home } = await terminal();
      statementFile(home, ['Bakery']);
      const first = await type('pennyrow import january.ofx');
      expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Starting the Pennyrow app…\n/) });
      statementFile(home, ['Books'], 'february.ofx', 'F');
      expect(await type('pennyrow import february.ofx --json')).toMatchObject({ code: 0, stderr: '' });
      const exported = await type('pennyrow export');
      expect(exported).toMatchObject({ code: 0, stderr: '' });
      expect(exported.stdout.match(/Bakery|Books/g)).toEqual(['Bakery', 'Books']);
      expect((await type('pennyrow status --json')).json()).toMatchObject({ url: expect.stringMatching(/^https:/) });
      expect(started()).toHaveLength(1);
      // Throws if the process is gone, because the app must outlive the command.
      process.kill(started()[0] ?? 0, 0);
    });

    it('passes on the arguments unchanged, the piped input and the exit code', async () => {
      const { type } = await terminal();
      const name = `It's "$HOME" --no-sandbox *`;
      expect((await type(`pennyrow account add 'It'\\''s "$HOME" --no-sandbox *'`)).code).toBe(0);
      expect((await type('pennyrow account list --json')).json()).toEqual(
        expect.arrayContaining([expect.objectContaining({ name })]),
      );
      expect(await type(`pennyrow connection add simplefin --account 'My money'`, 'no token at all\n')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('setup token'),
      });
      expect(await type('pennyrow nothing-like-it')).toMatchObject({ code: 2, stdout: '' });
      expect(await type('pennyrow --version')).toMatchObject({ code: 0, stderr: '' });
      expect((await type('pennyrow --help | head -1')).stdout).toContain('pennyrow');
    });

    it('rejects commands that run a service, and does not start the app for them', async () => {
      const { type, started } = await terminal();
      expect(await type('pennyrow serve')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('the app is the service'),
      });
      expect(started()).toEqual([]);
    });

    it('repairs a damaged database with which the app could not start, and then starts the app', async () => {
      const { type, started, home } = await terminal();
      const data = join(home, 'data');
      mkdirSync(data, { recursive: true, mode: 0o700 });
      writeFileSync(join(data, 'pennyrow.db'), 'this is no database, however long one looks at it'.repeat(100));
      const found = await type('pennyrow doctor --json');
      expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('store_damaged') });
      expect(started()).toEqual([]);
      const repaired = await type('pennyrow doctor --repair --json');
      expect(repaired.stderr).toBe('');
      expect(repaired.stdout).not.toContain('"code":"store_damaged"');
      expect(started()).toHaveLength(1);
    });

    it('reports that the app could not be started, with its exit code', async () => {
      const { type } = await terminal({ appExit: 133 });
      expect(await type('pennyrow account add Household')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('it ended with code 133'),
      });
    });

    it('reports that the app was removed, with the path of the launcher', async () => {
      const { type, program, tool } = await terminal();
      rmSync(program);
      const { code, stderr } = await type('pennyrow status');
      expect(code).toBe(127);
      expect(stderr).toContain(`The Pennyrow app is no longer where it was (${program}).`);
      expect(stderr).toContain((await tool.view()).path);
    });

    it('starts an app that was moved, once the app has corrected the launcher', async () => {
      const { home, program, type } = await terminal();
      const moved = `${program}-0.2.0`;
      renameSync(program, moved);
      const system = { platform: 'linux', env: { APPIMAGE: moved } } as const;
      createCommandLineTool({ isPackaged: true, getPath: () => home }, system)?.refresh();
      expect(await type('pennyrow account add Household --json')).toMatchObject({ code: 0, stderr: '' });
    });

    it.each(['bash', 'dash', 'zsh'].filter((name) => existsSync(`/bin/${name}`)))(
      'is found in the PATH by %s',
      async (name) => {
        const { type } = await terminal({ shell: `/bin/${name}` });
        expect((await type('command -v pennyrow && pennyrow --version')).code).toBe(0);
      },
    );

    it('is removed on request, and a terminal then no longer finds it', async () => {
      const { tool, type } = await terminal();
      const { path } = await tool.view();
      expect(statSync(path).mode & 0o777).toBe(0o755);
      expect(readFileSync(path, 'utf8')).toMatch(/^#!\/bin\/sh\n/);
      expect(await tool.change(false)).toEqual({ path, isInstalled: false, hint: null });
      expect(existsSync(path)).toBe(false);
      expect((await type('pennyrow --version')).code).toBe(127);
    });
  },
  !IS_WINDOWS,
);
