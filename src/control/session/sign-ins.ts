import { createPublicKey, hash, randomBytes, verify, type KeyObject } from 'node:crypto';
import { toInstant, type Instant } from '../../core/calendar-date.ts';
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
import type { BrowserName } from './request-headers.ts';

export interface SignedIn {
  readonly key: string;
  readonly sessionId: string;
}

const INVITATION_MS = 5 * 60_000;
const TOUCH_EVERY_MS = 60_000;

/** Keys and codes exist only in RAM, as hashes. After a restart, a browser continues its stored session with a signature. */
export function createSignIns(store: Writer, clock: Clock) {
  // The expiry of each invitation. The key is a hash, so that neither RAM nor the timing of a lookup reveals the code.
  const invitations = new Map<string, number>();
  const keys = new Map<string, Session>();
  // The text that browsers sign, random at each start so that an old signature is invalid.
  const challenge = randomBytes(32).toString('base64url');
  endKeylessSessions(store);

  const isLive = (session: Session): boolean => Date.parse(sessionEnd(session)) > clock.now();

  function issue(session: Session): SignedIn {
    for (const [key, known] of keys) if (isOver(known)) keys.delete(key);
    const key = randomBytes(32).toString('base64url');
    keys.set(hash('sha256', key), session);
    return { key, sessionId: session.id };
  }

  /** Returns the session as stored; null if it has ended. If the database is unreadable, the session stays valid. */
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
      // The user stays signed in even if the time of use cannot be stored, for example on a full disk.
    }
  }

  function isOver(session: Session): boolean {
    const now = current(session);
    return now === null || !isLive(now);
  }

  return {
    challenge,
    invite: () => {
      for (const [key, expiresMs] of invitations) if (expiresMs <= clock.now()) invitations.delete(key);
      const code = randomBytes(32).toString('base64url');
      invitations.set(hash('sha256', code), clock.now() + INVITATION_MS);
      return { code, expiresAt: toInstant(clock.now() + INVITATION_MS) };
    },
    /** `publicKey`: P-256 as SubjectPublicKeyInfo in Base64. Without it, the session ends with the service. */
    redeem: (code: string, publicKey: string | null, browser: BrowserName): SignedIn | null => {
      if ((invitations.get(hash('sha256', code)) ?? 0) <= clock.now()) return null;
      const key = publicKey === null ? null : readKey(Buffer.from(publicKey, 'base64'));
      invitations.delete(hash('sha256', code));
      const at = toInstant(clock.now());
      const session = { id: newId('session', clock), ...browser, createdAt: at, lastUsedAt: at };
      for (const other of listSessions(store)) if (!isLive(other)) endSession(store, other.id);
      addSession(store, session, key?.export({ format: 'der', type: 'spki' }) ?? null);
      return issue(session);
    },
    renew: (sessionId: string, origin: string, signature: string): SignedIn | null => {
      const session = findSession(store, sessionId);
      const key = readKey(findSessionKey(store, sessionId));
      if (session === null || key === null || !isLive(session)) return null;
      const text = Buffer.from(provenText(origin, sessionId, challenge));
      const proof = Buffer.from(signature, 'base64');
      return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, proof) ? issue(session) : null;
    },
    recognize: (key: string): Session | null => {
      const stored = keys.get(hash('sha256', key));
      const session = stored === undefined ? null : current(stored);
      if (session === null || !isLive(session)) return null;
      touch(session);
      return session;
    },
    isOver,
  };
}

/** The text that the browser signs. It contains the origin, so that a program on another port cannot use the signature. */
function provenText(origin: string, sessionId: string, challenge: string): string {
  return `Pennyrow session\n${origin}\n${sessionId}\n${challenge}`;
}

function readKey(der: Buffer | null): KeyObject | null {
  if (der === null) return null;
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}

const DAY_MS = 24 * 3_600_000;
const UNUSED_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;

export function sessionEnd({ createdAt, lastUsedAt }: Pick<Session, 'createdAt' | 'lastUsedAt'>): Instant {
  return toInstant(Math.min(Date.parse(lastUsedAt) + UNUSED_MS, Date.parse(createdAt) + LONGEST_MS));
}
