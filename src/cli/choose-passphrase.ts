import { readFileSync } from 'node:fs';
import { PennyrowError } from '../platform/errors.ts';
import { askSecret } from './ask-secret.ts';

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
  if (file !== undefined)
    throw new PennyrowError(
      'input_passphrase',
      `The file ${file} is empty.`,
      'Put the passphrase into its first line.',
    );
  if (!process.stdin.isTTY) {
    throw new PennyrowError(
      'input_passphrase',
      'There is no passphrase, and nobody to ask for it.',
      'Give it with --passphrase-file or PENNYROW_BACKUP_PASSPHRASE.',
    );
  }
  const typed = checked(
    lineEndless(
      await askSecret(
        isNew ? 'Passphrase for the backup (it is not shown)' : 'Passphrase of the backup (it is not shown)',
      ),
    ),
    isNew,
  );
  if (isNew && lineEndless(await askSecret('The same again')) !== typed) {
    throw new PennyrowError('input_passphrase', 'The two passphrases differ.', 'Run the command again.');
  }
  return typed;
}

function checked(passphrase: string, isNew: boolean): string {
  if (!isNew || passphrase.length >= LEAST) return passphrase;
  throw new PennyrowError(
    'input_passphrase',
    `A passphrase needs ${LEAST} characters or more.`,
    'Take several words that nobody else would put together.',
  );
}

function lineOf(file: string): string {
  return lineEndless(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
}

function lineEndless(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}
