import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** Thrown when a permission that a person gave at a bank is no more. */
export function consentEnded(host: string, reason: 'action' | 'expired' | 'other' | 'revoked'): PennyrowError {
  return new PennyrowError(problem('source_consent_ended', { reason, host }));
}
