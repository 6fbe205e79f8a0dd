import { resolve } from 'node:path';
import type { Command } from 'commander';
import { addCommand, withControl, withOptions } from '../command-action.ts';
import { configFrom, requireInput } from '../open-control.ts';
import { paragraph } from '../output/table.ts';
import { answer, print } from '../output/print.ts';
import { text } from '../locale.ts';
import { readFileSync } from 'node:fs';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import { askSecret } from '../prompt.ts';

const PASSPHRASE_FILE = '--passphrase-file <file>';

export function backupCommands(program: Command): void {
  const strings = text().backup;
  addCommand(program, 'backup', strings.about, [
    'pennyrow backup pennyrow.backup',
    'pennyrow backup /mnt/usb/pennyrow.backup --passphrase-file ~/.pennyrow-passphrase',
  ])
    .argument('<file>', strings.newFile)
    .option(PASSPHRASE_FILE, strings.passphraseFile)
    .action(
      withControl<{ passphraseFile?: string }, [string]>(async (control, { passphraseFile }, file) => {
        const passphrase = await choosePassphrase(passphraseFile, { isNew: true });
        const written = await control.call('backup.write', { path: resolve(file), passphrase });
        return answer(written, (screen) =>
          [
            strings.written(written),
            paragraph(screen, '', strings.onlyWithPassphrase),
            ...written.workbooksLeftOut.map((path) => paragraph(screen, '', strings.leftOut({ path }))),
          ].join('\n'),
        );
      }),
    );
  addCommand(program, 'restore-backup', strings.restore, [
    'pennyrow restore-backup pennyrow.backup',
    'pennyrow restore-backup pennyrow.backup --replace',
  ])
    .argument('<file>', strings.file)
    .option(PASSPHRASE_FILE, strings.passphraseFile)
    .option('--replace', strings.replace)
    .action(
      withOptions<{ passphraseFile?: string; replace?: boolean }, [string]>(async (options, file) => {
        const passphrase = await choosePassphrase(options.passphraseFile, { isNew: false });
        const { restoreBackup } = await import('../../backup/portable-backup.ts');
        const restored = await restoreBackup(configFrom(options), resolve(file), passphrase, {
          replace: options.replace === true,
        });
        const { madeAt, dataFolder: folder, replaced, missing } = restored;
        const done = answer(restored, (screen) =>
          [
            strings.restored({ madeAt, folder }),
            ...(replaced === null ? [] : [strings.replaced({ folder: replaced })]),
            ...missing.map((path) => paragraph(screen, '', strings.missing({ path }))),
            paragraph(screen, '', strings.stopOther),
          ].join('\n'),
        );
        print(done, options);
      }),
    );
}

const MIN_LENGTH = 8;

/** Reads the passphrase from a file, PENNYROW_BACKUP_PASSPHRASE or the terminal; asks twice for a new one. Throws `input_passphrase`. */
async function choosePassphrase(file: string | undefined, { isNew }: { readonly isNew: boolean }): Promise<string> {
  const preset = file === undefined ? (process.env['PENNYROW_BACKUP_PASSPHRASE'] ?? '') : firstLine(file);
  if (preset !== '') return requireLength(preset, isNew);
  if (file !== undefined) throw passphraseError('empty', file);
  requireInput();
  if (!process.stdin.isTTY) throw passphraseError('none');
  const strings = text().secret;
  const typed = requireLength(withoutLineEnd(await askSecret(strings.passphrase)), isNew);
  if (isNew && withoutLineEnd(await askSecret(strings.again)) !== typed) throw passphraseError('differ');
  return typed;
}

function requireLength(passphrase: string, isNew: boolean): string {
  if (!isNew || passphrase.length >= MIN_LENGTH) return passphrase;
  throw passphraseError('short');
}

function passphraseError(reason: ProblemParameters['input_passphrase']['reason'], file = ''): PennyrowError {
  return createError('input_passphrase', { reason, file, least: MIN_LENGTH });
}

function firstLine(file: string): string {
  return withoutLineEnd(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '');
}

function withoutLineEnd(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}
