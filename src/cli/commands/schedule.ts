import type { Command } from 'commander';
import type { ScheduleView } from '../../contract/control/schedule.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { facts } from '../output/facts.ts';
import { format, text } from '../speech.ts';

interface SetOptions extends AccountOption {
  readonly hours?: number;
  readonly minutes?: number;
}

export function scheduleCommands(schedule: Command): void {
  const say = text().schedule;
  schedule
    .command('show')
    .description(say.show)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow schedule show'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const view = await control.call('schedule.get', { accountId: (await chooseAccount(control, account)).id });
        return { value: view, text: () => scheduleText(view) };
      }),
    );
  schedule
    .command('set')
    .description(say.set)
    .argument('<start-time>', say.startTime)
    .option('--hours <number>', say.hours, wholeNumber(0, 24))
    .option('--minutes <number>', say.minutes, wholeNumber(0, 1440))
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow schedule set 07:30', 'pennyrow schedule set 07:30 --hours 6'))
    .action(
      answering<SetOptions, [string]>(async (control, { account, hours = 0, minutes = 0 }, startTime) => {
        const { id: accountId } = await chooseAccount(control, account);
        const view = await control.call('schedule.set', { accountId, startTime, hours, minutes });
        return { value: view, text: () => scheduleText(view) };
      }),
    );
  for (const paused of [true, false]) {
    const name = paused ? 'pause' : 'resume';
    schedule
      .command(name)
      .description(say[name])
      .addOption(accountOption())
      .addHelpText('after', examples(`pennyrow schedule ${name}`))
      .action(
        answering<AccountOption>(async (control, { account }) => {
          const view = await control.call('schedule.pause', {
            accountId: (await chooseAccount(control, account)).id,
            paused,
          });
          if (view === null) throw new PennyrowError(problem('schedule_none', {}));
          return { value: view, text: () => scheduleText(view) };
        }),
      );
  }
  schedule
    .command('remove')
    .description(say.remove)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow schedule remove'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        await control.call('schedule.remove', { accountId: (await chooseAccount(control, account)).id });
        return { value: null, text: () => scheduleText(null) };
      }),
    );
}

export function scheduleText(view: ScheduleView | null): string {
  const { line, never, none, schedule: say } = text();
  if (view === null) return say.none;
  const { startTime: start, periodMinutes, timeZone: zone, cron, paused, lastRunAt, nextRunsAt } = view;
  const [hours, minutes] = [Math.floor(periodMinutes / 60), periodMinutes % 60];
  const at = (instant: string): string => format().momentIn(instant, zone);
  return [
    say.is({ daily: hours === 24, hours, minutes, both: hours > 0 && minutes > 0, start, zone, paused }),
    ...facts([
      [say.cron, cron],
      [line.lastRun, lastRunAt === null ? never : at(lastRunAt)],
      ...(nextRunsAt.length === 0 ? [none] : nextRunsAt.map(at)).map(
        (run, place) => [place === 0 ? say.next : '', run] as const,
      ),
    ]),
  ].join('\n');
}
