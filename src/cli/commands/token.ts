import { InvalidArgumentError, type Command } from 'commander';
import type { TokenView } from '../../contract/control/tokens.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { table, type Column } from '../output/table.ts';
import { moment } from '../output/words.ts';

type Scope = TokenView['scopes'][number];

interface CreateOptions extends AccountOption {
  readonly name: string;
  readonly scope?: Scope[];
  readonly expiresIn?: number;
}

const DAY_MS = 86_400_000;

const COLUMNS: readonly Column<TokenView>[] = [
  { title: 'ID', cell: ({ id }) => id, whole: true },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'May', cell: ({ scopes }) => scopes.join(', ') },
  { title: 'Created', cell: ({ createdAt }) => moment(createdAt) },
  { title: 'Last used', cell: ({ lastUsedAt }) => moment(lastUsedAt) },
  { title: 'Ends', cell: endOf },
];

export function tokenCommands(program: Command): void {
  const token = program.command('token').description('make, list and revoke the tokens that scripts use');
  token
    .command('create')
    .description('make a token; it is shown this once')
    .requiredOption('--name <name>', 'what it is for')
    .option(
      '--scope <scope>',
      'read or write; give it twice for both, since write does not include read (default: read)',
      collectScope,
    )
    .option('--expires-in <days>', 'after how many days it ends (default: never)', wholeNumber(1, 3650))
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
            `${paint('bold', created.token)}\n\nKeep it now: it is not shown again. It may ${created.scopes.join(' and ')}, ${ending(created)}.`,
        };
      }),
    );
  token
    .command('list')
    .description('list the tokens, also revoked ones')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow token list'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const tokens = await control.call('token.list', { accountId: (await chooseAccount(control, account)).id });
        return {
          value: tokens,
          text: (screen) =>
            tokens.length === 0
              ? 'There are no tokens. Make one with `pennyrow token create --name NAME`.'
              : table(screen, COLUMNS, tokens),
        };
      }),
    );
  token
    .command('revoke')
    .description('end a token at once')
    .argument('<id>', 'its id, from `pennyrow token list`')
    .addHelpText('after', examples('pennyrow token revoke 4fTk1sVb0Qz'))
    .action(
      answering<object, [string]>(async (control, _options, tokenId) => {
        const revoked = await control.call('token.revoke', { tokenId });
        return { value: revoked, text: () => `The token “${revoked.name}” no longer works.` };
      }),
    );
}

function collectScope(text: string, before: Scope[] | undefined): Scope[] {
  const scope = (['read', 'write'] as const).find((known) => known === text);
  if (scope === undefined) throw new InvalidArgumentError('It must be read or write.');
  return [...(before ?? []), scope];
}

function endOf({ expiresAt, revokedAt }: TokenView): string {
  if (revokedAt !== null) return `revoked ${moment(revokedAt)}`;
  return moment(expiresAt);
}

function ending({ expiresAt }: TokenView): string {
  return expiresAt === null ? 'until you revoke it' : `until ${moment(expiresAt)}`;
}
