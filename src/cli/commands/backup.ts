import { resolve } from 'node:path';
import type { Command } from 'commander';
import { acting, answering, examples } from '../answering.ts';
import { configFrom, type GlobalOptions } from '../open-control.ts';
import { paragraph } from '../output/paragraph.ts';
import { print } from '../output/print.ts';
import { text } from '../speech.ts';
import { readFileSync } from 'node:fs';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { askSecret } from '../ask-secret.ts';
import { requireInput } from '../owning-app.ts';

interface PassphraseOption {
  readonly passphraseFile?: string;
}

interface RestoreOptions extends GlobalOptions, PassphraseOption {
  readonly replace?: boolean;
}

const PASSPHRASE_FILE = '--passphrase-file <file>';

export function backupCommands(program: Command): void {
  const say = text().backup;
  program
    .command('backup')
    .description(say.about)
    .argument('<file>', say.newFile)
    .option(PASSPHRASE_FILE, say.passphraseFile)
    .addHelpText(
      'after',
      examples(
        'pennyrow backup pennyrow.backup',
        'pennyrow backup /mnt/usb/pennyrow.backup --passphrase-file ~/.pennyrow-passphrase',
      ),
    )
    .action(
      answering<PassphraseOption, [string]>(async (control, { passphraseFile }, file) => {
        const passphrase = await choosePassphrase(passphraseFile, { isNew: true });
        const written = await control.call('backup.write', { path: resolve(file), passphrase });
        return {
          value: written,
          text: (screen) =>
            [
              say.written(written),
              paragraph(screen, '', say.onlyWithPassphrase),
              ...written.workbooksLeftOut.map((path) => paragraph(screen, '', say.leftOut({ path }))),
            ].join('\n'),
        };
      }),
    );
  program
    .command('restore-backup')
    .description(say.restore)
    .argument('<file>', say.file)
    .option(PASSPHRASE_FILE, say.passphraseFile)
    .option('--replace', say.replace)
    .addHelpText(
      'after',
      examples('pennyrow restore-backup pennyrow.backup', 'pennyrow restore-backup pennyrow.backup --replace'),
    )
    .action(
      acting<RestoreOptions, [string]>(async (options, file) => {
        const passphrase = await choosePassphrase(options.passphraseFile, { isNew: false });
        const { restoreBackup } = await import('../../backup/restore-backup.ts');
        const restored = await restoreBackup(configFrom(options), resolve(file), passphrase, {
          replace: options.replace === true,
        });
        print(
          {
            value: restored,
            text: (screen) =>
              [
                say.restored({ madeAt: restored.madeAt, folder: restored.dataFolder }),
                ...(restored.replaced === null ? [] : [say.replaced({ folder: restored.replaced })]),
                ...restored.missing.map((path) => paragraph(screen, '', say.missing({ path }))),
                paragraph(screen, '', say.stopOther),
              ].join('\n'),
          },
          options,
        );
      }),
    );
}

const LEAST = 8;

/**
 * The passphrase of a backup: from a file, from PENNYROW_BACKUP_PASSPHRASE, or typed on a terminal; a new one twice.
 *
 * @throws PennyrowError input_passphrase when there is none, it is too short, or the two differ
 */
async function choosePassphrase(file: string | undefined, { isNew }: { readonly isNew: boolean }): Promise<string> {
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
