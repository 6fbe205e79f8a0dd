import { basename } from 'node:path';
import { oneLine } from '../../core/one-line.ts';

const INTERPRETER = /^(bash|bun|dash|deno|java|lua|node|perl|php|pwsh|python|ruby|sh|zsh)[\d.]*(\.exe)?$/i;

/** What a command is called: its file, or the script that an interpreter runs. Accounts are known by it as well. */
export function programName([program = '', ...values]: readonly string[]): string {
  const own = basename(program);
  const script = INTERPRETER.test(own) ? values.find((value) => !value.startsWith('-')) : undefined;
  return oneLine(script === undefined ? own : basename(script), 60);
}
