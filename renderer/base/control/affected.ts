import type { Changed, ControlEvent } from '../../../src/contract/control/events.ts';

/** Prefixes of the procedures whose answers each change affects. */
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
  agents: ['agent.', 'proposal.'],
  desktop: ['desktop.'],
};

/** Affected when a run is queued or started. The welcome page is added for queued runs, because the first run changes it. */
const BY_RUN_BEGUN = ['run.get', 'run.list', 'service.'];
const BY_RUN_QUEUED = [...BY_RUN_BEGUN, 'welcome.'];
const BY_RUN_ENDED = [
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

export function isAffected(procedure: string, event: ControlEvent): boolean {
  // Repeats `workbook.recognized`, which reads all rows, only if the workbook's settings change: online services limit reads.
  if (procedure === 'workbook.recognized') return event.type === 'changed' && event.what === 'workbook';
  return affectedBy(event).some((beginning) => procedure.startsWith(beginning));
}

function affectedBy(event: ControlEvent): readonly string[] {
  switch (event.type) {
    case 'changed':
      return BY_CHANGE[event.what];
    case 'run':
      if (event.run.finishedAt !== null) return BY_RUN_ENDED;
      return event.run.status === 'queued' ? BY_RUN_QUEUED : BY_RUN_BEGUN;
    case 'mirror':
      return BY_MIRROR;
    case 'progress':
    case 'waiting':
      return [];
  }
}
