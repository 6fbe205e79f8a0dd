import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { DisconnectedView } from '../../contract/control/workbook.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { paragraph } from '../output/paragraph.ts';
import { workbookText } from '../output/workbook-text.ts';
import { columnsCommand } from './workbook-columns.ts';
import { connectGoogleCommand, googleClientCommands } from './workbook-google.ts';

export function workbookCommands(program: Command): void {
  const workbook = program.command('workbook').description("choose an account's spreadsheet and see how it is read");
  workbook
    .command('show')
    .description('show the workbook, its columns and the lines that need a look')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook show'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const view = await control.call('workbook.get', { accountId: (await chooseAccount(control, account)).id });
        return {
          value: view,
          text: (screen) =>
            view === null
              ? 'There is no workbook. Make one with `pennyrow workbook create FILE`.'
              : workbookText(screen, view),
        };
      }),
    );
  const connect = workbook
    .command('connect')
    .description('use an existing .xlsx file: its columns are recognised, and nothing in it is changed')
    .argument('<file>', 'the workbook')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook connect ~/Documents/Budget.xlsx'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, file) => {
        const { id: accountId } = await chooseAccount(control, account);
        const view = await control.call('workbook.connect', { accountId, path: resolve(file) });
        return { value: view, text: (screen) => workbookText(screen, view) };
      }),
    );
  connectGoogleCommand(connect);
  workbook
    .command('create')
    .description('make a new .xlsx file and use it; never writes over a file')
    .argument('<file>', 'where to put it')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook create ~/Documents/Money.xlsx'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, file) => {
        const { id: accountId } = await chooseAccount(control, account);
        const view = await control.call('workbook.create', { accountId, path: resolve(file) });
        return { value: view, text: (screen) => workbookText(screen, view) };
      }),
    );
  columnsCommand(workbook);
  workbook
    .command('disconnect')
    .description('stop using the workbook; the file or the spreadsheet stays')
    .option('--undecided', 'let go of the spreadsheet at Google that waits for its columns instead')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook disconnect', 'pennyrow workbook disconnect --undecided'))
    .action(
      answering<AccountOption & { readonly undecided?: true }>(async (control, { account, undecided = false }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        const view = await control.call(undecided ? 'google.dropUndecided' : 'workbook.disconnect', { accountId });
        const what = undecided
          ? 'No spreadsheet waits for its columns now.'
          : `The account “${name}” has no workbook now.`;
        return { value: view, text: (screen) => paragraph(screen, '', `${what} ${WHAT_STAYS[view.permission]}`) };
      }),
    );
  googleClientCommands(workbook);
}

const WHAT_STAYS: Readonly<Record<DisconnectedView['permission'], string>> = {
  none: 'The file or spreadsheet stays where it is.',
  revoked: 'The spreadsheet stays, and Google lets Pennyrow use it no more.',
  shared:
    'The spreadsheet stays. Its permission is forgotten here; at Google it still stands, since other accounts live by the same one.',
  unreachable:
    'The spreadsheet stays. Its permission is forgotten here, but Google could not be told: withdraw it at https://myaccount.google.com/permissions.',
};
