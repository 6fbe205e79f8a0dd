import { Option, type Command } from 'commander';
import type { AccountView } from '../../contract/control/accounts.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { followRun } from '../follow-run.ts';
import { requireConfirmation } from '../prompt.ts';
import { chooseAccount, day } from '../options.ts';
import { answer } from '../output/print.ts';
import {
  dayCell,
  moneyCell,
  numberColumn,
  paragraph,
  table,
  type Column,
  type Screen,
  type Style,
} from '../output/table.ts';
import { format, text, localize } from '../locale.ts';
import { keptWorkbookText } from '../output/workbook-text.ts';
import type { BalanceView, DifferenceView, StatedBalanceView } from '../../contract/control/balances.ts';
import { withStaleWarning } from '../stale-warning.ts';
import { EXIT } from '../problem.ts';

interface UpdateOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly plan?: AccountView['entitlement']['kind'];
  readonly planEnds?: string;
}

function columns(): readonly Column<AccountView>[] {
  const strings = text();
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: strings.column.name, cell: ({ name }) => name },
    { title: strings.parts.timeZone, cell: ({ timeZone }) => timeZone },
    {
      title: strings.account.column.plan,
      cell: ({ entitlement }) => strings.account.planIs(entitlement),
      style: ({ entitlement }) => (entitlement.active ? null : 'yellow'),
    },
    { title: strings.column.created, cell: ({ createdAt }) => format().moment(createdAt) },
  ];
}

export function accountCommands(account: Command): void {
  const strings = text().account;
  const { which } = text().option;
  accountBalanceCommands(account);
  sameAccountCommand(account);
  addCommand(account, 'list', text().option.list, ['pennyrow account list']).action(
    withControl(async (control) =>
      answer(await control.call('account.list', {}), (screen, accounts) => table(screen, columns(), accounts)),
    ),
  );
  addCommand(account, 'add', strings.add, ['pennyrow account add Household --time-zone Europe/Berlin'])
    .argument('<name>', text().option.name)
    .option('--time-zone <name>', text().parts.timeZone)
    .action(
      withControl<UpdateOptions, [string]>(async (control, { timeZone }, name) => {
        const added = await control.call('account.add', { name, timeZone });
        return answer(added, () => strings.added(added));
      }),
    );
  addCommand(account, 'update', strings.update, [
    'pennyrow account update "My money" --name Household',
    'pennyrow account update Household --plan trial --plan-ends 2026-12-31',
  ])
    .argument('<id|name>', which)
    .option('--name <name>', text().option.name)
    .option('--time-zone <name>', text().parts.timeZone)
    .addOption(new Option('--plan <plan>', strings.column.plan).choices(['personal', 'trial', 'subscription']))
    .option('--plan-ends <day>', strings.planEnds, day)
    .action(
      withControl<UpdateOptions, [string]>(async (control, options, idOrName) => {
        const { id: accountId } = await chooseAccount(control, idOrName);
        const updated = await control.call('account.update', { accountId, ...changesIn(options) });
        return answer(updated, () => strings.updated({ ...updated, plan: strings.planIs(updated.entitlement) }));
      }),
    );
  addCommand(account, 'remove', strings.remove, ['pennyrow account remove Household --yes'])
    .argument('<id|name>', which)
    .option('--yes', text().option.yes)
    .action(
      withControl<{ readonly yes?: boolean }, [string]>(async (control, { yes, json }, idOrName) => {
        const { id: accountId, name } = await chooseAccount(control, idOrName);
        await requireConfirmation({ action: 'other', name }, { yes, json });
        const { unrevoked, permission, kind } = await control.call('account.remove', { accountId });
        const stays = permission === 'none' ? null : keptWorkbookText(permission, kind);
        return answer({ id: accountId, removed: true, unrevoked, permission }, (screen) =>
          paragraph(screen, '', strings.removed({ name, stays, count: unrevoked.length, names: unrevoked })),
        );
      }),
    );
}

function changesIn({ name, timeZone, plan, planEnds }: UpdateOptions) {
  if (plan === undefined && planEnds !== undefined)
    throw createError('input_usage', { said: text().usage.missingMandatoryOptionValue({ flags: '--plan' }) });
  if (name === undefined && timeZone === undefined && plan === undefined) throw createError('input_nothing', {});
  return {
    name,
    timeZone,
    entitlement: plan && { kind: plan, endsAt: planEnds === undefined ? null : `${planEnds}T00:00:00Z` },
  };
}

