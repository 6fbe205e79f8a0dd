import type { Sections } from './compiled/sections.d.ts';
import type { Format } from './format.ts';
import type { Problem, Surface, Told } from './parameters.ts';
import type { Money } from './values.ts';

export type Section = keyof Sections;

/** A compiled section, as it is loaded. */
export interface CompiledSection {
  readonly default: unknown;
  /**
   * By the path of a message: which of its parameters are written by the reader's format, and how; none where it does
   * without what English fills in.
   */
  readonly kinds: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

type Compiled = (params: Readonly<Record<string, unknown>>) => string;
type Writer = (value: never) => string;

/** The messages of a section: a string where nothing is to be filled in, else a function of the raw values. */
export function createTexts<Name extends Section>(
  section: CompiledSection,
  format: Format,
  tell: (problem: Problem, surface: Surface) => Told,
): Sections[Name] {
  const writers: Readonly<Record<string, Writer>> = {
    bytes: (count: number) => format.bytes(count),
    day: (day: string) => format.day(day),
    duration: (milliseconds: number) => format.duration(milliseconds),
    list: (items: readonly string[]) => format.list(items),
    moment: (instant: string) => format.moment(instant),
    money: ({ amount, currency }: Money) => format.money(amount, currency),
    month: (month: string) => format.month(month),
    numeral: (value: number) => format.number(value),
    problem: (problem: Problem) => tell(problem, 'app').what,
    remedy: (problem: Problem) => tell(problem, 'terminal').remedy ?? '',
    remedyInApp: (problem: Problem) => tell(problem, 'app').remedy ?? '',
  };

  function filled(say: Compiled, kinds: Readonly<Record<string, string>> | undefined): Compiled {
    if (kinds === undefined) return say;
    return (params) =>
      say({
        ...params,
        ...Object.fromEntries(
          Object.entries(kinds).map(([name, kind]) => [name, written(writers[kind], params[name])]),
        ),
      });
  }

  function build(node: unknown, path: string): unknown {
    const kinds = section.kinds[path];
    if (typeof node === 'function')
      return node.length === 0 && kinds === undefined ? (node as () => string)() : filled(node as Compiled, kinds);
    return Object.fromEntries(
      Object.entries(node as object).map(([key, value]) => [key, build(value, path === '' ? key : `${path}.${key}`)]),
    );
  }
  return build(section.default, '') as Sections[Name];
}

/** What is missing stays so, for a message that chooses by it. */
function written(write: Writer | undefined, value: unknown): unknown {
  return write === undefined || value === null || value === undefined ? value : write(value as never);
}
