import { listKinds } from '../../core/kind-list.ts';
import type { Command } from 'commander';
import type { DisconnectedView } from '../../contract/control/workbook.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { paragraph } from '../output/paragraph.ts';
import { workbookText } from '../output/workbook-text.ts';
import { columnsCommand } from './workbook-columns.ts';
import { kindCommand, registrationCommands, verbCommand } from './workbook-ways.ts';

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

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
  for (const kind of KINDS) {
    for (const way of kind.ways.filter(({ command }) => command.verb === 'connect')) {
      const connect = verbCommand(workbook, kind, way);
      for (const other of KINDS.filter(({ ways }) => ways.every(({ command }) => command.verb === undefined)))
        kindCommand(connect, other);
    }
    for (const way of kind.ways.filter(({ command }) => command.verb === 'create')) verbCommand(workbook, kind, way);
  }
  columnsCommand(workbook);
  workbook
    .command('disconnect')
    .description('stop using the workbook; the file or the spreadsheet stays')
    .option('--undecided', 'let go of the spreadsheet that waits for its columns instead')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook disconnect', 'pennyrow workbook disconnect --undecided'))
    .action(
      answering<AccountOption & { readonly undecided?: true }>(async (control, { account, undecided = false }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        const kindId = undecided
          ? (await control.call('workbook.unmapped', { accountId }))?.kind
          : (await control.call('workbook.get', { accountId }))?.place.kind;
        const before = KINDS.find((kind) => kind.id === kindId);
        const view = await control.call(undecided ? 'workbook.dropUnmapped' : 'workbook.disconnect', { accountId });
        const what = undecided
          ? 'No spreadsheet waits for its columns now.'
          : `The account “${name}” has no workbook now.`;
        return {
          value: view,
          text: (screen) => paragraph(screen, '', `${what} ${whatStays(view.permission, before)}`),
        };
      }),
    );
  for (const kind of KINDS) registrationCommands(workbook, kind);
}

/** `kind`: of the workbook whose permission it was. */
function whatStays(permission: DisconnectedView['permission'], kind: WorkbookKind | undefined): string {
  const { provider = 'The service', permissions } = kind?.texts ?? {};
  switch (permission) {
    case 'none':
      return 'The file or spreadsheet stays where it is.';
    case 'revoked':
      return `The spreadsheet stays, and ${provider} lets Pennyrow use it no more.`;
    case 'shared':
      return `The spreadsheet stays. Its permission is forgotten here; at ${provider} it still stands, since other accounts live by the same one.`;
    case 'unreachable':
      return `The spreadsheet stays. Its permission is forgotten here, but ${provider} could not be told: withdraw it${permissions === undefined ? ' there' : ` at ${permissions}`}.`;
  }
}
