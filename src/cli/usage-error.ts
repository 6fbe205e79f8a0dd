import { text } from './speech.ts';

type Said = Readonly<Partial<Record<string, string>>>;

/**
 * What commander says of wrong usage, in the language of the terminal. Commander has it only as an English sentence, of
 * which this takes what is in it; one that it does not know stays as it is.
 */
export function usageError(said: string): string {
  for (const [pattern, inOurWords] of PATTERNS) {
    const found = pattern.exec(said);
    if (found !== null) return `${inOurWords(found.groups ?? {})}\n`;
  }
  return said;
}

const SIMILAR = /(?:\n\(Did you mean (?:one of )?(?<similar>[^]*)\?\))?\n$/.source;

const PATTERNS: readonly (readonly [pattern: RegExp, inOurWords: (said: Said) => string])[] = [
  [
    new RegExp(`^error: unknown option '(?<flag>[^]*?)'${SIMILAR}`),
    ({ flag = '', similar = null }) => text().usage.unknownOption({ flag, similar }),
  ],
  [
    new RegExp(`^error: unknown command '(?<name>[^]*?)'${SIMILAR}`),
    ({ name = '', similar = null }) => text().usage.unknownCommand({ name, similar }),
  ],
  [/^error: missing required argument '(?<name>.*)'\n$/, ({ name = '' }) => text().usage.missingArgument({ name })],
  [
    /^error: option '(?<flags>.*)' argument missing\n$/,
    ({ flags = '' }) => text().usage.optionMissingArgument({ flags }),
  ],
  [
    /^error: required option '(?<flags>.*)' not specified\n$/,
    ({ flags = '' }) => text().usage.missingMandatoryOptionValue({ flags }),
  ],
  [
    /^error: option '(?<one>.*)' cannot be used with option '(?<another>.*)'\n$/,
    ({ one = '', another = '' }) => text().usage.conflictingOption({ one, another }),
  ],
  [
    /^error: too many arguments[^]*\. Expected (?<expected>\d+) arguments? but got (?<received>\d+): (?<details>[^]*)\.\n$/,
    ({ expected = '', received = '', details = '' }) => text().usage.excessArguments({ expected, received, details }),
  ],
  [
    /^error: option '(?<flags>.*?)' argument '(?<value>[^]*)' is invalid\. (?:Allowed choices are (?<choices>.*)\.|(?<why>.*))\n$/,
    ({ flags = '', value = '', choices, why = '' }) =>
      text().usage.invalidOption({
        flags,
        value,
        why: choices === undefined ? why : text().usage.allowed({ choices }),
      }),
  ],
];
