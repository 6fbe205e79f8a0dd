import { resolve } from 'node:path';
import type { Command } from 'commander';
import { acting, answering, examples } from '../answering.ts';
import { choosePassphrase } from '../choose-passphrase.ts';
import { configFrom, type GlobalOptions } from '../open-control.ts';
import { paragraph } from '../output/paragraph.ts';
import { print } from '../output/print.ts';
import { moment } from '../output/words.ts';

interface PassphraseOption {
  readonly passphraseFile?: string;
}

interface RestoreOptions extends GlobalOptions, PassphraseOption {
  readonly replace?: boolean;
}

const PASSPHRASE_FILE = '--passphrase-file <file>';
const ABOUT_PASSPHRASE =
  'read the passphrase from this file (PENNYROW_BACKUP_PASSPHRASE holds it itself); else it is asked for';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'write an encrypted backup for another machine: the database, the stored access to banks and spreadsheets, and workbooks of the data folder',
    )
    .argument('<file>', 'the new file')
    .option(PASSPHRASE_FILE, ABOUT_PASSPHRASE)
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
              `Written to ${written.path}.`,
              paragraph(
                screen,
                '',
                'Nobody opens it without the passphrase, you neither. On the other machine: `pennyrow restore-backup FILE`.',
              ),
              ...written.workbooksLeftOut.map((path) => paragraph(screen, '', `Not in it, copy it yourself: ${path}`)),
            ].join('\n'),
        };
      }),
    );
  program
    .command('restore-backup')
    .description('put a backup of another machine into an empty data folder')
    .argument('<file>', 'what `pennyrow backup` wrote')
    .option(PASSPHRASE_FILE, ABOUT_PASSPHRASE)
    .option('--replace', 'also into a data folder that is in use; what is there is kept beside it')
    .addHelpText(
      'after',
      examples('pennyrow restore-backup pennyrow.backup', 'pennyrow restore-backup pennyrow.backup --replace'),
    )
    .action(
      acting<RestoreOptions, [string]>(async (options, file) => {
        const passphrase = await choosePassphrase(options.passphraseFile, { isNew: false });
        const { restoreBackup } = await import('../../restore-backup.ts');
        const restored = await restoreBackup(configFrom(options), resolve(file), passphrase, {
          replace: options.replace === true,
        });
        print(
          {
            value: restored,
            text: (screen) =>
              [
                `The backup of ${moment(restored.madeAt)} is in ${restored.dataFolder}.`,
                ...(restored.replaced === null ? [] : [`What was there is kept in ${restored.replaced}.`]),
                ...restored.missing.map((path) =>
                  paragraph(
                    screen,
                    '',
                    `Not on this machine: ${path}. Put it there, or say where it is: \`pennyrow workbook connect FILE\` for a workbook; add a connection anew for a folder of statements.`,
                  ),
                ),
                paragraph(
                  screen,
                  '',
                  'Stop Pennyrow on the other machine before this one syncs: each would miss what the other remembers.',
                ),
              ].join('\n'),
          },
          options,
        );
      }),
    );
}
