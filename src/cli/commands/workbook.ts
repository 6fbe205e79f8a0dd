import { listKinds } from '../../core/kind-form.ts';
import type { Command } from 'commander';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { accountOption, chooseAccount, type AccountOption } from '../options.ts';
import { paragraph } from '../output/table.ts';
import { workbookText, keptWorkbookText } from '../output/workbook-text.ts';
import { text } from '../locale.ts';
import { columnsCommand } from './workbook-columns.ts';
import { kindCommand, registrationCommands, verbCommand } from './workbook-ways.ts';
import { followRun } from '../follow-run.ts';

interface DisconnectOptions extends AccountOption {
  readonly undecided?: true;
  readonly yes?: boolean;
}

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

export function workbookCommands(workbook: Command): void {
  const strings = text().workbook;
  addCommand(workbook, 'show', strings.show, ['pennyrow workbook show'])
    .addOption(accountOption())
    .action(
      withAccount(async (control, accountId) => {
        const view = await control.call('workbook.get', { accountId });
        return { value: view, text: (screen) => (view === null ? strings.none : workbookText(screen, view)) };
      }),
    );
  for (const kind of KINDS) {
    for (const way of kind.ways.filter(({ verb }) => verb?.name === 'connect')) {
      const connect = verbCommand(workbook, kind, way);
      for (const other of KINDS.filter(({ ways }) => ways.every(({ verb }) => verb === undefined)))
        kindCommand(connect, other);
    }
    for (const way of kind.ways.filter(({ verb }) => verb?.name === 'create')) verbCommand(workbook, kind, way);
  }
  columnsCommand(workbook);
  balancesCommand(workbook);
  addCommand(workbook, 'disconnect', strings.disconnect, [
    'pennyrow workbook disconnect --yes',
    'pennyrow workbook disconnect --undecided',
  ])
    .option('--undecided', strings.undecided)
    .option('--yes', text().option.yes)
    .addOption(accountOption())
    .action(
      withControl<DisconnectOptions>(async (control, { account, undecided = false, yes, json }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        const kindId = undecided
          ? (await control.call('workbook.unmapped', { accountId }))?.kind
          : (await control.call('workbook.get', { accountId }))?.place.kind;
        if (!undecided && kindId !== undefined)
          await requireConfirmation({ action: 'disconnect', name }, { yes, json });
        const view = await control.call(undecided ? 'workbook.dropUnmapped' : 'workbook.disconnect', { accountId });
        const what = strings.disconnected({ undecided, account: name });
        return {
          value: view,
          text: (screen) => paragraph(screen, '', `${what} ${keptWorkbookText(view.permission, kindId)}`),
        };
      }),
    );
  for (const kind of KINDS) registrationCommands(workbook, kind);
}

function balancesCommand(workbook: Command): void {
  const strings = text().workbook;
  addCommand(workbook, 'balances', strings.balances, ['pennyrow workbook balances', 'pennyrow workbook balances --add'])
    .option('--add', strings.addBalances)
    .addOption(accountOption())
    .action(
      withAccount<AccountOption & { readonly add?: true }>(async (control, accountId, { add = false }) => {
        if (add) return followRun(control, () => control.call('workbook.addBalances', { accountId }));
        const view = await control.call('workbook.balances', { accountId });
        const { state, sheet, columns, rows } = view;
        const what = strings.balancesSheet({ state, sheet, columns: [...columns] });
        return {
          value: view,
          text: (screen) =>
            paragraph(screen, '', state === 'written' ? what : `${what} ${strings.balancesKnown({ rows })}`),
        };
      }),
    );
}
