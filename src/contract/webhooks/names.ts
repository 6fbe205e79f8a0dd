export const EVENT_TYPES = [
  'run.finished',
  'transactions.added',
  'transactions.posted',
  'transactions.removed',
  'attention.needed',
  'attention.resolved',
  'consent.ending',
  'account.differs',
] as const;

/** `webhook.test` is sent only when the user requests a test. */
export type EventType = (typeof EVENT_TYPES)[number] | 'webhook.test';

const EVENTS_FOR_PEOPLE = [
  'transactions.added',
  'attention.needed',
  'attention.resolved',
  'consent.ending',
] as const satisfies readonly EventType[];

export const WEBHOOK_SHAPES = ['standard', 'ntfy', 'slack', 'discord', 'telegram', 'home-assistant'] as const;
export type WebhookShape = (typeof WEBHOOK_SHAPES)[number];

export function usualEvents(shape: WebhookShape): readonly (typeof EVENT_TYPES)[number][] {
  return shape === 'standard' || shape === 'home-assistant' ? EVENT_TYPES : EVENTS_FOR_PEOPLE;
}
