import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  MAIL_PORTS,
  MAIL_SECURITIES,
  type MailCycle,
  type MailSecurity,
  type MailServer,
  type MailView,
} from '../../contract/control/mail.ts';
import { LANGUAGES } from '../../messages/speech.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { askSecret } from '../ask-secret.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { language, text } from '../speech.ts';
import { mailText } from '../output/mail-text.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

interface SetOptions extends AccountOption {
  readonly host?: string;
  readonly port?: number;
  readonly security?: MailSecurity;
  /** False where the server wants no login. */
  readonly user?: string | false;
  readonly password?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly daily?: boolean;
  readonly weekly?: (typeof WEEKDAYS)[number];
  readonly at?: string;
  readonly language?: string;
  readonly sumsOnly?: boolean;
  readonly listAll?: boolean;
}

export function mailCommands(mail: Command): void {
  const say = text().mail;
  mail
    .command('show', { isDefault: true })
    .description(say.show)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow mail', 'pennyrow mail show --json'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const view = await control.call('mail.get', { accountId: (await chooseAccount(control, account)).id });
        return { value: view, text: () => (view === null ? say.none : mailText(view)) };
      }),
    );
  addSet(mail);
  mail
    .command('test')
    .description(say.test)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow mail test'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const tested = await control.call('mail.test', { accountId: (await chooseAccount(control, account)).id });
        return { value: tested, text: () => say.tested(tested) };
      }),
    );
  mail
    .command('remove')
    .description(say.remove)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow mail remove'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        await control.call('mail.remove', { accountId });
        return { value: { accountId }, text: () => say.removed({ account: name }) };
      }),
    );
}

function addSet(mail: Command): void {
  const say = text().mail;
  mail
    .command('set')
    .description(say.set)
    .option('--host <name>', say.host)
    .option('--port <number>', say.port, wholeNumber(1, 65_535))
    .addOption(new Option('--security <how>', say.security({ names: [...MAIL_SECURITIES] })).choices(MAIL_SECURITIES))
    .option('--user <name>', say.user)
    .option('--no-user', say.noLogin)
    .option('--password', say.password)
    .option('--from <address>', say.from)
    .option('--to <address>', say.to)
    .option('--daily', say.daily)
    .addOption(new Option('--weekly <day>', say.weekly({ names: [...WEEKDAYS] })).choices(WEEKDAYS).conflicts('daily'))
    .option('--at <time>', say.at, timeOfDay)
    .addOption(
      new Option('--language <tag>', say.language({ names: Object.keys(LANGUAGES) })).choices(Object.keys(LANGUAGES)),
    )
    .option('--sums-only', say.sumsOnly)
    .addOption(new Option('--list-all', say.listAll).conflicts('sumsOnly'))
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples(
        'pennyrow mail set --host smtp.example.com --user me@example.com',
        'pennyrow mail set --weekly monday --at 08:00 --sums-only',
        'pennyrow mail set --host smtp.example.com --user me@example.com < password.txt',
      ),
    )
    .action(
      answering<SetOptions>(async (control, options) => {
        const { id: accountId } = await chooseAccount(control, options.account);
        const before = await control.call('mail.get', { accountId });
        const target = targetOf(options, before);
        const kept = before?.target?.server;
        const isKept =
          kept !== undefined &&
          kept.host === target.server.host &&
          kept.port === target.server.port &&
          kept.user === target.server.user;
        const { user, host } = target.server;
        const asksPassword = user !== null && (!isKept || options.password === true);
        const view = await control.call('mail.set', {
          accountId,
          ...target,
          ...cycleOf(options, before),
          ...(asksPassword ? { password: (await askSecret(say.passwordFor({ user, host }))).trim() } : {}),
        });
        return { value: view, text: () => `${mailText(view)}\n\n${say.saved}` };
      }),
    );
}

/** What is given over what is known. Throws where the server or the recipient is neither. */
function targetOf(
  { host, port, security, user, from, to }: SetOptions,
  before: MailView | null,
): { readonly server: MailServer; readonly from: string; readonly to: string } {
  const known = before?.target ?? null;
  const chosen = security ?? securityOf(port) ?? known?.server.security ?? 'tls';
  const isOther = host !== undefined || security !== undefined;
  const login = user === false ? null : (user ?? known?.server.user ?? null);
  const sender = from ?? known?.from ?? (login?.includes('@') === true ? login : to);
  const recipient = to ?? known?.to ?? sender;
  const server = host ?? known?.server.host;
  if (server === undefined || sender === undefined || recipient === undefined)
    throw new PennyrowError(problem('mail_incomplete', {}));
  return {
    server: {
      host: server,
      port: port ?? (isOther ? MAIL_PORTS[chosen] : (known?.server.port ?? MAIL_PORTS[chosen])),
      security: chosen,
      user: login,
    },
    from: sender,
    to: recipient,
  };
}

function securityOf(port: number | undefined): MailSecurity | undefined {
  return MAIL_SECURITIES.find((security) => MAIL_PORTS[security] === port);
}

function cycleOf(
  { daily, weekly, at, language: tag, sumsOnly, listAll }: SetOptions,
  before: MailView | null,
): MailCycle {
  return {
    cycle: weekly !== undefined ? 'weekly' : daily === true ? 'daily' : (before?.cycle ?? 'daily'),
    weekday: weekly === undefined ? (before?.weekday ?? 1) : WEEKDAYS.indexOf(weekly) + 1,
    time: at ?? before?.time ?? '07:00',
    language: tag ?? before?.language ?? language(),
    listsTransactions: sumsOnly === true ? false : listAll === true ? true : (before?.listsTransactions ?? true),
  };
}

function timeOfDay(given: string): string {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(given)) return given;
  throw new InvalidArgumentError(text().mail.time);
}
