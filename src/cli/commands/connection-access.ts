import { withNamedSecrets, listKinds } from '../../core/kind-form.ts';
import type { Command } from 'commander';
import type { AccessView } from '../../contract/control/connections.ts';
import type { AnswerView } from '../../contract/control/connections.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { answering, examples } from '../answering.ts';
import { askedInBrowser, type BrowserOptions } from '../ask-in-browser.ts';
import { authorised, note } from '../authorised.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import { formValuesFrom, secretFrom } from '../kind-form.ts';
import { wholeNumber } from '../option-values.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Screen } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { format, sourceTexts, text } from '../speech.ts';

interface ReauthoriseOptions extends AccountOption, BrowserOptions {
  readonly anyway?: boolean;
}

export function connectionAccessCommands(connection: Command): void {
  const say = text().connection;
  connection
    .command('reauthorise')
    .description(say.reauthorise)
    .argument('<id|name>', say.which)
    .argument('[token]', say.token({ notInShell: say.notInShell }))
    .option('--anyway', say.anyway)
    .option('--no-browser', text().workbook.noBrowser)
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection reauthorise "My bank"', 'pennyrow connection reauthorise "My bank" < token.txt'),
    )
    .action(
      answering<ReauthoriseOptions, [string, string | undefined]>(
        async (control, { account, anyway, ...options }, wanted, token) => {
          const { id: connectionId, accountId, source, settings } = await chooseConnection(control, wanted, account);
          const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
          if (kind?.access?.ask !== undefined) {
            const key = kind.form.find(({ isSecret }) => isSecret === true);
            const secret =
              key === undefined || token === undefined ? {} : { secret: formValuesFrom([key], { [key.id]: token }) };
            return askedInBrowser(control, {
              begin: () => control.call('connection.renew', { connectionId, ...secret }),
              accountName: (await chooseAccount(control, accountId)).name,
              kind: source,
              options,
              done: say.reconnected,
            });
          }
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
