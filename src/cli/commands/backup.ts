import { resolve } from 'node:path';
import type { Command } from 'commander';
import { acting, answering, examples } from '../answering.ts';
import { choosePassphrase } from '../choose-passphrase.ts';
import { configFrom, type GlobalOptions } from '../open-control.ts';
import { paragraph } from '../output/paragraph.ts';
import { print } from '../output/print.ts';
import { text } from '../speech.ts';

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
        const { restoreBackup } = await import('../../restore-backup.ts');
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
