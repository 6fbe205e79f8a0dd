import type { Command } from 'commander';
import type { ScheduleView } from '../../contract/control/schedule.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withAccount } from '../command-action.ts';
import { wholeNumber } from '../options.ts';
import { answer } from '../output/print.ts';
import { facts, type Screen } from '../output/table.ts';
import { reportLines } from '../problem.ts';
import { scheduleWords } from '../../messages/shared-words.ts';
import { format, text } from '../locale.ts';

export function scheduleCommands(schedule: Command): void {
  const strings = text().schedule;
  addCommand(schedule, 'show', strings.show, ['pennyrow schedule show']).action(
    withAccount(async (control, accountId) => answer(await control.call('schedule.get', { accountId }), scheduleText)),
  );
  addCommand(schedule, 'set', strings.set, ['pennyrow schedule set 07:30', 'pennyrow schedule set 07:30 --hours 6'])
    .argument('<start-time>', strings.startTime)
    .option('--hours <number>', strings.hours, wholeNumber(0, 24))
    .option('--minutes <number>', strings.minutes, wholeNumber(0, 1440))
    .action(
      withAccount<{ hours?: number; minutes?: number }, [string]>(
        async (control, accountId, { hours, minutes }, startTime) =>
          answer(await control.call('schedule.set', { accountId, startTime, hours, minutes }), scheduleText),
      ),
    );
  for (const paused of [true, false]) {
    const name = paused ? 'pause' : 'resume';
    addCommand(schedule, name, strings[name], [`pennyrow schedule ${name}`]).action(
      withAccount(async (control, accountId) => {
        const view = await control.call('schedule.pause', { accountId, paused });
        if (view === null) throw createError('schedule_none', {});
        return answer(view, scheduleText);
      }),
    );
  }
  addCommand(schedule, 'remove', strings.remove, ['pennyrow schedule remove']).action(
    withAccount(async (control, accountId) =>
      answer(await control.call('schedule.remove', { accountId }), scheduleText),
    ),
  );
}

export function scheduleText(screen: Screen, view: ScheduleView | null): string {
  const { connection, line, none, parts, schedule: strings } = text();
  if (view === null) return reportLines(screen, '', createError('schedule_none', {}), '').join('\n');
  const { startTime: start, periodMinutes, timeZone: zone, cron, paused, lastRunAt, nextRunsAt } = view;
  const at = (instant: string): string => format().momentIn(instant, zone);
  return [
    `${scheduleWords(start, periodMinutes, strings)} (${zone})${paused ? `, ${connection.state.paused}` : ''}.`,
    ...facts([
      [strings.cron, cron],
      [line.lastRun, lastRunAt === null ? parts.never : at(lastRunAt)],
      ...(nextRunsAt.length === 0 ? [none] : nextRunsAt.map(at)).map(
        (run, place) => [place === 0 ? strings.next : '', run] as const,
      ),
    ]),
  ].join('\n');
}
