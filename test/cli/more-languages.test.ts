import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CommandHelp } from '../support/all-help-child.ts';
import { extendedProgram } from '../support/extended-program.ts';
import { PSEUDO, withoutPseudo } from '../support/pseudo-language.ts';
import { cleanEnvironment } from './pennyrow.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

const copy = extendedProgram();

/** Texts of Commander and of shared options that are not translated yet. */
const SHARED = new Set(['display help for command', 'the account; needed once there are several']);

describe('with more languages', () => {
  test('the dashboard contains React’s production build, even if NODE_ENV is set to test', () => {
    expect(process.env['NODE_ENV']).toBe('test');
    const folder = join(copy(), 'dist/renderer/assets');
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    const ofDevelopers = scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes('jsxDEV'));
    expect(ofDevelopers).toEqual([]);
  });

  test('the help of a command with translated texts contains no other language', async () => {
    const all = await allHelp(PSEUDO);
    // Checks that the program prints the same help.
    for (const command of ['token create', 'workbook connect'])
      expect(all.find((each) => each.command === command)?.help).toBe(
        (await pennyrow(PSEUDO, ...command.split(' '), '--help')).stdout,
      );
    const texts = all.map(({ command, help }) => ({
      command,
      own: help.split(/\n(?=Global Options:|Examples:)/, 1)[0] ?? '',
    }));
    const converted = texts.filter(({ own }) => own.includes('⟦'));
    expect(converted.map(({ command }) => command)).toEqual(
      expect.arrayContaining(['token', 'token create', 'token list', 'token revoke']),
    );
    const plain = converted.flatMap(({ command, own }) =>
      described(own)
        .filter((text) => !SHARED.has(text) && /\p{L}{2}/u.test(withoutPseudo(closed(text))))
        .map((text) => `${command}: ${text}`),
    );
    expect(plain).toEqual([]);
  });

  test('the help of the command line is in French', async () => {
    expect((await pennyrow('fr', 'token', '--help')).stdout).toContain(
      'créer, lister et révoquer les jetons des scripts',
    );
  });

  async function pennyrow(language: string, ...args: readonly string[]): Promise<{ readonly stdout: string }> {
    return run(process.execPath, [join(copy(), 'bin/pennyrow.js'), ...args], {
      env: { ...cleanEnvironment(), PENNYROW_LANGUAGE: language, PENNYROW_DATA_DIR: join(copy(), 'none') },
    });
  }

  async function allHelp(language: string): Promise<readonly CommandHelp[]> {
    const { stdout } = await run(process.execPath, [join(ROOT, 'test/support/all-help-child.ts'), copy()], {
      env: { ...cleanEnvironment(), PENNYROW_LANGUAGE: language },
      maxBuffer: 16 * 1024 * 1024,
    });
    return JSON.parse(stdout) as CommandHelp[];
  }
});

/** Adds the pseudo language's end mark, which is cut off in a list that shows only the first clause of a text. */
function closed(text: string): string {
  return text.includes('⟦') && !text.includes('⟧') ? `${text}⟧` : text;
}

/** The texts of a help page about the command, its options, arguments and subcommands, each in one line. */
function described(help: string): string[] {
  const inLines = help.replaceAll(/\n {15,}(?=\S)/g, ' ');
  const terms = inLines
    .split('\n')
    .flatMap((line) => /^ {2}\S.*? {2,}(?<text>\S.*)$/.exec(line)?.groups?.['text'] ?? []);
  const [, about = ''] = inLines.split(/\n\n/, 2);
  return [about.replaceAll('\n', ' '), ...terms];
}
