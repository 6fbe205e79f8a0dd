import type { AccessView } from '../contract/control/connections.ts';
import type { AuthorisedConnectionView } from '../contract/control/connections.ts';
import type { Report } from '../messages/parameters.ts';
import { paragraph } from './output/paragraph.ts';
import type { Answer } from './output/print.ts';
import type { Screen } from './output/screen.ts';
import { EXIT } from './problem.ts';
import { tell, text } from './speech.ts';

/** What was done, and how the access answered when it was tried: exit code 1 when it did not. */
export function authorised(connection: AuthorisedConnectionView, done: string): Answer {
  const { access, health } = connection;
  const { problem } = health;
  const lines = (screen: Screen): string => {
    const say = text().connection;
    if (access !== null) {
      const answers = say.answers({ host: access.host, count: access.accounts.length });
      return paragraph(screen, '', `${done} ${answers} ${say.next}`) + notesText(screen, access);
    }
    if (problem === null) return paragraph(screen, '', `${done} ${say.next}`);
    return [paragraph(screen, '', `${done} ${say.notYet}`), note(screen, problem)].join('\n');
  };
  const isBroken = access === null && problem !== null;
  return { value: connection, text: lines, exitCode: isBroken ? EXIT.failed : EXIT.succeeded };
}

function notesText(screen: Screen, { messages }: AccessView): string {
  return messages.map((message) => `\n${note(screen, message)}`).join('');
}

export function note(screen: Screen, report: Report): string {
  const { message, remedy } = tell(report);
  return [
    paragraph(screen, `  ${screen.paint('yellow', '!')} `, message),
    ...(remedy === '' ? [] : [paragraph(screen, '    ', remedy)]),
  ].join('\n');
}
