import type { MakeGroups, Writers } from './compiled/languages.js';
import type { Sections } from './compiled/sections.d.ts';
import type { Format } from './format.ts';
import type { Problem, Surface, Told } from './parameters.ts';
import type { Money } from './values.ts';

/** From here on there is a mark between digits. */
const SMALLEST_GROUPED = 1000;

export type Section = keyof Sections;

/** The messages of a section by the reader's writers: each group of them is made when it is asked for, and kept. */
export function createTexts<Name extends Section>(makeGroups: MakeGroups, write: Writers): Sections[Name] {
  const texts = {};
  for (const [name, make] of Object.entries(makeGroups(write))) {
    Object.defineProperty(texts, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = make();
        Object.defineProperty(texts, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return texts as Sections[Name];
}

interface Reader {
  readonly format: Format;
  readonly tell: (problem: Problem, surface: Surface) => Told;
  /** Whether the language counts with the digits 0 to 9. */
  readonly hasLatinDigits: boolean;
}

/** How one reader's messages write what they are filled in with. What is missing stays so, and shows as it is. */
export function createWriters({ format, tell, hasLatinDigits }: Reader): Writers {
  return {
    bytes: orMissing((count: number) => format.bytes(count)),
    day: orMissing((day: string) => format.day(day)),
    duration: orMissing((milliseconds: number) => format.duration(milliseconds)),
    list: orMissing((items: readonly string[]) => format.list(items)),
    moment: orMissing((instant: string) => format.moment(instant)),
    money: orMissing(({ amount, currency }: Money) => format.money(amount, currency)),
    month: orMissing((month: string) => format.month(month)),
    number: (_language, value, offset) => numeral(value - offset),
    numeral: orMissing(numeral),
    problem: orMissing((problem: Problem) => tell(problem, 'app').what),
    remedy: orMissing((problem: Problem) => tell(problem, 'terminal').remedy ?? ''),
    remedyInApp: orMissing((problem: Problem) => tell(problem, 'app').remedy ?? ''),
    title: orMissing((title: string) => {
      const number = MADE_UP.exec(title)?.[1];
      return number === undefined ? title : tell({ code: 'statement_csv_untitled', params: { number } }, 'app').what;
    }),
  };

  /** Most are small, and need no format of Intl, which takes longer to make than all else a small command does. */
  function numeral(value: number): string {
    const isPlain = hasLatinDigits && Number.isInteger(value) && value >= 0 && value < SMALLEST_GROUPED;
    return isPlain ? String(value) : format.number(value);
  }
}

/** The title by which a column without one is known, in whichever language. */
const MADE_UP = /^Column (\d+)$/;

function orMissing<Value>(write: (value: Value) => string): (value: Value | null | undefined) => unknown {
  return (value) => (value === null || value === undefined ? value : write(value));
}
