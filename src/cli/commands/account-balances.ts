import type { Command } from 'commander';
import type { BalanceView, DifferenceView, StatedBalanceView } from '../../contract/control/balances.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { fromMirror } from '../from-mirror.ts';
import { day } from '../option-values.ts';
import { dayCell, moneyCell } from '../output/cells.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen, Style } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { EXIT } from '../problem.ts';
import { tell, text } from '../speech.ts';

/** `pennyrow account balances` */
export function accountBalanceCommands(account: Command): void {
  account
    .command('balances')
    .description(text().balances.about)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow account balances', 'pennyrow account balances --json'))
    .action(
      answering<AccountOption>(async (control, { account: wanted, json }) => {
        const { id: accountId } = await chooseAccount(control, wanted);
        const list = await fromMirror(control, accountId, { json }, control.call('balance.list', { accountId }));
        return {
          value: list,
          text: (screen) => balancesText(screen, list.balances),
          exitCode: list.balances.some(needsAttention) ? EXIT.failed : EXIT.succeeded,
        };
      }),
    );
  const { balances: say } = text();
  account
    .command('accept-difference')
    .description(say.accept)
    .argument('<bank-account>', say.acceptAccount)
    .argument('<day>', say.acceptDay, day)
    .option('--note <text>', say.acceptNote)
    .option('--withdraw', say.withdraw)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow account accept-difference Checking 2026-03-11 --note "Cash from my aunt"'))
    .action(
      answering<AcceptOptions, [string, string]>(async (control, options, name, shownOn) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const { balances } = await control.call('balance.list', { accountId });
        const found = balances.find((one) => one.bankAccountId === name || one.name === name);
        const difference =
          found?.proof.state === 'differs' ? found.proof.differences.find((one) => one.shownOn === shownOn) : undefined;
        if (found === undefined || difference === undefined)
          throw new PennyrowError(problem('balance_difference_unknown', { account: name, day: shownOn }));
        const { bankAccountId, currency } = found;
        const note = options.withdraw === true ? null : (options.note ?? '');
        await control.call('balance.accept', { accountId, bankAccountId, currency, shownOn, note });
        const facts = { sum: { amount: difference.by, currency }, day: shownOn };
        return { value: null, text: () => (note === null ? say.withdrawn(facts) : say.accepted(facts)) };
      }),
    );
}

interface AcceptOptions extends AccountOption {
  readonly note?: string;
  readonly withdraw?: true;
}

function needsAttention({ proof }: BalanceView): boolean {
  return proof.state === 'differs' && proof.differences.some(({ accepted }) => accepted === null);
}

const STYLES: Readonly<Record<BalanceView['proof']['state'], Style | null>> = {
  proven: 'green',
  differs: 'yellow',
  unproven: null,
};

function columns(): readonly Column<BalanceView>[] {
  const { balances: say, column } = text();
  const amountOf = (stated: StatedBalanceView | null, currency: string): string =>
    stated === null ? '' : moneyCell(stated.amount, currency);
  return [
    { title: column.account, cell: ({ name }) => name },
    {
      title: say.column.balance,
      cell: ({ latest, currency }) => amountOf(latest, currency),
      align: 'right',
      whole: true,
    },
    { title: say.column.of, cell: ({ latest }) => (latest === null ? '' : dayCell(latest.day)), whole: true },
    {
      title: say.column.available,
      cell: ({ available, currency }) => amountOf(available, currency),
      align: 'right',
      whole: true,
    },
    { title: say.column.addsUp, cell: ({ proof }) => proofCell(proof), style: ({ proof }) => STYLES[proof.state] },
  ];
}

function proofCell(proof: BalanceView['proof']): string {
  const { balances: say } = text();
  switch (proof.state) {
    case 'proven':
      return say.until({ day: proof.until });
    case 'differs':
      return say.notSince({ day: proof.since });
    case 'unproven':
      return say.unproven;
  }
}

function balancesText(screen: Screen, balances: readonly BalanceView[]): string {
  if (balances.length === 0) return text().balances.none;
  return [table(screen, columns(), balances), ...balances.flatMap((balance) => explanation(screen, balance))].join(
    '\n',
  );
}

/** What does not add up, and what may be the cause. */
function explanation(screen: Screen, { proof, currency }: BalanceView): string[] {
  if (proof.state === 'proven') return [];
  if (proof.state === 'unproven') return ['', paragraph(screen, '', tell(proof).message)];
  const { balances: say } = text();
  const { message } = tell({ ...proof, params: { ...proof.params, cause: null, others: 0 } });
  return [
    '',
    paragraph(screen, `${screen.paint('yellow', '!')} `, message),
    ...proof.differences.flatMap((difference) =>
      differenceText(screen, difference, currency, proof.differences.length),
    ),
    paragraph(screen, '  ', say.fine),
  ];
}

function differenceText(screen: Screen, difference: DifferenceView, currency: string, count: number): string[] {
  const { balances: say } = text();
  const { by, since, shownOn, candidates, accepted } = difference;
  return [
    paragraph(
      screen,
      '  ',
      count === 1 ? say.shownOn({ day: shownOn }) : say.difference({ sum: { amount: by, currency }, since, shownOn }),
    ),
    ...(accepted === null
      ? []
      : [paragraph(screen, '  ', say.acceptedBefore({ at: accepted.at, note: accepted.note || null }))]),
    ...(candidates.length === 0 ? [] : [paragraph(screen, '  ', say.candidates)]),
    ...candidates.flatMap((candidate) => [
      paragraph(screen, '  - ', tell(candidate).message),
      ...candidate.rows.map(({ transactionId }) => `      ${transactionId}`),
    ]),
  ];
}
