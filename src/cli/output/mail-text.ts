import type { MailView } from '../../contract/control/mail.ts';
import { format, tell, text } from '../speech.ts';
import { facts } from './facts.ts';

/** When a digest is mailed and where to, and whether one waits. */
export function mailText({ cycle, weekday, time, timeZone, target, nextAt, lastSentAt, waiting }: MailView): string {
  const say = text().mail;
  const at = (instant: string): string => format().momentIn(instant, timeZone);
  const lines = facts([
    [
      say.factWhen,
      say.cycle({ cycle: cycle === 'daily' ? 'daily' : 'other', weekday: format().weekday(weekday), time, timeZone }),
    ],
    ...(target === null
      ? []
      : ([
          [say.factTo, target.to],
          [say.factFrom, target.from],
          [
            say.factServer,
            say.server({
              host: target.server.host,
              port: String(target.server.port),
              security: target.server.security === 'tls' ? 'other' : 'starttls',
              user: target.server.user,
            }),
          ],
        ] as const)),
    [say.factNext, at(nextAt)],
    [say.factLast, lastSentAt === null ? say.never : at(lastSentAt)],
    ...(waiting === null
      ? []
      : [
          [
            say.factWaiting,
            say.waiting({
              since: waiting.since,
              attempts: waiting.attempts,
              next: waiting.nextAt === null ? null : at(waiting.nextAt),
            }),
          ] as const,
        ]),
  ]);
  if (waiting?.problem == null) return lines.join('\n');
  const { message, remedy } = tell(waiting.problem);
  return [...lines, '', message, ...(remedy === null ? [] : [remedy])].join('\n');
}
