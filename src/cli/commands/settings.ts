import type { Command } from 'commander';
import type { Settings } from '../../contract/control/service.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withControl } from '../command-action.ts';
import { wholeNumber } from '../options.ts';
import { answer } from '../output/print.ts';
import { facts, type Screen } from '../output/table.ts';
import { format, text } from '../locale.ts';

export function settingsCommands(settings: Command): void {
  const strings = text().settings;
  addCommand(settings, 'show', strings.show, ['pennyrow settings'], { isDefault: true }).action(
    withControl(async (control) => answer(await control.call('settings.get', {}), settingsText)),
  );
  addCommand(settings, 'set', strings.set, ['pennyrow settings set --syncs-per-hour 10'])
    .option('--syncs-per-hour <number>', strings.limit({ period: 'hour' }), wholeNumber(1, 1000))
    .option('--syncs-per-day <number>', strings.limit({ period: 'other' }), wholeNumber(1, 10_000))
    .action(
      withControl<Partial<Settings>>(async (control, { syncsPerHour, syncsPerDay }) => {
        if (syncsPerHour === undefined && syncsPerDay === undefined) throw createError('input_nothing', {});
        return answer(await control.call('settings.set', { syncsPerHour, syncsPerDay }), settingsText);
      }),
    );
}

function settingsText(_screen: Screen, { syncsPerHour, syncsPerDay }: Settings): string {
  const { limit } = text().settings;
  return facts([
    [limit({ period: 'hour' }), format().number(syncsPerHour)],
    [limit({ period: 'other' }), format().number(syncsPerDay)],
  ]).join('\n');
}
