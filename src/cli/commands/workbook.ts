import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { WorkbookView } from '../../contract/control/workbook.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { moment } from '../output/words.ts';

export function workbookCommands(program: Command): void {
  const workbook = program.command('workbook').description("choose an account's spreadsheet file and see how it is read");
  workbook
    .command('show')
    .description('show the workbook, its columns and the lines that need a look')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook show'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const view = await control.call('workbook.get', { accountId: (await chooseAccount(control, account)).id });
        return { value: view, text: (screen) => (view === null ? 'There is no workbook. Make one with `pennyrow workbook create FILE`.' : workbookText(screen, view)) };
      }),
    );
  workbook
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
  workbook
    .command('disconnect')
    .description('stop using the workbook; the file stays')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook disconnect'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        await control.call('workbook.disconnect', { accountId });
        return { value: null, text: () => `The account “${name}” has no workbook now. The file stays where it is.` };
      }),
    );
}

function workbookText(screen: Screen, { place, asOf, problem, columns, notes }: WorkbookView): string {
  const { paint } = screen;
  return [
    paint('bold', place.kind === 'xlsx' ? place.path : `${place.title}  ${place.url}`),
    `Read ${moment(asOf)}.`,
    ...(problem === null ? [] : [`${paint('red', '!')} ${problem.message}`, `  ${problem.remedy}`]),
    ...(columns.length === 0 ? [] : ['', columnTable(screen, columns)]),
    ...(notes.length === 0 ? [] : ['', paint('bold', 'Lines that need a look'), noteTable(screen, notes)]),
  ].join('\n');
}

function columnTable(screen: Screen, columns: WorkbookView['columns']): string {
  return table(
    screen,
    [
      { title: 'Column', cell: ({ letter }) => letter, whole: true },
      { title: 'Header', cell: ({ header }) => header },
      { title: 'Used as', cell: ({ column }) => column },
    ],
    columns,
  );
}

function noteTable(screen: Screen, notes: WorkbookView['notes']): string {
  return table(
    screen,
    [
      { title: 'Sheet', cell: ({ sheet }) => sheet, whole: true },
      { title: 'Row', cell: ({ row }) => (row === null ? '' : String(row)), align: 'right', whole: true },
      { title: 'What', cell: ({ message }) => message },
    ],
    notes,
  );
}
