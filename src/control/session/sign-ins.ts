import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';

/** Who may use the dashboard in a browser. Lives in memory: a restart signs everyone out. */
export interface SignIns {
  /** A code for one sign-in within the next minutes. */
  invite(): { readonly code: string; readonly expiresAt: string };
  /** The session's key for a good code, which is then used up; null for any other text. */
  redeem(code: string): string | null;
  isSignedIn(key: string): boolean;
}

const INVITATION_MS = 5 * 60_000;
const SESSION_MS = 12 * 3_600_000;

export function createSignIns(clock: Clock): SignIns {
  // Kept by hash, so that neither a look at the memory nor the time that a look-up takes tells a secret.
  const invitations = new Map<string, number>();
  const sessions = new Map<string, number>();

  function issue(kept: Map<string, number>, lifetimeMs: number): string {
    for (const [key, expiresMs] of kept) if (expiresMs <= clock.now()) kept.delete(key);
    const secret = randomBytes(32).toString('base64url');
    kept.set(hash('sha256', secret), clock.now() + lifetimeMs);
    return secret;
  }

  const isGood = (kept: Map<string, number>, secret: string): boolean =>
    (kept.get(hash('sha256', secret)) ?? 0) > clock.now();

  return {
    invite: () => ({
      code: issue(invitations, INVITATION_MS),
      expiresAt: new Date(clock.now() + INVITATION_MS).toISOString(),
    }),
    redeem: (code) => {
      if (!isGood(invitations, code)) return null;
      invitations.delete(hash('sha256', code));
      return issue(sessions, SESSION_MS);
    },
    isSignedIn: (key) => isGood(sessions, key),
  };
}
