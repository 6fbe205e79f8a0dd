import type { Command } from 'commander';
import type { ScheduleView } from '../../contract/control/schedule.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { wholeNumber } from '../option-values.ts';
import { momentIn, period } from '../output/words.ts';

interface SetOptions extends AccountOption {
  readonly hours?: number;
  readonly minutes?: number;
}

export function scheduleCommands(program: Command): void {
  const schedule = program
    .command('schedule')
    .description('say when an account syncs by itself, while the service runs');
  schedule
    .command('show')
    .description('show the schedule and its next runs')
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
    .description('set the schedule: each day begins at START_TIME and repeats the period; without a period, once a day')
    .argument('<start-time>', 'HH:MM, in the time zone of the account')
    .option('--hours <number>', 'hours between runs', wholeNumber(0, 24))
    .option(
      '--minutes <number>',
      'minutes between runs, on top of the hours; together 15 minutes to 24 hours',
      wholeNumber(0, 1440),
    )
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
      .description(paused ? 'keep the schedule but run nothing' : 'go on with a paused schedule')
      .addOption(accountOption())
      .addHelpText('after', examples(`pennyrow schedule ${name}`))
      .action(
        answering<AccountOption>(async (control, { account }) => {
          const view = await control.call('schedule.pause', {
            accountId: (await chooseAccount(control, account)).id,
            paused,
          });
          if (view === null)
            throw new PennyrowError(
              'schedule_none',
              'There is no schedule.',
              'Set one with `pennyrow schedule set START_TIME`.',
            );
          return { value: view, text: () => scheduleText(view) };
        }),
      );
  }
  schedule
    .command('remove')
    .description('remove the schedule; syncs by hand remain possible')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow schedule remove'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        await control.call('schedule.remove', { accountId: (await chooseAccount(control, account)).id });
        return { value: null, text: () => scheduleText(null) };
      }),
    );
}

function scheduleText(view: ScheduleView | null): string {
  if (view === null) return 'There is no schedule. Set one with `pennyrow schedule set START_TIME`.';
  const { startTime, periodMinutes, timeZone, cron, paused, lastRunAt, nextRunsAt } = view;
  return [
    `From ${startTime} (${timeZone}) ${period(periodMinutes)}${paused ? ', paused' : ''}.`,
    `Cron       ${cron}`,
    `Last run   ${lastRunAt === null ? 'never' : momentIn(timeZone, lastRunAt)}`,
    `Next runs  ${nextRunsAt.length === 0 ? 'none' : nextRunsAt.map((instant) => momentIn(timeZone, instant)).join(', ')}`,
  ].join('\n');
}
