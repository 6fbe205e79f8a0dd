import { homedir } from 'node:os';
import { toInstant } from '../../core/calendar-date.ts';
import { todayIn } from '../../core/time-zone.ts';
import { problem } from '../../messages/problem.ts';
import { report } from '../../messages/report.ts';
import { errorWithin, PennyrowError } from '../../platform/errors.ts';
import { accountName } from '../account-name.ts';
import type { BankProtocol } from '../service/bank-protocol.ts';
import { createServiceSource, type Asked } from '../service/service-source.ts';
import { budgetSpent } from '../service/service.ts';
import { RetryLater, type Source, type SourceMessage } from '../source.ts';
import type { SourceContext } from '../source-kind.ts';
import { checkProgram } from './check-program.ts';
import { programEnvironment } from './environment.ts';
import type { ProgramSettings } from './settings.ts';
import { lastWords } from './plain-words.ts';
import { programName } from './program-name.ts';
import { readOutput, type PrintedAccount } from './read-output.ts';
import { MOST_BYTES, runProgram, type EndedProgram } from './run-program.ts';

const HOUR = 3_600_000;
const TIME_LIMIT_SECONDS = 300;

/** Exit codes that say more than "failed", by the numbers of sysexits.h: EX_TEMPFAIL and EX_NOPERM. */
const TRY_LATER = 75;
const SIGN_IN = 77;

/** The program runs once for a fetch or a test; what it printed is then the bank that is asked. */
export function createProgramSource(context: SourceContext): Source {
  const settings = context.settings as ProgramSettings;
  const name = programName(settings.command);
  return createServiceSource({
    kind: 'own-program',
    connect: async (asked) => {
      checkProgram(settings);
      const secrets = await secretsOf(settings, context, name);
      const hidden = Object.values(secrets);
      const nextFree = context.budget.take('latest');
      if (nextFree !== null) throw budgetSpent(name, nextFree);
      const ended = await run(settings, asked, { name, secrets, now: context.clock.now() });
      const words = lastWords(ended.errors, hidden);
      requireSuccess(ended, { name, words, settings, now: context.clock.now() });
      const { accounts, messages, lines } = readOutput(ended.output, { program: name, secrets: hidden });
      if (asked.since !== undefined) context.archive.keep('output', JSON.stringify(lines));
      return printed(name, accounts, [...messages, ...warned(name, words)]);
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
      if (value === undefined) throw new PennyrowError(problem('source_no_key', { host: name }));
      return [one, value];
    }),
  );
}

function run(
  { command, runIn = homedir(), variable = [], timeLimit = TIME_LIMIT_SECONDS }: ProgramSettings,
  { since, today, timeZone, signal }: Asked,
  { name, secrets, now }: { name: string; secrets: Readonly<Record<string, string>>; now: number },
): Promise<EndedProgram> {
  const day = today ?? todayIn(timeZone, now);
  return runProgram({
    command,
    folder: runIn,
    environment: programEnvironment(
      { ask: since === undefined ? 'accounts' : 'transactions', since: since ?? day, today: day, timeZone },
      variable,
      secrets,
    ),
    timeLimitMs: timeLimit * 1000,
    name,
    signal,
  });
}

interface Outcome {
  readonly name: string;
  readonly words: string | null;
  readonly settings: ProgramSettings;
  readonly now: number;
}

/** What was printed before a failure is not used: nobody knows what is missing from it. */
function requireSuccess({ end }: EndedProgram, { name: program, words, settings, now }: Outcome): void {
  const failed = (reason: 'time' | 'output' | 'signal' | 'other', status: string): PennyrowError =>
    new PennyrowError(
      problem('source_program_failed', {
        program,
        reason,
        status,
        limit: (settings.timeLimit ?? TIME_LIMIT_SECONDS) * 1000,
        most: MOST_BYTES,
        words,
      }),
    );
  if (end === 'time' || end === 'output') throw failed(end, '');
  if ('killedBy' in end) throw failed('signal', end.killedBy);
  if (end.code === TRY_LATER) {
    const notBeforeMs = now + HOUR;
    throw new RetryLater(problem('source_program_later', { program, words, until: toInstant(notBeforeMs) }), {
      notBeforeMs,
      wasAsked: true,
    });
  }
  if (end.code === SIGN_IN)
    throw errorWithin({ code: 'source_reauthorise' }, problem('source_program_sign_in', { program, words }), {});
  if (end.code !== 0) throw failed('other', String(end.code));
}

/** What a program that succeeded prints as errors may matter all the same. */
function warned(program: string, words: string | null): SourceMessage[] {
  return words === null ? [] : [{ severity: 'info', ...report(problem('source_program_says', { program, words })) }];
}

function printed(name: string, accounts: readonly PrintedAccount[], messages: readonly SourceMessage[]): BankProtocol {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return {
    host: name,
    accounts: async () => accounts,
    transactions: async ({ id }) => {
      const { transactions = [], isComplete = false, unreadable = [] } = byId.get(id) ?? {};
      return { list: transactions, isWhole: isComplete && unreadable.length === 0 };
    },
    balances: async ({ id }) => [...(byId.get(id)?.balances.values() ?? [])],
    messages: () => [...accounts.flatMap((account) => leftOut(name, account)), ...messages],
  };
}

function leftOut(program: string, { name, number, bank, unreadable }: PrintedAccount): SourceMessage[] {
  const [first] = unreadable;
  if (first === undefined) return [];
  const { name: account } = accountName(name, { number, bank });
  const told = { program, account, count: unreadable.length, line: String(first.line), field: first.field };
  return [{ severity: 'problem', ...report(problem('source_program_transactions', told)) }];
}
