import { readFileSync } from 'node:fs';
import type { ProblemParameters } from '../messages/parameters.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { askSecret } from './ask-secret.ts';
import { requireInput } from './owning-app.ts';
import { text } from './speech.ts';

const LEAST = 8;

/**
 * The passphrase of a backup: from a file, from PENNYROW_BACKUP_PASSPHRASE, or typed on a terminal; a new one twice.
 *
 * @throws PennyrowError input_passphrase when there is none, it is too short, or the two differ
 */
export async function choosePassphrase(
  file: string | undefined,
  { isNew }: { readonly isNew: boolean },
): Promise<string> {
  const given = file === undefined ? (process.env['PENNYROW_BACKUP_PASSPHRASE'] ?? '') : lineOf(file);
  if (given !== '') return checked(given, isNew);
  if (file !== undefined) throw refused('empty', file);
  requireInput();
  if (!process.stdin.isTTY) throw refused('none');
  const say = text().secret;
  const typed = checked(lineEndless(await askSecret(isNew ? say.newPassphrase : say.passphrase)), isNew);
  if (isNew && lineEndless(await askSecret(say.again)) !== typed) throw refused('differ');
  return typed;
}

function checked(passphrase: string, isNew: boolean): string {
  if (!isNew || passphrase.length >= LEAST) return passphrase;
  throw refused('short');
}

function refused(reason: ProblemParameters['input_passphrase']['reason'], file = ''): PennyrowError {
  return new PennyrowError(problem('input_passphrase', { reason, file, least: LEAST }));
}

function lineOf(file: string): string {
  return lineEndless(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
}

function lineEndless(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}
