import type { Command } from 'commander';
import type { AccessView, AnswerView } from '../../contract/control/connection-access.ts';
import { answering, examples } from '../answering.ts';
import { askSecret } from '../ask-secret.ts';
import { accountOption, chooseConnection, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { moment, plural } from '../output/words.ts';

export const TOKEN_QUESTION = 'Setup token from your SimpleFIN provider (it is not shown)';

export function connectionAccessCommands(connection: Command): void {
  connection
    .command('reauthorise')
    .description('give a SimpleFIN connection a new access; rows and settings stay')
    .argument('<id|name>', 'which one')
    .argument('[token]', 'the new setup token; better left out, since shells remember: it is asked for, or read from standard input')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection reauthorise SimpleFIN', 'pennyrow connection reauthorise SimpleFIN < token.txt'))
    .action(
      answering<AccountOption, [string, string | undefined]>(async (control, { account }, wanted, token) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        const setupToken = token ?? (await askSecret(TOKEN_QUESTION));
        const updated = await control.call('connection.reauthorise', { connectionId, setupToken });
        return { value: updated, text: (screen) => paragraph(screen, '', `The connection “${updated.name}” has a new access. Fetch it with \`pennyrow sync\`.`) };
      }),
    );
  connection
    .command('test')
    .description('ask SimpleFIN for the accounts of a connection; counts as one of the 24 requests a day')
    .argument('<id|name>', 'which one')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection test SimpleFIN'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, wanted) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        const access = await control.call('connection.test', { connectionId });
        return { value: access, text: (screen) => accessText(screen, access) };
      }),
    );
  connection
    .command('answers')
    .description('show what the source of a connection answered lately; the bank’s own words, to look at')
    .argument('<id|name>', 'which one')
    .option('--show <number>', 'print this answer as it was sent', wholeNumber(1, 999_999_999))
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection answers SimpleFIN', 'pennyrow connection answers SimpleFIN --show 12'))
    .action(
      answering<AccountOption & { show?: number }, [string]>(async (control, { account, show }, wanted) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        if (show !== undefined) {
          const { text } = await control.call('connection.answer', { connectionId, number: show });
          // Line by line, and with everything escaped that could steer a terminal.
          return { value: { number: show, text }, text: () => JSON.stringify(JSON.parse(text), null, 2).replaceAll(/[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, '?') };
        }
        const answers = await control.call('connection.answers', { connectionId });
        return { value: answers, text: (screen) => answersText(screen, answers) };
      }),
    );
}

function accessText(screen: Screen, { host, accounts, messages }: AccessView): string {
  const columns = [
    { title: 'Account', cell: ({ name }: AccessView['accounts'][number]) => name },
    { title: 'Bank', cell: ({ bank }: AccessView['accounts'][number]) => bank ?? '' },
    { title: 'Currency', cell: ({ currency }: AccessView['accounts'][number]) => currency },
  ];
  const notes = messages.flatMap(({ message, remedy }) => [paragraph(screen, `  ${screen.paint('yellow', '!')} `, message), ...(remedy === null ? [] : [paragraph(screen, '    ', remedy)])]);
  return [`${host} answers, with ${plural(accounts.length, 'account')}.`, ...(accounts.length === 0 ? [] : [table(screen, columns, accounts)]), ...notes].join('\n');
}

function answersText(screen: Screen, answers: readonly AnswerView[]): string {
  if (answers.length === 0) return 'No answers are kept.';
  return table(
    screen,
    [
      { title: 'Number', cell: ({ number }) => String(number), align: 'right', whole: true },
      { title: 'At', cell: ({ at }) => moment(at), whole: true },
      { title: 'Asked', cell: ({ request }) => request },
      { title: 'Bytes', cell: ({ bytes }) => String(bytes), align: 'right', whole: true },
    ],
    answers,
  );
}
