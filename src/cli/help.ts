import type { HelpConfiguration, Option } from 'commander';
import { text } from './speech.ts';

/** What commander writes into every help itself, in the language of the terminal. */
export function helpInWords(): HelpConfiguration {
  const say = text().help;
  const titles: Readonly<Record<string, string>> = {
    'Usage:': say.usage,
    'Arguments:': say.arguments,
    'Options:': say.options,
    'Global Options:': say.globalOptions,
    'Commands:': say.commands,
  };
  return {
    showGlobalOptions: true,
    minWidthToWrap: 20,
    styleTitle: (title) => titles[title] ?? title,
    optionDescription: describeOption,
  };
}

function describeOption({ description, argChoices, defaultValue, required }: Option): string {
  const say = text().help;
  const choices = argChoices?.map((choice) => JSON.stringify(choice)).join(', ');
  const more = [
    ...(choices === undefined ? [] : [say.choices({ choices })]),
    ...(defaultValue === undefined || !required ? [] : [say.default({ value: String(defaultValue) })]),
  ];
  return more.length === 0 ? description : `${description} (${more.join(', ')})`;
}
