import type { Command } from 'commander';
import type { Settings } from '../../contract/control/service.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { wholeNumber } from '../option-values.ts';
import { facts } from '../output/facts.ts';
import { format, text } from '../speech.ts';

export function settingsCommands(settings: Command): void {
  const say = text().settings;
  settings
    .command('show', { isDefault: true })
    .description(say.show)
    .addHelpText('after', examples('pennyrow settings'))
    .action(
      answering(async (control) => {
        const values = await control.call('settings.get', {});
        return { value: values, text: () => settingsText(values) };
      }),
    );
  settings
    .command('set')
    .description(say.set)
    .option('--syncs-per-hour <number>', say.perHour, wholeNumber(1, 1000))
    .option('--syncs-per-day <number>', say.perDay, wholeNumber(1, 10_000))
    .addHelpText('after', examples('pennyrow settings set --syncs-per-hour 10'))
    .action(
      answering<Partial<Settings>>(async (control, { syncsPerHour, syncsPerDay }) => {
        const changes = Object.fromEntries(
          Object.entries({ syncsPerHour, syncsPerDay }).filter(([, value]) => value !== undefined),
        );
        if (Object.keys(changes).length === 0) throw new PennyrowError(problem('input_nothing', {}));
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
