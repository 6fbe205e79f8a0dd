import type { Command } from 'commander';
import type { Settings } from '../../contract/control/service.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withControl } from '../command-action.ts';
import { wholeNumber } from '../options.ts';
import { facts } from '../output/table.ts';
import { format, text } from '../locale.ts';

export function settingsCommands(settings: Command): void {
  const strings = text().settings;
  addCommand(settings, 'show', strings.show, ['pennyrow settings'], { isDefault: true }).action(
    withControl(async (control) => {
      const values = await control.call('settings.get', {});
      return { value: values, text: () => settingsText(values) };
    }),
  );
  addCommand(settings, 'set', strings.set, ['pennyrow settings set --syncs-per-hour 10'])
    .option('--syncs-per-hour <number>', strings.perHour, wholeNumber(1, 1000))
    .option('--syncs-per-day <number>', strings.perDay, wholeNumber(1, 10_000))
    .action(
      withControl<Partial<Settings>>(async (control, { syncsPerHour, syncsPerDay }) => {
        const changes = Object.fromEntries(
          Object.entries({ syncsPerHour, syncsPerDay }).filter(([, value]) => value !== undefined),
        );
        if (Object.keys(changes).length === 0) throw createError('input_nothing', {});
        const values = await control.call('settings.set', changes);
        return { value: values, text: () => settingsText(values) };
      }),
    );
}

function settingsText({ syncsPerHour, syncsPerDay }: Settings): string {
  const { inHour, inDay } = text().settings;
  return facts([
    [inHour, format().number(syncsPerHour)],
    [inDay, format().number(syncsPerDay)],
  ]).join('\n');
}
