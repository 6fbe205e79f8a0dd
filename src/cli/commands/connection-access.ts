import { withNamedSecrets } from '../../core/kind-form.ts';
import { listKinds } from '../../core/kind-list.ts';
import type { Command } from 'commander';
import type { AccessView } from '../../contract/control/access-view.ts';
import type { AnswerView } from '../../contract/control/connection-access.ts';
import type { AuthorisedConnectionView } from '../../contract/control/connections.ts';
import type { Report } from '../../messages/parameters.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseConnection, type AccountOption } from '../choose.ts';
import { secretFrom } from '../kind-form.ts';
import { wholeNumber } from '../option-values.ts';
import type { Answer } from '../output/print.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { EXIT } from '../problem.ts';
import { format, sourceTexts, tell, text } from '../speech.ts';

/** What was done, and how the access answered when it was tried: exit code 1 when it did not. */
export function authorised(connection: AuthorisedConnectionView, done: string): Answer {
  const { access, health } = connection;
  const { problem } = health;
  const lines = (screen: Screen): string => {
    const say = text().connection;
    if (access !== null) {
      const answers = say.answers({ host: access.host, count: access.accounts.length });
      return paragraph(screen, '', `${done} ${answers} ${say.next}`) + notesText(screen, access);
    }
    if (problem === null) return paragraph(screen, '', `${done} ${say.next}`);
    return [paragraph(screen, '', `${done} ${say.notYet}`), note(screen, problem)].join('\n');
  };
  const isBroken = access === null && problem !== null;
  return { value: connection, text: lines, exitCode: isBroken ? EXIT.failed : EXIT.succeeded };
}

export function connectionAccessCommands(connection: Command): void {
  const say = text().connection;
  connection
    .command('reauthorise')
    .description(say.reauthorise)
    .argument('<id|name>', say.which)
    .argument('[token]', say.token({ notInShell: say.notInShell }))
    .option('--anyway', say.anyway)
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection reauthorise "My bank"', 'pennyrow connection reauthorise "My bank" < token.txt'),
    )
    .action(
      answering<AccountOption & { readonly anyway?: boolean }, [string, string | undefined]>(
        async (control, { account, anyway }, wanted, token) => {
          const { id: connectionId, source, settings } = await chooseConnection(control, wanted, account);
          const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
          const updated = await control.call('connection.reauthorise', {
            connectionId,
            secret:
              kind === undefined
                ? {}
                : await secretFrom(withNamedSecrets(kind.form, settings), sourceTexts(source).fields, token),
            ...(anyway === true ? { anyway } : {}),
          });
          return authorised(updated, say.reconnected(updated));
        },
      ),
    );
  connection
    .command('test')
    .description(say.test)
    .argument('<id|name>', say.which)
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
    .description(say.backfill)
    .argument('<id|name>', say.which)
    .option('--since <date>', say.since)
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
          text: (screen) => paragraph(screen, '', say.backfilled({ name, from: asked.from })),
        };
      }),
    );
  connection
    .command('answers')
    .description(say.answersAbout)
    .argument('<id|name>', say.which)
    .option('--show <number>', say.showAnswer, wholeNumber(1, 999_999_999))
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection answers "My bank"', 'pennyrow connection answers "My bank" --show 12'),
    )
    .action(
      answering<AccountOption & { show?: number }, [string]>(async (control, { account, show }, wanted) => {
        const { id: connectionId } = await chooseConnection(control, wanted, account);
        if (show !== undefined) {
          const { text: sent } = await control.call('connection.answer', { connectionId, number: show });
          // Line by line, and with everything escaped that could steer a terminal.
          return {
            value: { number: show, text: sent },
            text: () =>
              JSON.stringify(JSON.parse(sent), null, 2).replaceAll(/[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, '?'),
          };
        }
        const answers = await control.call('connection.answers', { connectionId });
        return { value: answers, text: (screen) => answersText(screen, answers) };
      }),
    );
}

function accessText(screen: Screen, { host, accounts, messages }: AccessView): string {
  const { column, connection: say } = text();
  const columns: readonly Column<AccessView['accounts'][number]>[] = [
    { title: column.account, cell: ({ name }) => name },
    { title: say.column.bank, cell: ({ bank }) => bank ?? '' },
    { title: say.column.currency, cell: ({ currency }) => currency },
  ];
  return [
    say.answers({ host, count: accounts.length }),
    ...(accounts.length === 0 ? [] : [table(screen, columns, accounts)]),
    ...messages.map((message) => note(screen, message)),
  ].join('\n');
}

function notesText(screen: Screen, { messages }: AccessView): string {
  return messages.map((message) => `\n${note(screen, message)}`).join('');
}

function note(screen: Screen, report: Report): string {
  const { message, remedy } = tell(report);
  return [
    paragraph(screen, `  ${screen.paint('yellow', '!')} `, message),
    ...(remedy === '' ? [] : [paragraph(screen, '    ', remedy)]),
  ].join('\n');
}

function answersText(screen: Screen, answers: readonly AnswerView[]): string {
  const { column, noAnswers } = text().connection;
  if (answers.length === 0) return noAnswers;
  return table(
    screen,
    [
      { title: column.number, cell: ({ number }) => String(number), align: 'right', whole: true },
      { title: column.at, cell: ({ at }) => format().moment(at), whole: true },
      { title: column.asked, cell: ({ request }) => request },
      { title: column.bytes, cell: ({ bytes }) => format().bytes(bytes), align: 'right', whole: true },
    ],
    answers,
  );
}
