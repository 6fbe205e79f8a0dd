import { homedir } from 'node:os';
import { toInstant } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { problem } from '../../messages/problem.ts';
import { createError, errorWithin, type PennyrowError } from '../../platform/errors.ts';
import { accountName } from '../bank-texts.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { type ConnectRequest, createServiceSource } from '../service/service-source.ts';
import { countRequest } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import { sourceMessage, RetryLater, type Source, type SourceMessage } from '../source.ts';
import { lastErrorLines, type PrintedAccount, readOutput } from './read-output.ts';
import { type EndedProgram, MAXIMUM_BYTES, runProgram } from './run-program.ts';
import { checkProgram, programName, type ProgramSettings } from './settings.ts';

const HOUR = 3_600_000;
const TIME_LIMIT_SECONDS = 300;

/** Exit codes with a meaning, from sysexits.h: EX_TEMPFAIL and EX_NOPERM. */
const TRY_LATER = 75;
const SIGN_IN = 77;

export function createProgramSource(context: SourceContext): Source {
  const settings = context.settings as ProgramSettings;
  const name = programName(settings.command);
  return createServiceSource({
    kind: 'own-program',
    connect: async (request) => {
      checkProgram(settings);
      const secrets = await secretsOf(settings, context, name);
      const hidden = Object.values(secrets);
      countRequest(context.budget, name);
      const timeLimitMs = (settings.timeLimit ?? TIME_LIMIT_SECONDS) * 1000;
      const ended = await runProgram({
        command: settings.command,
        folder: settings.runIn ?? homedir(),
        environment: environmentOf(settings, request, secrets, context.clock.now()),
        timeLimitMs,
        name,
        signal: request.signal,
      });
      const words = lastErrorLines(ended.errors, hidden);
      requireSuccess(ended, { program: name, words, limit: timeLimitMs, now: context.clock.now() });
      const { accounts, messages, lines } = readOutput(ended.output, name, hidden);
      if (request.since !== undefined) context.archive.keep('output', JSON.stringify(lines));
      return createProtocol(name, accounts, [...messages, ...errorOutputMessages(name, words)]);
    },
  });
}

async function secretsOf(
  { secretName: names = [] }: ProgramSettings,
  { secret }: SourceContext,
  name: string,
): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const sealed = JSON.parse((await secret()) ?? '{}') as Readonly<Record<string, string>>;
  return Object.fromEntries(
    names.map((one) => {
      const value = Object.hasOwn(sealed, one) ? sealed[one] : undefined;
      if (value === undefined) throw createError('source_no_key', { host: name });
      return [one, value];
    }),
  );
}

/** Without `since`, asks the program for accounts only. */
function environmentOf(
  { variable: variables = [] }: ProgramSettings,
  { since, today, timeZone }: ConnectRequest,
  secrets: Readonly<Record<string, string>>,
  now: number,
): Record<string, string> {
  const day = today ?? todayIn(timeZone, now);
  const inherited = INHERITED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const set = variables.map((variable) => {
    const end = variable.indexOf('=');
    return [variable.slice(0, end), variable.slice(end + 1)] as const;
  });
  return {
    ...Object.fromEntries([...inherited, ...set]),
    ...secrets,
    PENNYROW_SCHEMA: '1',
    PENNYROW_ASK: since === undefined ? 'accounts' : 'transactions',
    PENNYROW_SINCE: since ?? day,
    PENNYROW_TODAY: day,
    PENNYROW_TIME_ZONE: timeZone,
  };
}

/** Rejects the output of a failed program, because it may be incomplete. */
function requireSuccess(
  { end }: EndedProgram,
  { program, words, limit, now }: { program: string; words: string | null; limit: number; now: number },
): void {
  const failed = (reason: 'time' | 'output' | 'signal' | 'other', status: string): PennyrowError =>
    createError('source_program_failed', { program, reason, status, limit, most: MAXIMUM_BYTES, words });
  if (end === 'time' || end === 'output') throw failed(end, '');
  if ('killedBy' in end) throw failed('signal', end.killedBy);
  if (end.code === TRY_LATER) {
    const notBeforeMs = now + HOUR;
    throw new RetryLater(problem('source_program_later', { program, words, until: toInstant(notBeforeMs) }), {
      notBeforeMs,
      wasRequested: true,
    });
  }
  if (end.code === SIGN_IN)
    throw errorWithin({ code: 'source_reauthorise' }, problem('source_program_sign_in', { program, words }), {});
  if (end.code !== 0) throw failed('other', String(end.code));
}

/** Shows the error output even of a successful program, because it may contain warnings. */
function errorOutputMessages(program: string, words: string | null): SourceMessage[] {
  return words === null ? [] : [sourceMessage('info', problem('source_program_says', { program, words }))];
}

function createProtocol(
  name: string,
  accounts: readonly PrintedAccount[],
  messages: readonly SourceMessage[],
): BankProtocol {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return {
    host: name,
    accounts: async () => accounts,
    transactions: async ({ id }) => {
      const { transactions = [], isComplete = false, unreadable = [] } = byId.get(id) ?? {};
      return { list: transactions, isWhole: isComplete && unreadable.length === 0 };
    },
    balances: async ({ id }) => [...(byId.get(id)?.balances.values() ?? [])],
    messages: () => [...accounts.flatMap((account) => unreadableMessages(name, account)), ...messages],
  };
}

function unreadableMessages(program: string, { name, number, bank, unreadable }: PrintedAccount): SourceMessage[] {
  const [first] = unreadable;
  if (first === undefined) return [];
  const { name: account } = accountName(name, { number, bank });
  const params = { program, account, count: unreadable.length, line: String(first.line), field: first.field };
  return [sourceMessage('problem', problem('source_program_transactions', params))];
}

/** The variables from `SystemRoot` on are for Windows, where most programs need them to start. */
const INHERITED_VARIABLES =
  'PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TMPDIR SystemRoot SystemDrive ComSpec PATHEXT TEMP TMP USERPROFILE USERNAME APPDATA LOCALAPPDATA ProgramData ProgramFiles'.split(
    ' ',
  );
