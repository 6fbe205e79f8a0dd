import { createPublicKey, hash, randomBytes, verify, type KeyObject } from 'node:crypto';
import { toInstant } from '../../core/calendar-date.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Writer } from '../../store/database.ts';
import {
  addSession,
  endKeylessSessions,
  endSession,
  findSession,
  findSessionKey,
  listSessions,
  touchSession,
  type Session,
} from '../../store/sessions.ts';
import type { BrowserName } from './browser-name.ts';
import { sessionEnd } from './session-life.ts';

/** What a browser gets when it signs in: the key that it shows with each request, and which session it is of. */
export interface SignedIn {
  readonly key: string;
  readonly sessionId: string;
}

/** Who may use the dashboard in a browser. */
export interface SignIns {
  /** To be signed for a new key: a fresh number of each start, so that a signature is worth nothing at the next. */
  readonly challenge: string;
  /** A code for one sign-in within the next minutes. */
  invite(): { readonly code: string; readonly expiresAt: string };
  /**
   * A new session for a good code, which is then used up; null for any other text. With the browser's public key
   * (P-256, as SubjectPublicKeyInfo in base64), the session outlives the service.
   */
  redeem(code: string, publicKey: string | null, browser: BrowserName): SignedIn | null;
  /** Another key for a session whose browser proves itself by its signature (base64) of `provenText`; else null. */
  renew(sessionId: string, origin: string, signature: string): SignedIn | null;
  /** The session of a good key, which counts as used now; null for any other text. */
  recognise(key: string): Session | null;
  isOver(session: Session): boolean;
}

const INVITATION_MS = 5 * 60_000;
const TOUCH_EVERY_MS = 60_000;

/**
 * Keys and codes live in memory, by hash, and end with the service: whoever takes its port meanwhile is sent keys that are
 * worth nothing. The sessions themselves are stored; their browsers prove themselves anew.
 */
export function createSignIns(store: Writer, clock: Clock): SignIns {
  // By hash, so that neither a look at the memory nor the time that a look-up takes tells a secret.
  const invitations = new Map<string, number>();
  const keys = new Map<string, Session>();
  const challenge = randomBytes(32).toString('base64url');
  endKeylessSessions(store);

  const isLive = (session: Session): boolean => Date.parse(sessionEnd(session)) > clock.now();

  function issue(session: Session): SignedIn {
    for (const [kept, known] of keys) if (isOver(known)) keys.delete(kept);
    const key = randomBytes(32).toString('base64url');
    keys.set(hash('sha256', key), session);
    return { key, sessionId: session.id };
  }

  /** As it is stored now; a damaged database shows in what is asked of it, not as a sign-out. */
  function current(known: Session): Session | null {
    try {
      return findSession(store, known.id);
    } catch {
      return known;
    }
  }

  function touch(session: Session): void {
    if (Math.abs(clock.now() - Date.parse(session.lastUsedAt)) < TOUCH_EVERY_MS) return;
    try {
      touchSession(store, session.id, toInstant(clock.now()));
    } catch {
      // A disk that is full must not lock a person out.
    }
  }

  function isOver(session: Session): boolean {
    const now = current(session);
    return now === null || !isLive(now);
  }

  return {
    challenge,
    invite: () => {
      for (const [kept, expiresMs] of invitations) if (expiresMs <= clock.now()) invitations.delete(kept);
      const code = randomBytes(32).toString('base64url');
      invitations.set(hash('sha256', code), clock.now() + INVITATION_MS);
      return { code, expiresAt: toInstant(clock.now() + INVITATION_MS) };
    },
    redeem: (code, publicKey, browser) => {
      if ((invitations.get(hash('sha256', code)) ?? 0) <= clock.now()) return null;
      const key = publicKey === null ? null : readKey(Buffer.from(publicKey, 'base64'));
      invitations.delete(hash('sha256', code));
      const at = toInstant(clock.now());
      const session = { id: newId('session', clock), ...browser, createdAt: at, lastUsedAt: at };
      for (const other of listSessions(store)) if (!isLive(other)) endSession(store, other.id);
      addSession(store, session, key?.export({ format: 'der', type: 'spki' }) ?? null);
      return issue(session);
    },
    renew: (sessionId, origin, signature) => {
      const session = findSession(store, sessionId);
      const key = readKey(findSessionKey(store, sessionId));
      if (session === null || key === null || !isLive(session)) return null;
      const text = Buffer.from(provenText(origin, sessionId, challenge));
      const proof = Buffer.from(signature, 'base64');
      return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, proof) ? issue(session) : null;
    },
    recognise: (key) => {
      const known = keys.get(hash('sha256', key));
      const session = known === undefined ? null : current(known);
      if (session === null || !isLive(session)) return null;
      touch(session);
      return session;
    },
    isOver,
  };
}

/** What a browser signs. Its own address is in it, so that a signature for another port of the machine does not count. */
function provenText(origin: string, sessionId: string, challenge: string): string {
  return `Pennyrow session\n${origin}\n${sessionId}\n${challenge}`;
}

/** Null for what is no public key of the curve P-256. */
function readKey(der: Buffer | null): KeyObject | null {
  if (der === null) return null;
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
