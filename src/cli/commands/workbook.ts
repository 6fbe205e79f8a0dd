import { listKinds } from '../../core/kind-form.ts';
import type { Command } from 'commander';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import { answering, examples } from '../answering.ts';
import { requireConfirmation } from '../asker.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { paragraph } from '../output/paragraph.ts';
import { workbookText } from '../output/workbook-text.ts';
import { text } from '../speech.ts';
import { whatStays } from '../what-stays.ts';
import { columnsCommand } from './workbook-columns.ts';
import { kindCommand, registrationCommands, verbCommand } from './workbook-ways.ts';
import { followRun } from '../follow-run.ts';

interface DisconnectOptions extends AccountOption {
  readonly undecided?: true;
  readonly yes?: boolean;
}

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

export function workbookCommands(workbook: Command): void {
  const say = text().workbook;
  workbook
    .command('show')
    .description(say.show)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook show'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const view = await control.call('workbook.get', { accountId: (await chooseAccount(control, account)).id });
        return {
          value: view,
          text: (screen) => (view === null ? say.none : workbookText(screen, view)),
        };
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
  workbook
    .command('disconnect')
    .description(say.disconnect)
    .option('--undecided', say.undecided)
    .option('--yes', text().option.yes)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook disconnect --yes', 'pennyrow workbook disconnect --undecided'))
    .action(
      answering<DisconnectOptions>(async (control, { account, undecided = false, yes, json }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        const kindId = undecided
          ? (await control.call('workbook.unmapped', { accountId }))?.kind
          : (await control.call('workbook.get', { accountId }))?.place.kind;
        if (!undecided && kindId !== undefined)
          await requireConfirmation({ action: 'disconnect', name }, { yes, json });
        const view = await control.call(undecided ? 'workbook.dropUnmapped' : 'workbook.disconnect', { accountId });
        const what = say.disconnected({ undecided, account: name });
        return {
          value: view,
          text: (screen) => paragraph(screen, '', `${what} ${whatStays(view.permission, kindId)}`),
        };
      }),
    );
  for (const kind of KINDS) registrationCommands(workbook, kind);
}

function balancesCommand(workbook: Command): void {
  const say = text().workbook;
  workbook
    .command('balances')
    .description(say.balances)
    .option('--add', say.addBalances)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow workbook balances', 'pennyrow workbook balances --add'))
    .action(
      answering<AccountOption & { readonly add?: true }>(async (control, { account, add = false }) => {
        const { id: accountId } = await chooseAccount(control, account);
        if (add) return followRun(control, () => control.call('workbook.addBalances', { accountId }));
        const view = await control.call('workbook.balances', { accountId });
        const { state, sheet, columns, rows } = view;
        const what = say.balancesSheet({ state, sheet, columns: [...columns] });
        return {
          value: view,
          text: (screen) =>
            paragraph(screen, '', state === 'written' ? what : `${what} ${say.balancesKnown({ rows })}`),
        };
      }),
    );
}
