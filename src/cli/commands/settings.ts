import type { Command } from 'commander';
import type { Settings } from '../../contract/control/service.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { wholeNumber } from '../option-values.ts';

export function settingsCommands(program: Command): void {
  const settings = program.command('settings').description('see and change the settings of this install');
  settings
    .command('show', { isDefault: true })
    .description('show the settings')
    .addHelpText('after', examples('pennyrow settings'))
    .action(
      answering(async (control) => {
        const values = await control.call('settings.get', {});
        return { value: values, text: () => settingsText(values) };
      }),
    );
  settings
    .command('set')
    .description('change settings')
    .option(
      '--syncs-per-hour <number>',
      'how many syncs scripts may trigger for an account in any hour',
      wholeNumber(1, 1000),
    )
    .option('--syncs-per-day <number>', 'the same for any day', wholeNumber(1, 10_000))
    .addHelpText('after', examples('pennyrow settings set --syncs-per-hour 10'))
    .action(
      answering<Partial<Settings>>(async (control, { syncsPerHour, syncsPerDay }) => {
        const changes = Object.fromEntries(
          Object.entries({ syncsPerHour, syncsPerDay }).filter(([, value]) => value !== undefined),
        );
        if (Object.keys(changes).length === 0)
          throw new PennyrowError(
            'input_nothing',
            'There is nothing to change.',
            'See the settings that exist with --help.',
          );
        const values = await control.call('settings.set', changes);
        return { value: values, text: () => settingsText(values) };
      }),
    );
}

function settingsText({ syncsPerHour, syncsPerDay }: Settings): string {
  return [
    `Syncs that scripts may trigger in an hour  ${syncsPerHour}`,
    `Syncs that scripts may trigger in a day    ${syncsPerDay}`,
  ].join('\n');
}
