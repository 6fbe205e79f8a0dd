import type { Changed, ControlEvent } from '../../src/contract/control/events.ts';

/** Procedures whose answers a change touches, by the beginning of their names. */
const BY_CHANGE: Readonly<Record<Changed, readonly string[]>> = {
  accounts: ['account.', 'service.', 'schedule.', 'welcome.'],
  tokens: ['token.'],
  connections: ['connection.', 'balance.', 'service.', 'csvMapping.', 'welcome.'],
  workbook: ['workbook.', 'service.', 'transaction.', 'balance.', 'backup.', 'welcome.'],
  schedule: ['schedule.', 'service.', 'welcome.'],
  settings: ['settings.', 'service.', 'registration.', 'welcome.'],
  mappings: ['csvMapping.'],
  deleted: ['deleted.'],
  runs: ['run.'],
  sessions: ['session.'],
  webhooks: ['webhook.', 'service.'],
  mail: ['mail.', 'service.'],
  agents: ['agent.', 'proposal.'],
  desktop: ['desktop.'],
};

const BY_RUN = [
  'run.',
  'balance.',
  'workbook.',
  'service.',
  'connection.',
  'csvMapping.',
  'deleted.',
  'schedule.',
  'backup.',
  'welcome.',
];
const BY_MIRROR = ['transaction.', 'suggestion.', 'balance.', 'workbook.', 'service.', 'rule.'];

/** Whether the answer of a procedure may be another one after the event. */
export function isAffected(procedure: string, event: ControlEvent): boolean {
  const prefixes =
    event.type === 'changed'
      ? BY_CHANGE[event.what]
      : event.type === 'run'
        ? BY_RUN
        : event.type === 'mirror'
          ? BY_MIRROR
          : [];
  return prefixes.some((prefix) => procedure.startsWith(prefix));
}
