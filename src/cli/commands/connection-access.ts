import { listKinds } from '../../core/kind-list.ts';
import type { Command } from 'commander';
import type { AccessView } from '../../contract/control/access-view.ts';
import type { AnswerView } from '../../contract/control/connection-access.ts';
import type { AuthorisedConnectionView } from '../../contract/control/connections.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseConnection, type AccountOption } from '../choose.ts';
import { secretFrom } from '../kind-form.ts';
import { wholeNumber } from '../option-values.ts';
import type { Answer } from '../output/print.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table } from '../output/table.ts';
import { moment, plural } from '../output/words.ts';
import { EXIT } from '../problem.ts';

/** What was done, and how the access answered when it was tried: exit code 1 when it did not. */
export function authorised(connection: AuthorisedConnectionView, done: string): Answer {
  const { access, health } = connection;
  const { problem } = health;
  const next = 'Fetch it with `pennyrow sync`.';
  const text = (screen: Screen): string => {
    if (access !== null)
      return (
        paragraph(
          screen,
          '',
          `${done}: ${access.host} answers, with ${plural(access.accounts.length, 'account')}. ${next}`,
        ) + notesText(screen, access)
      );
    if (problem === null) return paragraph(screen, '', `${done}. ${next}`);
    return [
      paragraph(screen, '', `${done}. The access is saved, but it does not work yet:`),
      note(screen, problem),
    ].join('\n');
  };
  return { value: connection, text, exitCode: access === null && problem !== null ? EXIT.failed : EXIT.succeeded };
}

export function connectionAccessCommands(connection: Command): void {
  connection
    .command('reauthorise')
    .description('give a connection to a bank service a new access; rows and settings stay')
    .argument('<id|name>', 'which one')
    .argument(
      '[token]',
      'what lets it in now, such as a new setup token; better left out, since shells remember: it is asked for, or read from standard input',
    )
    .option('--anyway', 'save an access even if it does not work now, where its kind allows that')
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection reauthorise "My bank"', 'pennyrow connection reauthorise "My bank" < token.txt'),
    )
    .action(
      answering<AccountOption & { readonly anyway?: boolean }, [string, string | undefined]>(
        async (control, { account, anyway }, wanted, token) => {
          const { id: connectionId, source } = await chooseConnection(control, wanted, account);
          const form = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source)?.form ?? [];
          const updated = await control.call('connection.reauthorise', {
            connectionId,
            secret: await secretFrom(form, token),
            ...(anyway === true ? { anyway } : {}),
          });
          return authorised(updated, `The connection “${updated.name}” has a new access`);
        },
      ),
    );
  connection
    .command('test')
    .description(
      'ask the service of a connection for its accounts; counts as one of the requests that it allows for a day',
    )
    .argument('<id|name>', 'which one')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection test "My bank"'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, wanted) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        const access = await control.call('connection.test', { connectionId });
        return { value: access, text: (screen) => accessText(screen, access) };
      }),
    );
  connection
    .command('backfill')
    .description(
      'ask the service of a connection for older days with the next syncs, also behind days for which it sent nothing',
    )
    .argument('<id|name>', 'which one')
    .option('--since <date>', 'the first day to ask for, such as 2026-01-31; by default a year ago')
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection backfill "My bank"', 'pennyrow connection backfill "My bank" --since 2026-01-31'),
    )
    .action(
      answering<AccountOption & { since?: string }, [string]>(async (control, { account, since }, wanted) => {
        const { id: connectionId, name } = await chooseConnection(control, wanted, account);
        const asked = await control.call('connection.backfill', {
          connectionId,
          ...(since === undefined ? {} : { from: since }),
        });
        return {
          value: asked,
          text: (screen) =>
            paragraph(
              screen,
              '',
              `“${name}” is asked for all days from ${asked.from} on by the next sync; some of them may have to wait for the day after. Start it with \`pennyrow sync\`.`,
            ),
        };
      }),
    );
  connection
    .command('answers')
    .description('show what the source of a connection answered lately; the bank’s own words, to look at')
    .argument('<id|name>', 'which one')
    .option('--show <number>', 'print this answer as it was sent', wholeNumber(1, 999_999_999))
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection answers "My bank"', 'pennyrow connection answers "My bank" --show 12'),
    )
    .action(
      answering<AccountOption & { show?: number }, [string]>(async (control, { account, show }, wanted) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        if (show !== undefined) {
          const { text } = await control.call('connection.answer', { connectionId, number: show });
          // Line by line, and with everything escaped that could steer a terminal.
          return {
            value: { number: show, text },
            text: () =>
              JSON.stringify(JSON.parse(text), null, 2).replaceAll(/[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, '?'),
          };
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
  return [
    `${host} answers, with ${plural(accounts.length, 'account')}.`,
    ...(accounts.length === 0 ? [] : [table(screen, columns, accounts)]),
    ...messages.map((message) => note(screen, message)),
  ].join('\n');
}

function notesText(screen: Screen, { messages }: AccessView): string {
  return messages.map((message) => `\n${note(screen, message)}`).join('');
}

function note(screen: Screen, { message, remedy }: Pick<AccessView['messages'][number], 'message' | 'remedy'>): string {
  return [
    paragraph(screen, `  ${screen.paint('yellow', '!')} `, message),
    ...(remedy === null ? [] : [paragraph(screen, '    ', remedy)]),
  ].join('\n');
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
