import type { Report } from '../messages/parameters.ts';
import { CommanderError } from 'commander';
import { createError, reportOf, toPennyrowError, type PennyrowError } from '../platform/errors.ts';
import { paragraph, type Screen, screenOf } from './output/table.ts';
import { isLocaleLoaded, localize, text } from './locale.ts';

export const EXIT = { succeeded: 0, failed: 1, wrongUsage: 2, later: 75 } as const;

/** 128 plus the number of the signal, as shells report it. */
const EXIT_BY_SIGNAL: Readonly<Partial<Record<NodeJS.Signals, number>>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

export interface ReportOptions {
  readonly json: boolean;
  readonly debug: boolean;
}

export function reportProblem(thrown: unknown, { json, debug }: ReportOptions): number {
  if (!isLocaleLoaded()) return reportWithoutCatalogue(thrown, json);
  if (thrown instanceof CommanderError) return reportUsage(thrown, json);
  const error = toPennyrowError(thrown);
  const { code } = error;
  if (json) writeProblem(code, error.message, error.remedy);
  else {
    writeLines(reportOf(error));
  }
  if (debug) process.stderr.write(`${stackText(thrown)}\n`);
  return exitCodeOf(code);
}

/** Reports in English, because the translated messages could not be loaded. */
function reportWithoutCatalogue(thrown: unknown, json: boolean): number {
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `Pennyrow could not read its own files: ${cause}.`;
  const remedy = 'Raise the limit of open files (`ulimit -n`) if that is the cause; else install Pennyrow again.';
  if (json) writeProblem('internal_error', message, remedy);
  else process.stderr.write(`pennyrow: ${message}\n  ${remedy}\n`);
  return EXIT.failed;
}

function exitCodeOf(code: PennyrowError['code']): number {
  // EX_TEMPFAIL of sysexits.h: scripts that know the code may retry.
  if (code === 'api_busy') return EXIT.later;
  return /^(?:input|config)_/.test(code) ? EXIT.wrongUsage : EXIT.failed;
}

function reportUsage({ exitCode, code, message }: CommanderError, json: boolean): number {
  if (exitCode === 0) return EXIT.succeeded;
  // Commander prints the help, not an error, if the subcommand is missing.
  const isHelp = code === 'commander.help';
  const error = createError('input_usage', { said: isHelp ? null : usageMessage(message) });
  if (json) writeProblem(error.code, error.message, error.remedy);
  else if (!isHelp) writeLines(reportOf(error));
  return EXIT.wrongUsage;
}

function writeProblem(code: string, message: string, remedy: string): void {
  process.stderr.write(`${JSON.stringify({ error: { code, message, remedy } })}\n`);
}

function writeLines(report: Report): void {
  const screen = screenOf(process.stderr);
  const lines = reportLines(screen, `${screen.paint('red', 'pennyrow:')} `, report, '  ');
  process.stderr.write(`${lines.join('\n')}\n`);
}

function stackText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${stackText(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const satisfies readonly NodeJS.Signals[];

/** Calls the listener at the first signal, and exits at the second. Returns a function that stops listening. */
export function onInterruption(listener: (exitCode: number) => void): () => void {
  let isSecond = false;
  const handle = (signal: NodeJS.Signals): void => {
    const exitCode = EXIT_BY_SIGNAL[signal] ?? EXIT.failed;
    if (isSecond) process.exit(exitCode);
    isSecond = true;
    listener(exitCode);
  };
  for (const signal of ENDING) process.on(signal, handle);
  return () => {
    for (const signal of ENDING) process.off(signal, handle);
  };
}

export function reportLines(screen: Screen, mark: string, report: Report, indent = '    '): string[] {
  const { message, remedy } = localize(report);
  return [paragraph(screen, mark, message), ...(remedy === '' ? [] : [paragraph(screen, indent, remedy)])];
}

export function warningText(screen: Screen, report: Report): string {
  return reportLines(screen, `  ${screen.paint('yellow', '!')} `, report).join('\n');
}

type ErrorParts = Readonly<Partial<Record<string, string>>>;

/** Translates an English error of Commander, from which it extracts the values. Unknown errors stay in English. */
function usageMessage(message: string): string {
  for (const [pattern, translate] of PATTERNS) {
    const found = pattern.exec(message);
    if (found !== null) return translate(found.groups ?? {});
  }
  return message.replace(/^error: /, '');
}

const SIMILAR = /(?:\n\(Did you mean (?:one of )?(?<similar>[^]*)\?\))?$/.source;

const PATTERNS: readonly (readonly [pattern: RegExp, translate: (message: ErrorParts) => string])[] = [
  [
    new RegExp(`^error: unknown (?<what>option|command) '(?<name>[^]*?)'${SIMILAR}`),
    ({ what, name = '', similar = null }) =>
      text().usage.unknown({ what: what === 'option' ? what : 'other', name, similar }),
  ],
  [/^error: missing required argument '(?<name>.*)'$/, ({ name = '' }) => text().usage.missingArgument({ name })],
  [
    /^error: option '(?<flags>.*)' argument missing$/,
    ({ flags = '' }) => text().usage.optionMissingArgument({ flags }),
  ],
  [
    /^error: required option '(?<flags>.*)' not specified$/,
    ({ flags = '' }) => text().usage.missingMandatoryOptionValue({ flags }),
  ],
  [
    /^error: option '(?<one>.*)' cannot be used with option '(?<another>.*)'$/,
    ({ one = '', another = '' }) => text().usage.conflictingOption({ one, another }),
  ],
  [
    /^error: too many arguments[^]*\. Expected (?<expected>\d+) arguments? but got (?<received>\d+): (?<details>[^]*)\.$/,
    ({ expected = '', received = '', details = '' }) => text().usage.excessArguments({ expected, received, details }),
  ],
  [
    /^error: option '(?<flags>.*?)' argument '(?<value>[^]*)' is invalid\. (?:Allowed choices are (?<choices>.*)\.|(?<why>.*))$/,
    ({ flags = '', value = '', choices, why = '' }) =>
      text().usage.invalidOption({
        flags,
        value,
        why: choices === undefined ? why : text().usage.allowed({ choices }),
      }),
  ],
];
