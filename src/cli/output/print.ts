import { screenOf, type Screen } from './screen.ts';

/** What a command has to say: a value for programs, text for people. */
export interface Answer {
  readonly value: unknown;
  readonly text: (screen: Screen) => string;
  /** 0 when absent. */
  readonly exitCode?: number;
}

/** One line of JSON, or text, on standard output. */
export function print(
  { value, text }: Pick<Answer, 'value' | 'text'>,
  { json }: { readonly json?: boolean | undefined },
): void {
  const said = json === true ? JSON.stringify(value) : text(screenOf(process.stdout));
  if (said !== '') process.stdout.write(said.endsWith('\n') ? said : `${said}\n`);
}
