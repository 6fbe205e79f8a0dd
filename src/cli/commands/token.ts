import { InvalidArgumentError, type Command } from 'commander';
import type { TokenView } from '../../contract/control/tokens.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { table, type Column } from '../output/table.ts';
import { format, text } from '../speech.ts';

type Scope = TokenView['scopes'][number];

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly scope?: Scope[];
  readonly expiresIn?: number;
}

const DAY_MS = 86_400_000;

function columns(): readonly Column<TokenView>[] {
  const { column } = text().token;
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: column.name, cell: ({ name }) => name },
    { title: column.scopes, cell: ({ scopes }) => scopes.join(', ') },
    { title: column.created, cell: ({ createdAt }) => at(createdAt) },
    { title: column.lastUsed, cell: ({ lastUsedAt }) => at(lastUsedAt) },
    { title: column.expires, cell: endOf },
  ];
}

export function tokenCommands(token: Command): void {
  const say = text().token;
  token
    .command('create')
    .description(say.create)
    .requiredOption('--name <name>', say.name)
    .option('--scope <scope>', say.scope, collectScope)
    .option('--expires-in <days>', say.expiresIn, wholeNumber(1, 3650))
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples(
        'pennyrow token create --name "My script"',
        'pennyrow token create --name backup --scope read --scope write --json',
      ),
    )
    .action(
      answering<CreateOptions>(async (control, { account, name, scope = ['read'], expiresIn }) => {
        const { id: accountId } = await chooseAccount(control, account);
        const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * DAY_MS).toISOString();
        const created = await control.call('token.create', { accountId, name, scopes: scope, expiresAt });
        return {
          value: created,
          text: ({ paint }) =>
            `${paint('bold', created.token)}\n\n${say.created({ scopes: created.scopes, until: created.expiresAt })}`,
        };
      }),
    );
  token
    .command('list')
    .description(say.list)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow token list'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const tokens = await control.call('token.list', { accountId: (await chooseAccount(control, account)).id });
        return {
          value: tokens,
          text: (screen) => (tokens.length === 0 ? say.none : table(screen, columns(), tokens)),
        };
      }),
    );
  token
    .command('revoke')
    .description(say.revoke)
    .argument('<id>', say.revokeId)
    .addHelpText('after', examples('pennyrow token revoke 4fTk1sVb0Qz'))
    .action(
      answering<object, [string]>(async (control, _options, tokenId) => {
        const revoked = await control.call('token.revoke', { tokenId });
        return { value: revoked, text: () => say.revoked({ name: revoked.name }) };
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
  return instant === null ? text().token.never : format().moment(instant);
}
