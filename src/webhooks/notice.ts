import type { EventMessage } from '../contract/webhooks/message.ts';
import { problemOf } from '../messages/problem.ts';
import type { Report } from '../messages/parameters.ts';
import type { Speech } from '../messages/speech.ts';

/** An event in words, for a person's eyes. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  /** Somebody has to do something. */
  readonly isUrgent: boolean;
}

/** Says how many transactions there are and not which: what a chat is told, others keep. */
export function noticeOf(event: EventMessage, { texts, tell }: Speech<'notices'>): Notice {
  const say = texts.notices;
  const account = event.account.name;
  const calm = (title: string, text: string): Notice => ({ title, text, isUrgent: false });
  const urgent = (title: string, text: string): Notice => ({ title, text, isUrgent: true });
  const sentence = (told: Report): string => {
    const { what, remedy } = tell(problemOf(told), 'app');
    return remedy === null ? what : `${what} ${remedy}`;
  };
  switch (event.type) {
    case 'run.finished': {
      const { status, added, updated, removed } = event.data;
      const title = say.run({ account, status: statusOf(status) });
      return { title, text: say.runDid({ added, updated, removed }), isUrgent: status === 'failed' };
    }
    case 'transactions.added':
      return calm(say.added({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'transactions.posted':
      return calm(say.posted({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'transactions.removed':
      return calm(say.removed({ count: event.data.count }), say.inSpreadsheet({ account }));
    case 'attention.needed':
      return urgent(
        say.needed({ account, connection: event.data.connection?.name ?? null }),
        sentence(event.data as Report),
      );
    case 'attention.resolved':
      return calm(say.resolved({ account }), tell(problemOf(event.data as Report), 'app').what);
    case 'consent.ending':
      return urgent(
        say.consent({ connection: event.data.connection.name, days: event.data.days }),
        say.consentUntil({ until: event.data.ends_at }),
      );
    case 'account.differs':
      return urgent(say.differs({ name: event.data.bank_account_identifier }), sentence(event.data as Report));
    case 'webhook.test':
      return calm(say.test, say.testText({ account }));
  }
}

function statusOf(status: string): 'succeeded' | 'partial' | 'failed' | 'other' {
  return status === 'succeeded' || status === 'partial' || status === 'failed' ? status : 'other';
}
