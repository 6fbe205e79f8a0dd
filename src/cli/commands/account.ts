import { Option, type Command } from 'commander';
import type { AccountView } from '../../contract/control/accounts.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { chooseAccount } from '../choose.ts';
import { day } from '../option-values.ts';
import { table, type Column } from '../output/table.ts';
import { moment } from '../output/words.ts';

type Entitlement = AccountView['entitlement'];

interface UpdateOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly plan?: Entitlement['kind'];
  readonly planEnds?: string;
}

const COLUMNS: readonly Column<AccountView>[] = [
  { title: 'ID', cell: ({ id }) => id, whole: true },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Time zone', cell: ({ timeZone }) => timeZone },
  {
    title: 'Plan',
    cell: ({ entitlement }) => planInWords(entitlement),
    style: ({ entitlement }) => (entitlement.active ? null : 'yellow'),
  },
  { title: 'Created', cell: ({ createdAt }) => moment(createdAt) },
];

export function accountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('manage accounts: each has a workbook, connections, tokens and a schedule of its own');
  account
    .command('list')
    .description('list the accounts')
    .addHelpText('after', examples('pennyrow account list'))
    .action(
      answering(async (control) => {
        const accounts = await control.call('account.list', {});
        return { value: accounts, text: (screen) => table(screen, COLUMNS, accounts) };
      }),
    );
  account
    .command('add')
    .description('add an account with a new local workbook')
    .argument('<name>', 'what to call it')
    .option('--time-zone <name>', "its time zone, such as Europe/Berlin (default: the machine's)")
    .addHelpText('after', examples('pennyrow account add Household --time-zone Europe/Berlin'))
    .action(
      answering<UpdateOptions, [string]>(async (control, { timeZone }, name) => {
        const added = await control.call('account.add', { name, ...(timeZone === undefined ? {} : { timeZone }) });
        return {
          value: added,
          text: () =>
            `Added the account “${added.name}” (${added.id}). \`pennyrow workbook show --account ${added.id}\` says where its workbook is.`,
        };
      }),
    );
  account
    .command('update')
    .description('change an account')
    .argument('<id|name>', 'which one')
    .option('--name <name>', 'a new name')
    .option('--time-zone <name>', 'another time zone')
    .addOption(new Option('--plan <plan>', 'its plan').choices(['personal', 'trial', 'subscription']))
    .option('--plan-ends <day>', 'when the plan ends, at 00:00 UTC of that day (default: never)', day)
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
          text: () =>
            `The account “${updated.name}” is changed: ${updated.timeZone}, ${planInWords(updated.entitlement)}.`,
        };
      }),
    );
  account
    .command('remove')
    .description('remove an account with its connections, tokens, schedule and history; its workbook file stays')
    .argument('<id|name>', 'which one')
    .option('--yes', 'really do it')
    .addHelpText('after', examples('pennyrow account remove Household --yes'))
    .action(
      answering<{ readonly yes?: boolean }, [string]>(async (control, { yes }, wanted) => {
        const { id: accountId, name } = await chooseAccount(control, wanted);
        if (yes !== true) {
          throw new PennyrowError(
            'input_unconfirmed',
            `Removing “${name}” ends its connections, tokens and schedule, and forgets its history. Its workbook stays.`,
            'Add --yes to do it.',
          );
        }
        await control.call('account.remove', { accountId });
        return {
          value: { id: accountId, removed: true },
          text: () => `The account “${name}” is removed. Its workbook stays where it is.`,
        };
      }),
    );
}

function changesIn({ name, timeZone, plan, planEnds }: UpdateOptions) {
  if (plan === undefined && planEnds !== undefined)
    throw new PennyrowError('input_plan', '--plan-ends is given without --plan.', 'Say which plan ends then.');
  if (name === undefined && timeZone === undefined && plan === undefined) {
    throw new PennyrowError('input_nothing', 'There is nothing to change.', 'Give --name, --time-zone or --plan.');
  }
  return {
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(plan === undefined
      ? {}
      : { entitlement: { kind: plan, endsAt: planEnds === undefined ? null : `${planEnds}T00:00:00Z` } }),
  };
}

function planInWords({ kind, endsAt, active }: Entitlement): string {
  if (endsAt === null) return active ? kind : `${kind}, ended`;
  return `${kind}, ${active ? 'until' : 'ended'} ${moment(endsAt)}`;
}
