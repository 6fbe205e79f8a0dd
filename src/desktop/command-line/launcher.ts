import { win32 } from 'node:path';
import { describe } from '../../messages/describe.ts';
import { problem } from '../../messages/problem.ts';
import { COMMAND_LINE } from './typed-command.ts';

export interface LauncherOptions {
  readonly platform: NodeJS.Platform;
  /** What starts the app. */
  readonly program: string;
  /** Where the launcher goes. */
  readonly path: string;
  /** %LOCALAPPDATA%, on Windows. */
  readonly localAppData: string;
}

/** By this line Pennyrow knows its own launchers, and replaces and removes no other file. */
const MARK = 'pennyrow-app-launcher';

export function isLauncher(text: string): boolean {
  return text.includes(MARK);
}

/**
 * A script that starts the app's program on what was typed: for sh, on Windows for its command prompt. It says in English
 * what became of an app that is gone, since then nothing is there that knows a language.
 */
export function launcherText(options: LauncherOptions): string {
  const { platform, program, path } = options;
  const { what, remedy } = describe(problem('command_app_gone', { app: program, path }));
  const gone = [`pennyrow: ${what}`, `  ${remedy ?? ''}`];
  return platform === 'win32' ? forPrompt(options, gone) : forShell(program, gone);
}

function forShell(program: string, gone: readonly string[]): string {
  return `#!/bin/sh
# ${MARK}: the Pennyrow app wrote this, corrects it when it was moved, and removes it, in its settings.
app=${quoted(program)}
if [ ! -x "$app" ]; then
  printf '%s\\n' ${gone.map(quoted).join(' ')} >&2
  exit 127
fi
exec "$app" ${COMMAND_LINE} -- "$@"
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A batch file is read in the code page of the console, so that what is not ASCII has to stay outside where it can. */
function forPrompt({ program, localAppData }: LauncherOptions, gone: readonly string[]): string {
  const isBelow = localAppData !== '' && program.toLowerCase().startsWith(`${localAppData.toLowerCase()}${win32.sep}`);
  const app = isBelow ? `%LOCALAPPDATA%${escapedPercent(program.slice(localAppData.length))}` : escapedPercent(program);
  const lines = [
    '@echo off',
    `rem ${MARK}: the Pennyrow app wrote this, corrects it when it was moved, and removes it, in its settings.`,
    'setlocal DisableDelayedExpansion',
    ...(/^\p{ASCII}*$/u.test(app) ? [] : ['chcp 65001 >nul']),
    `set "app=${app}"`,
    'if exist "%app%" goto start',
    ...gone.map((line) => `>&2 echo ${escapedForEcho(line)}`),
    'exit /b 1',
    ':start',
    `"%app%" ${COMMAND_LINE} -- %*`,
    'exit /b %ERRORLEVEL%',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function escapedPercent(text: string): string {
  return text.replaceAll('%', '%%');
}

function escapedForEcho(text: string): string {
  return escapedPercent(text).replaceAll(/[&|<>^]/g, '^$&');
}
