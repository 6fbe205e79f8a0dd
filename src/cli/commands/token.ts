import { InvalidArgumentError, type Command } from 'commander';
import type { TokenView } from '../../contract/control/tokens.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { wholeNumber } from '../options.ts';
import { table, type Column } from '../output/table.ts';
import { format, text } from '../locale.ts';

type Scope = TokenView['scopes'][number];

interface CreateOptions {
  readonly name: string;
  readonly scope?: Scope[];
  readonly expiresIn?: number;
}

const DAY_MS = 86_400_000;

function columns(): readonly Column<TokenView>[] {
  const { column } = text().token;
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: text().column.name, cell: ({ name }) => name },
    { title: column.scopes, cell: ({ scopes }) => scopes.join(', ') },
    { title: text().column.created, cell: ({ createdAt }) => at(createdAt) },
    { title: column.lastUsed, cell: ({ lastUsedAt }) => at(lastUsedAt) },
    { title: column.expires, cell: endOf },
  ];
}

export function tokenCommands(token: Command): void {
  const strings = text().token;
  addCommand(token, 'create', strings.create, [
    'pennyrow token create --name "My script"',
    'pennyrow token create --name backup --scope read --scope write --json',
  ])
    .requiredOption('--name <name>', strings.name)
    .option('--scope <scope>', strings.scope, collectScope)
    .option('--expires-in <days>', strings.expiresIn, wholeNumber(1, 3650))
    .action(
      withAccount<CreateOptions>(async (control, accountId, { name, scope = ['read'], expiresIn }) => {
        const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * DAY_MS).toISOString();
        const created = await control.call('token.create', { accountId, name, scopes: scope, expiresAt });
        return {
          value: created,
          text: ({ paint }) =>
            `${paint('bold', created.token)}\n\n${strings.created({ scopes: created.scopes, until: created.expiresAt })}`,
        };
      }),
    );
  addCommand(token, 'list', strings.list, ['pennyrow token list']).action(
    withAccount(async (control, accountId) => {
      const tokens = await control.call('token.list', { accountId });
      return {
        value: tokens,
        text: (screen) => (tokens.length === 0 ? strings.none : table(screen, columns(), tokens)),
      };
    }),
  );
  addCommand(token, 'revoke', strings.revoke, ['pennyrow token revoke 4fTk1sVb0Qz'])
    .argument('<id>', strings.revokeId)
    .action(
      withControl<object, [string]>(async (control, _options, tokenId) => {
        const revoked = await control.call('token.revoke', { tokenId });
        return { value: revoked, text: () => strings.revoked({ name: revoked.name }) };
      }),
    );
}

function collectScope(given: string, before: Scope[] | undefined): Scope[] {
  const scope = (['read', 'write'] as const).find((known) => known === given);
  if (scope === undefined) throw new InvalidArgumentError(text().token.scopeWrong);
  return [...(before ?? []), scope];
}

function endOf({ expiresAt, revokedAt }: TokenView): string {
  return revokedAt === null ? at(expiresAt) : text().token.revokedAt({ at: revokedAt });
}

function at(instant: string | null): string {
  return instant === null ? text().never : format().moment(instant);
}
