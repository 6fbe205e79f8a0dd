import { Option, type Command } from 'commander';
import type { AccountView } from '../../contract/control/accounts.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { accountBalanceCommands } from './account-balances.ts';
import { answering, examples } from '../answering.ts';
import { requireConfirmation } from '../asker.ts';
import { chooseAccount } from '../choose.ts';
import { day } from '../option-values.ts';
import { paragraph } from '../output/paragraph.ts';
import { table, type Column } from '../output/table.ts';
import { format, text } from '../speech.ts';
import { whatStays } from '../what-stays.ts';

type Entitlement = AccountView['entitlement'];

interface UpdateOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly plan?: Entitlement['kind'];
  readonly planEnds?: string;
}

function columns(): readonly Column<AccountView>[] {
  const say = text();
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: say.column.name, cell: ({ name }) => name },
    { title: say.account.column.timeZone, cell: ({ timeZone }) => timeZone },
    {
      title: say.account.column.plan,
      cell: ({ entitlement }) => say.account.planIs(entitlement),
      style: ({ entitlement }) => (entitlement.active ? null : 'yellow'),
    },
    { title: say.column.created, cell: ({ createdAt }) => format().moment(createdAt) },
  ];
}

export function accountCommands(account: Command): void {
  const say = text().account;
  const { which } = text().option;
  accountBalanceCommands(account);
  account
    .command('list')
    .description(say.list)
    .addHelpText('after', examples('pennyrow account list'))
    .action(
      answering(async (control) => {
        const accounts = await control.call('account.list', {});
        return { value: accounts, text: (screen) => table(screen, columns(), accounts) };
      }),
    );
  account
    .command('add')
    .description(say.add)
    .argument('<name>', say.name)
    .option('--time-zone <name>', say.timeZone)
    .addHelpText('after', examples('pennyrow account add Household --time-zone Europe/Berlin'))
    .action(
      answering<UpdateOptions, [string]>(async (control, { timeZone }, name) => {
        const added = await control.call('account.add', { name, ...(timeZone === undefined ? {} : { timeZone }) });
        return {
          value: added,
          text: () => say.added(added),
        };
      }),
    );
  account
    .command('update')
    .description(say.update)
    .argument('<id|name>', which)
    .option('--name <name>', say.newName)
    .option('--time-zone <name>', say.newTimeZone)
    .addOption(new Option('--plan <plan>', say.plan).choices(['personal', 'trial', 'subscription']))
    .option('--plan-ends <day>', say.planEnds, day)
    .addHelpText(
      'after',
      examples(
        'pennyrow account update "My money" --name Household',
        'pennyrow account update Household --plan trial --plan-ends 2026-12-31',
      ),
    )
    .action(
      answering<UpdateOptions, [string]>(async (control, options, wanted) => {
        const { id: accountId } = await chooseAccount(control, wanted);
        const updated = await control.call('account.update', { accountId, ...changesIn(options) });
        return {
          value: updated,
          text: () => say.updated({ ...updated, plan: say.planIs(updated.entitlement) }),
        };
      }),
    );
  account
    .command('remove')
    .description(say.remove)
    .argument('<id|name>', which)
    .option('--yes', text().option.yes)
    .addHelpText('after', examples('pennyrow account remove Household --yes'))
    .action(
      answering<{ readonly yes?: boolean }, [string]>(async (control, { yes, json }, wanted) => {
        const { id: accountId, name } = await chooseAccount(control, wanted);
        await requireConfirmation({ action: 'other', name }, { yes, json });
        const { unrevoked, permission, kind } = await control.call('account.remove', { accountId });
        return {
          value: { id: accountId, removed: true, unrevoked, permission },
          text: (screen) => {
            const stays = permission === 'none' ? null : whatStays(permission, kind);
            return paragraph(screen, '', say.removed({ name, stays, count: unrevoked.length, names: unrevoked }));
          },
        };
      }),
    );
}

function changesIn({ name, timeZone, plan, planEnds }: UpdateOptions) {
  if (plan === undefined && planEnds !== undefined) throw new PennyrowError(problem('input_plan', {}));
  if (name === undefined && timeZone === undefined && plan === undefined)
    throw new PennyrowError(problem('input_nothing', {}));
  return {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(plan === undefined
      ? {}
      : { entitlement: { kind: plan, endsAt: planEnds === undefined ? null : `${planEnds}T00:00:00Z` } }),
  };
}
