import type { Command } from 'commander';
import { requireDataFolder } from '../platform/data-folder.ts';
import { configFrom, openControl, type GlobalOptions, type OpenControl } from './open-control.ts';
import { print, type Answer } from './output/print.ts';
import { EXIT } from './problem.ts';
import { text, tell } from './speech.ts';
import { paragraph } from './output/paragraph.ts';
import { screenOf } from './output/screen.ts';

/** A command's action for commander: opens control, lets `body` ask, and prints its answer once all is closed. */
export function answering<Options extends object, Operands extends unknown[] = []>(
  body: (control: OpenControl, options: Options & GlobalOptions, ...operands: Operands) => Promise<Answer>,
): (...given: unknown[]) => Promise<void> {
  return acting<Options, Operands>(async (options, ...operands) => {
    const control = await tellingWhy(await openControl(options), options);
    let answer: Answer;
    try {
      answer = await body(control, options, ...operands);
    } finally {
      await control.close();
    }
    print(answer, options);
    process.exitCode = answer.exitCode ?? EXIT.succeeded;
  });
}

/** Commander hands over the operands, the command's own options and the command; the global options are the program's. */
export function acting<Options extends object, Operands extends unknown[] = []>(
  body: (options: Options & GlobalOptions, ...operands: Operands) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & GlobalOptions>();
    if (isOnlyLooking(pathOf(command))) requireDataFolder(configFrom(options).dataFolder);
    await body(options, ...(given.slice(0, -2) as Operands));
  };
}

/** Without a data folder they have nothing to look at; all others begin with a new one. */
const ONLY_LOOKING: ReadonlySet<string> = new Set([
  'status',
  'doctor',
  'dashboard',
  'api',
  'backup',
  'mcp',
  'sync',
  'export',
  'undo',
  'restore',
  'restore forget',
  'runs list',
  'runs show',
  'rule list',
  'rule try',
  'rule check',
  'csv show',
  'csv list',
  'csv forget',
  'account balances',
  'account list',
  'connection list',
  'connection test',
  'connection answers',
  'connection backfill',
  'connection reauthorise',
  'connection pause',
  'connection resume',
  'connection remove',
  'workbook show',
  'workbook columns',
  'schedule show',
  'settings show',
  'token list',
  'token revoke',
  'webhook list',
  'webhook test',
  'webhook deliveries',
  'webhook resend',
  'webhook rotate',
  'webhook enable',
  'webhook remove',
]);

/** What a kind of workbook has to know once is shown by a command of its own. */
function isOnlyLooking(path: string): boolean {
  return ONLY_LOOKING.has(path) || /^workbook \S+ show$/.test(path);
}

/** "rule list", without the program's own name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** The end of a command's help. */
export function examples(...lines: readonly string[]): string {
  return `\n${text().help.examples}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** How long a command may say nothing to somebody who looks on. */
const LONG_MS = 10_000;

/** Their caller waits for a person, or shows how far it is. */
const SAYING_THEMSELVES: ReadonlySet<string> = new Set(['consent.wait', 'run.wait']);

/**
 * Tells a person at a terminal why a command takes its time, and that it still does. Scripts and cron want none of it:
 * what matters to them is in the answer.
 */
async function tellingWhy(
  control: OpenControl,
  { json }: { readonly json?: boolean | undefined },
): Promise<OpenControl> {
  const { stderr } = process;
  if (json === true || !stderr.isTTY) return control;
  // A line that says how far a run is may stand there.
  const say = (line: string): void => void stderr.write(`\r\u001b[K${paragraph(screenOf(stderr), '', line)}\n`);
  const unsubscribe = await control.subscribe((event) => {
    if (event.type === 'waiting') say(tell(event.notice).message);
  });
  return {
    ...control,
    call: (name, input) => {
      const timer = SAYING_THEMSELVES.has(name)
        ? undefined
        : setTimeout(() => say(text().waiting.still), LONG_MS).unref();
      return control.call(name, input).finally(() => clearTimeout(timer));
    },
    close: () => {
      unsubscribe();
      return control.close();
    },
  };
}
