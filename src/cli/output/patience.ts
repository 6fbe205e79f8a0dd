import type { OpenControl } from '../open-control.ts';
import { tell, text } from '../speech.ts';
import { paragraph } from './paragraph.ts';
import { screenOf } from './screen.ts';

/** How long a command may say nothing to somebody who looks on. */
const LONG_MS = 10_000;

/** Their caller waits for a person, or shows how far it is. */
const SAYING_THEMSELVES: ReadonlySet<string> = new Set(['consent.wait', 'run.wait']);

/**
 * Tells a person at a terminal why a command takes its time, and that it still does. Scripts and cron want none of it:
 * what matters to them is in the answer.
 */
export async function tellingWhy(
  control: OpenControl,
  { json }: { readonly json?: boolean | undefined },
): Promise<OpenControl> {
  const { stderr } = process;
  if (json === true || !stderr.isTTY) return control;
  // A line that says how far a run is may stand there.
  const say = (line: string): void => void stderr.write(`\r\u001b[K${paragraph(screenOf(stderr), '', line)}\n`);
  const unsubscribe = await control.subscribe((event) => {
    if (event.type === 'waiting') say(tell(event.notice).message);
  });
  return {
    ...control,
    call: (name, input) => {
      const timer = SAYING_THEMSELVES.has(name)
        ? undefined
        : setTimeout(() => say(text().waiting.still), LONG_MS).unref();
      return control.call(name, input).finally(() => clearTimeout(timer));
    },
    close: () => {
      unsubscribe();
      return control.close();
    },
  };
}
