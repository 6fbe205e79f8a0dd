import { warningText } from '../problem.ts';
import { withNamedSecrets, listKinds } from '../../core/kind-form.ts';
import type { Command } from 'commander';
import type { AccessView, AnswerView } from '../../contract/control/connections.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { addCommand, withControl } from '../command-action.ts';
import { connectInBrowser, type BrowserOptions, connectionAnswer } from '../follow-consent.ts';
import { chooseAccount, chooseConnection, wholeNumber } from '../options.ts';
import { formValuesFrom, secretFrom } from '../kind-form.ts';
import { answer, listAnswer } from '../output/print.ts';
import { numberColumn, paragraph, type Screen, table, type Column } from '../output/table.ts';
import { format, sourceTexts, text } from '../locale.ts';

export function connectionAccessCommands(connection: Command): void {
  const strings = text().connection;
  addCommand(connection, 'reauthorise', strings.reauthorise, [
    'pennyrow connection reauthorise "My bank"',
    'pennyrow connection reauthorise "My bank" < token.txt',
  ])
    .argument('<id|name>', text().option.which)
    .argument('[token]', strings.token({ notInShell: strings.notInShell }))
    .option('--anyway', strings.anyway)
    .option('--no-browser', text().workbook.noBrowser)
    .action(
      withControl<BrowserOptions & { anyway?: boolean }, [string, string | undefined]>(
        async (control, { account, anyway, ...options }, idOrName, token) => {
          const { id: connectionId, accountId, source, settings } = await chooseConnection(control, idOrName, account);
          const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
          if (kind?.access?.ask !== undefined) {
            const key = kind.form.find(({ isSecret }) => isSecret === true);
            const secret =
              key === undefined || token === undefined ? undefined : formValuesFrom([key], { [key.id]: token });
            const { name: accountName } = await chooseAccount(control, accountId);
            return connectInBrowser(
              control,
              source,
              { begin: () => control.call('connection.renew', { connectionId, secret }), accountName, options },
              strings.reconnected,
            );
          }
          const updated = await control.call('connection.reauthorise', {
            connectionId,
            secret:
              kind === undefined
                ? {}
                : await secretFrom(withNamedSecrets(kind.form, settings), sourceTexts(source).fields, token),
            anyway,
          });
          return connectionAnswer(updated, strings.reconnected(updated));
        },
      ),
    );
  addCommand(connection, 'test', strings.test, ['pennyrow connection test "My bank"'])
    .argument('<id|name>', text().option.which)
    .action(
      withControl<object, [string]>(async (control, { account }, idOrName) => {
        const { id: connectionId } = await chooseConnection(control, idOrName, account);
        return answer(await control.call('connection.test', { connectionId }), accessText);
      }),
    );
  addCommand(connection, 'backfill', strings.backfill, [
    'pennyrow connection backfill "My bank"',
    'pennyrow connection backfill "My bank" --since 2026-01-31',
  ])
    .argument('<id|name>', text().option.which)
    .option('--since <date>', strings.since)
    .action(
      withControl<{ since?: string }, [string]>(async (control, { account, since }, idOrName) => {
        const { id: connectionId, name } = await chooseConnection(control, idOrName, account);
        return answer(await control.call('connection.backfill', { connectionId, from: since }), (screen, { from }) =>
          paragraph(screen, '', strings.backfilled({ name, from })),
        );
      }),
    );
  addCommand(connection, 'answers', strings.answersAbout, [
    'pennyrow connection answers "My bank"',
    'pennyrow connection answers "My bank" --show 12',
  ])
    .argument('<id|name>', text().option.which)
    .option('--show <number>', strings.showAnswer, wholeNumber(1, 999_999_999))
    .action(
      withControl<{ show?: number }, [string]>(async (control, { account, show }, idOrName) => {
        const { id: connectionId } = await chooseConnection(control, idOrName, account);
        if (show !== undefined) {
          const { text: sent } = await control.call('connection.answer', { connectionId, number: show });
          return answer({ number: show, text: sent }, () =>
            JSON.stringify(JSON.parse(sent), null, 2).replaceAll(/[^\n\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/gu, '?'),
          );
        }
        const answers = await control.call('connection.answers', { connectionId });
        return listAnswer(answers, answerColumns(), strings.noAnswers);
      }),
    );
}

function accessText(screen: Screen, { host, accounts, messages }: AccessView): string {
  const { column, connection: strings } = text();
  const columns: readonly Column<AccessView['accounts'][number]>[] = [
    { title: column.account, cell: ({ name }) => name },
    { title: strings.column.bank, cell: ({ bank }) => bank ?? '' },
    { title: text().column.currency, cell: ({ currency }) => currency },
  ];
  return [
    strings.answers({ host, count: accounts.length }),
    ...(accounts.length === 0 ? [] : [table(screen, columns, accounts)]),
    ...messages.map((message) => warningText(screen, message)),
  ].join('\n');
}

function answerColumns(): readonly Column<AnswerView>[] {
  const { column } = text().connection;
  return [
    numberColumn(text().parts.number, ({ number }) => String(number)),
    { title: column.at, cell: ({ at }) => format().moment(at), whole: true },
    { title: column.asked, cell: ({ request }) => request },
    numberColumn(text().parts.size, ({ bytes }) => format().bytes(bytes)),
  ];
}
