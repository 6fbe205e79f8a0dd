import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasProgram, IS_WINDOWS } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow } from './pennyrow.ts';

describe.skipIf(IS_WINDOWS || !hasProgram('bash'))('the completions of bash', () => {
  it.each([
    { words: ['tok'], completes: 'token' },
    { words: ['token', ''], completes: 'create list revoke' },
    { words: ['--json', 'token', 'create', '--sc'], completes: '--scope' },
    { words: ['export', '--format', ''], completes: 'csv json' },
    { words: ['completion', 'f'], completes: 'fish' },
    { words: ['import', ''], completes: '' },
  ])('complete the words $words', async ({ words, completes }) => {
    const folder = temporaryFolder();
    const { stdout } = await pennyrow(folder, 'completion', 'bash');
    const script = join(folder, 'completion.bash');
    writeFileSync(script, stdout);
    const lines = 'source "$1"; shift; COMP_WORDS=(pennyrow "$@"); COMP_CWORD=$#; _pennyrow; echo "${COMPREPLY[*]}"';
    const done = spawnSync('bash', ['-c', lines, 'bash', script, ...words], { encoding: 'utf8' });
    expect(done).toMatchObject({ stdout: `${completes}\n`, stderr: '' });
  });
});

it.each(['zsh', 'fish'])('the completions of %s list the commands with their descriptions', async (shell) => {
  const { code, stdout } = await pennyrow(temporaryFolder(), 'completion', shell);
  expect(code).toBe(0);
  expect(stdout).toContain('Create a token');
  expect(stdout).toContain("account's connections".replace("'", shell === 'zsh' ? String.raw`'\''` : String.raw`\'`));
});

it('the manual page contains every command', async () => {
  const { stdout } = await pennyrow(temporaryFolder(), 'man');
  expect(stdout).toMatch(/^\.TH PENNYROW 1 /);
  expect(stdout).toContain('.SS "pennyrow token create"');
  expect(stdout).not.toMatch(/^['.](?!TH|S[HS] |nf|fi)/m);
});

it.each([
  { args: ['help'], like: ['--help'] },
  { args: ['help', 'token', 'create'], like: ['token', 'create', '--help'] },
])('$args prints the same as $like', async ({ args, like }) => {
  const folder = temporaryFolder();
  const help = await pennyrow(folder, ...args);
  expect(help).toMatchObject({ code: 0, stdout: (await pennyrow(folder, ...like)).stdout });
});

it('help for an unknown command is reported as incorrect usage', async () => {
  expect(await pennyrow(temporaryFolder(), 'help', 'tokn')).toMatchObject({
    code: 2,
    stderr: 'pennyrow: There is no command “tokn”. Did you mean token?\n  See the command with --help.\n',
  });
});