function accountBalanceCommands(account: Command): void {
  const { balances: strings } = text();
  addCommand(account, 'balances', strings.about, [
    'pennyrow account balances',
    'pennyrow account balances --json',
  ]).action(
    withAccount(async (control, accountId, { json }) => {
      const list = await withStaleWarning(control, accountId, { json }, control.call('balance.list', { accountId }));
      const exitCode = list.balances.some(needsAttention) ? EXIT.failed : EXIT.succeeded;
      return { ...answer(list, (screen) => balancesText(screen, list.balances)), exitCode };
    }),
  );
  addCommand(account, 'accept-difference', strings.accept, [
    'pennyrow account accept-difference Checking 2026-03-11 --note "Cash from my aunt"',
  ])
    .argument('<bank-account>', text().option.bankAccount)
    .argument('<day>', strings.acceptDay, day)
    .option('--note <text>', text().column.note)
    .option('--withdraw', strings.withdraw)
    .action(
      withAccount<{ note?: string; withdraw?: true }, [string, string]>(
        async (control, accountId, options, name, shownOn) => {
          const { balances } = await control.call('balance.list', { accountId });
          const found = balances.find((one) => one.bankAccountId === name || one.name === name);
          const difference =
            found?.proof.state === 'differs'
              ? found.proof.differences.find((one) => one.shownOn === shownOn)
              : undefined;
          if (found === undefined || difference === undefined)
            throw createError('balance_difference_unknown', { account: name, day: shownOn });
          const { bankAccountId, currency } = found;
          const note = options.withdraw === true ? null : (options.note ?? '');
          await control.call('balance.accept', { accountId, bankAccountId, currency, shownOn, note });
          const facts = { sum: { amount: difference.by, currency }, day: shownOn };
          return answer(null, () => (note === null ? strings.withdrawn(facts) : strings.accepted(facts)));
        },
      ),
    );
}

function sameAccountCommand(account: Command): void {
  const { balances: strings } = text();
  addCommand(account, 'same', strings.same, ['pennyrow account same "Everyday checking" "Checking ••2345"'])
    .argument('<bank-account>', text().option.bankAccount)
    .argument('<other>', text().option.bankAccount)
    .action(
      withAccount<object, [string, string]>(async (control, accountId, _options, ...names) => {
        const all = await control.call('balance.accounts', { accountId });
        const bankAccountIds = names.map((name) => {
          const found = all.filter((one) => one.id === name || one.name === name);
          const [first, second] = found;
          if (first !== undefined && second === undefined) return first.id;
          throw createError('input_name_unknown', {
            what: second === undefined ? 'other' : 'several',
            name,
            known: (second === undefined ? all : found).map((one) => `${one.name} (${one.id})`),
          });
        }) as [string, string];
        return followRun(control, () => control.call('balance.join', { accountId, bankAccountIds }));
      }),
    );
}

function needsAttention({ proof }: BalanceView): boolean {
  return proof.state === 'differs' && proof.differences.some(({ accepted }) => accepted === null);
}

const STYLES: Readonly<Record<BalanceView['proof']['state'], Style | null>> = {
  proven: 'green',
  differs: 'yellow',
  unproven: null,
};

function balanceColumns(): readonly Column<BalanceView>[] {
  const { balances: strings, column } = text();
  const amountOf = (stated: StatedBalanceView | null, currency: string): string =>
    stated === null ? '' : moneyCell(stated.amount, currency);
  return [
    { title: column.account, cell: ({ name }) => name },
    numberColumn(text().parts.balance, ({ latest, currency }) => amountOf(latest, currency)),
    { title: text().parts.asOf, cell: ({ latest }) => (latest === null ? '' : dayCell(latest.day)), whole: true },
    numberColumn(strings.column.available, ({ available, currency }) => amountOf(available, currency)),
    { title: strings.column.addsUp, cell: ({ proof }) => proofCell(proof), style: ({ proof }) => STYLES[proof.state] },
  ];
}

function proofCell(proof: BalanceView['proof']): string {
  const { balances: strings } = text();
  switch (proof.state) {
    case 'proven':
      return strings.until({ day: proof.until });
    case 'differs':
      return strings.notSince({ day: proof.since });
    case 'unproven':
      return text().accounts.unproven;
  }
}

function balancesText(screen: Screen, balances: readonly BalanceView[]): string {
  if (balances.length === 0) return text().accounts.none;
  return [
    table(screen, balanceColumns(), balances),
    ...balances.flatMap((balance) => explanation(screen, balance)),
  ].join('\n');
}

function explanation(screen: Screen, { proof, currency }: BalanceView): string[] {
  if (proof.state === 'proven') return [];
  if (proof.state === 'unproven') return ['', paragraph(screen, '', localize(proof).message)];
  const { balances: strings } = text();
  const { message } = localize({ ...proof, params: { ...proof.params, cause: null, others: 0 } });
  return [
    '',
    paragraph(screen, `${screen.paint('yellow', '!')} `, message),
    ...proof.differences.flatMap((difference) =>
      differenceText(screen, difference, currency, proof.differences.length),
    ),
    paragraph(screen, '  ', strings.fine),
  ];
}

function differenceText(screen: Screen, difference: DifferenceView, currency: string, count: number): string[] {
  const { balances: strings } = text();
  const { by, since, shownOn, candidates, accepted } = difference;
  return [
    paragraph(
      screen,
      '  ',
      count === 1
        ? strings.shownOn({ day: shownOn })
        : strings.difference({ sum: { amount: by, currency }, since, shownOn }),
    ),
    ...(accepted === null
      ? []
      : [paragraph(screen, '  ', `${text().accounts.acceptedOn({ at: accepted.at })} ${accepted.note}`.trim())]),
    ...(candidates.length === 0 ? [] : [paragraph(screen, '  ', strings.candidates)]),
    ...candidates.flatMap((candidate) => [
      paragraph(screen, '  - ', localize(candidate).message),
      ...candidate.rows.map(({ transactionId }) => `      ${transactionId}`),
    ]),
  ];
}
