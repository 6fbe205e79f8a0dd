import type { Command } from 'commander';
import type { TokenView } from '../../contract/control/tokens.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { collect, oneOf, wholeNumber } from '../options.ts';
import { answer, listAnswer } from '../output/print.ts';
import type { Column } from '../output/table.ts';
import { format, text } from '../locale.ts';

const SCOPES = ['read', 'write'] as const satisfies TokenView['scopes'];

const DAY_MS = 86_400_000;

function columns(): readonly Column<TokenView>[] {
  const { column } = text().token;
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: text().column.name, cell: ({ name }) => name },
    { title: column.scopes, cell: ({ scopes }) => scopes.join(', ') },
    { title: text().column.created, cell: ({ createdAt }) => at(createdAt) },
    { title: column.lastUsed, cell: ({ lastUsedAt }) => at(lastUsedAt) },
    { title: text().settingsApi.expiry, cell: endOf },
  ];
}

export function tokenCommands(token: Command): void {
  const strings = text().token;
  addCommand(token, 'create', strings.create, [
    'pennyrow token create --name "My script"',
    'pennyrow token create --name backup --scope read --scope write --json',
  ])
    .requiredOption('--name <name>', text().option.name)
    .option('--scope <scope>', strings.scope, collect(oneOf(SCOPES)))
    .option('--expires-in <days>', strings.expiresIn, wholeNumber(1, 3650))
    .action(
      withAccount<{ name: string; scope?: (typeof SCOPES)[number][]; expiresIn?: number }>(
        async (control, accountId, { name, scope = ['read'], expiresIn }) => {
          const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * DAY_MS).toISOString();
          return answer(
            await control.call('token.create', { accountId, name, scopes: scope, expiresAt }),
            ({ paint }, { token: secret, scopes, expiresAt: until }) =>
              `${paint('bold', secret)}\n\n${strings.created({ scopes, until })}`,
          );
        },
      ),
    );
  addCommand(token, 'list', text().option.list, ['pennyrow token list']).action(
    withAccount(async (control, accountId) =>
      listAnswer(await control.call('token.list', { accountId }), columns(), strings.none),
    ),
  );
  addCommand(token, 'revoke', strings.revoke, ['pennyrow token revoke 4fTk1sVb0Qz'])
    .argument('<id>', text().option.id)
    .action(
      withControl<object, [string]>(async (control, _options, tokenId) =>
        answer(await control.call('token.revoke', { tokenId }), (_screen, { name }) => strings.revoked({ name })),
      ),
    );
}

function endOf({ expiresAt, revokedAt }: TokenView): string {
  return revokedAt === null ? at(expiresAt) : text().token.revokedAt({ at: revokedAt });
}

function at(instant: string | null): string {
  return instant === null ? text().parts.never : format().moment(instant);
}
