import type { Command, CommandOptions } from 'commander';
import { requireDataFolder } from '../platform/data-folder.ts';
import { chooseAccount } from './options.ts';
import { configFrom, openControl, type GlobalOptions, type OpenControl } from './open-control.ts';
import { print, type Answer } from './output/print.ts';
import { EXIT } from './problem.ts';
import { text, localize } from './locale.ts';
import { paragraph, screenOf } from './output/table.ts';

export function withControl<Options extends object, Operands extends unknown[] = []>(
  body: (control: OpenControl, options: Options & GlobalOptions, ...operands: Operands) => Promise<Answer>,
): (...given: unknown[]) => Promise<void> {
  return withOptions<Options, Operands>(async (options, ...operands) => {
    const control = await withWaitingNotices(await openControl(options), options);
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

export function withAccount<Options extends object = object, Operands extends unknown[] = []>(
  body: (
    control: OpenControl,
    accountId: string,
    options: Options & GlobalOptions,
    ...operands: Operands
  ) => Promise<Answer>,
): (...given: unknown[]) => Promise<void> {
  return withControl<Options, Operands>(async (control, options, ...operands) =>
    body(control, (await chooseAccount(control, options.account)).id, options, ...operands),
  );
}

/** Commander passes the operands, the options and the command; only `optsWithGlobals` includes the options of the program. */
export function withOptions<Options extends object, Operands extends unknown[] = []>(
  body: (options: Options & GlobalOptions, ...operands: Operands) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command;
    const options = command.optsWithGlobals<Options & GlobalOptions>();
    if (!CREATES_DATA.test(pathOf(command))) requireDataFolder(configFrom(options).dataFolder);
    await body(options, ...(given.slice(0, -2) as Operands));
  };
}

/** Commands that create the data folder if there is none. All others fail without it. */
const CREATES_DATA =
  /^(?:demo|serve|import|certificate|restore-backup|csv map|rule add|token create|webhook add|schedule set|settings set|account (?:add|update)|connection (?:add|ways)|workbook (?:connect|create|\S+ set))\b/;

function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

export function addCommand(
  parent: Command,
  name: string,
  description: string,
  samples: readonly string[],
  options: CommandOptions = {},
): Command {
  return parent
    .command(name, options)
    .description(description)
    .addHelpText('after', examples(...samples));
}

export function examples(...lines: readonly string[]): string {
  return `\n${text().help.examples}\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

const NOTICE_AFTER_MS = 10_000;

const CALLS_WITH_PROGRESS: ReadonlySet<string> = new Set(['consent.wait', 'run.wait']);

/** Prints notices to a terminal while a command waits, but not in scripts. */
async function withWaitingNotices(control: OpenControl, { json }: GlobalOptions): Promise<OpenControl> {
  const { stderr } = process;
  if (json === true || !stderr.isTTY) return control;
  // Starts with codes that clear the progress line.
  const printNotice = (line: string): void => void stderr.write(`\r\u001b[K${paragraph(screenOf(stderr), '', line)}\n`);
  const unsubscribe = await control.subscribe((event) => {
    if (event.type === 'waiting') printNotice(localize(event.notice).message);
  });
  return {
    ...control,
    call: (name, input) => {
      const timer = CALLS_WITH_PROGRESS.has(name)
        ? undefined
        : setTimeout(() => printNotice(text().waiting.still), NOTICE_AFTER_MS).unref();
      return control.call(name, input).finally(() => clearTimeout(timer));
    },
    close: () => {
      unsubscribe();
      return control.close();
    },
  };
}
