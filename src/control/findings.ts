import type { Finding } from '../contract/control/service.ts';

/** "2026-01-31 08:15 UTC": anyone who reads it may sit in another zone than this machine. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

export function problem(
  what: Pick<Finding, 'check' | 'about' | 'name'>,
  { code, message, remedy }: Pick<Finding, 'code' | 'message' | 'remedy'>,
): Finding {
  return { ...what, status: 'problem', code, message, remedy };
}
