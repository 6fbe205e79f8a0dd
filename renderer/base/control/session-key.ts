import { clearStoredState } from '../stored-state.ts';

/** `over`: the sign-in link was used before or has expired. Null if the page was opened without a link. */
export type LinkOutcome = 'signed-in' | 'over' | null;

interface SignedIn {
  readonly key: string;
  readonly sessionId: string;
}

// Names in local storage. Unlike cookies, local storage is separate for each port and never sent automatically.
const KEY = 'pennyrow.session';
const SESSION_ID = 'pennyrow.session-id';
const REQUESTED_PAGE = 'pennyrow.wanted';
const REQUESTED_PAGE_MS = 30 * 60_000;

/** The header with the session's key. Read for each request, because another window may have signed in again. */
function sessionHeaders(key = localStorage.getItem(KEY)): Record<string, string> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

export function ownSessionId(): string | null {
  return localStorage.getItem(SESSION_ID);
}

/** Exchanges the code of a sign-in link for a key, removes the code from the address, and opens the originally requested page. */
export async function signInByLink(): Promise<LinkOutcome> {
  if (!location.pathname.endsWith('/sign-in')) return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', `./${requestedPage()}`);
  const proof = await newProof();
  const answer = await post('sign-in', { code, ...(proof === null ? {} : { publicKey: proof.publicKey }) });
  if (answer === null) return null;
  if (!answer.ok) return 'over';
  const signedIn = (await answer.json()) as SignedIn;
  keep(signedIn);
  localStorage.removeItem(REQUESTED_PAGE);
  await proof?.keep(signedIn.sessionId).catch(() => undefined);
  return 'signed-in';
}

/** `fetch` with this browser's session. A restarted service has lost the key, and issues a new one if the browser signs a challenge. */
export async function fetchSignedIn(url: string, request: RequestInit): Promise<Response> {
  const key = localStorage.getItem(KEY);
  const send = (): Promise<Response> =>
    fetch(url, { ...request, headers: { ...(request.headers as Record<string, string>), ...sessionHeaders() } });
  const answer = await send();
  if (answer.status !== 401) return answer;
  const challenge = /challenge="([\w-]+)"/.exec(answer.headers.get('WWW-Authenticate') ?? '')?.[1];
  if (localStorage.getItem(KEY) === key && (challenge === undefined || !(await renew(challenge)))) return answer;
  return send();
}

/** Concurrent requests of this window share one renewal. */
let renewing: Promise<boolean> | null = null;

function renew(challenge: string): Promise<boolean> {
  renewing ??= renewKey(challenge).finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewKey(challenge: string): Promise<boolean> {
  const proof = await prove(challenge);
  const answer = proof === null ? null : await post('renew', proof);
  if (answer?.ok !== true) return false;
  keep((await answer.json()) as SignedIn);
  return true;
}

export function rememberRequestedPage(): void {
  if (location.hash.length > 2) localStorage.setItem(REQUESTED_PAGE, `${Date.now()} ${location.hash}`);
}

/** Deletes all keys: the browser can then sign in only by a new link. */
export async function forgetSession(): Promise<void> {
  for (const name of [KEY, SESSION_ID, REQUESTED_PAGE]) localStorage.removeItem(name);
  clearStoredState();
  await inStore('readwrite', (store) => store.delete(SLOT)).catch(() => undefined);
}

function keep({ key, sessionId }: SignedIn): void {
  localStorage.setItem(KEY, key);
  localStorage.setItem(SESSION_ID, sessionId);
}

function requestedPage(): string {
  const [, at, page] = /^(\d+) (#\/.*)$/.exec(localStorage.getItem(REQUESTED_PAGE) ?? '') ?? [];
  return Date.now() - Number(at) < REQUESTED_PAGE_MS ? (page ?? '') : '';
}

function post(path: string, body: object): Promise<Response | null> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
}

const DATABASE = 'pennyrow';
const STORE = 'session';
const SLOT = 'this browser';

/** Proves that this browser signed in. Scripts can use the private key, but not export it. */
interface Proof {
  readonly sessionId: string;
  readonly privateKey: CryptoKey;
}

/** A new pair of keys for a sign-in; null if the browser cannot store keys, as in some private windows. */
async function newProof() {
  try {
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ]);
    // Checks the storage first, so that no session depends on a key that cannot be stored.
    (await openDatabase()).close();
    return {
      publicKey: base64(await crypto.subtle.exportKey('spki', publicKey)),
      keep: async (sessionId: string): Promise<void> => {
        await inStore('readwrite', (store) => store.put({ sessionId, privateKey } satisfies Proof, SLOT));
      },
    };
  } catch {
    return null;
  }
}

/** This browser's session with its signature (base64) of the service's challenge; null if there is no session. */
async function prove(challenge: string): Promise<{ readonly sessionId: string; readonly signature: string } | null> {
  try {
    const proof = (await inStore('readonly', (store) => store.get(SLOT))) as Proof | undefined;
    if (proof === undefined) return null;
    const { sessionId, privateKey } = proof;
    // Must equal `provenText` in src/control/session.
    const text = new TextEncoder().encode(`Pennyrow session\n${location.origin}\n${sessionId}\n${challenge}`);
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
    return { sessionId, signature: base64(signature) };
  } catch {
    return null;
  }
}

async function inStore(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await openDatabase();
  try {
    return await outcome(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  return outcome(opening);
}

function outcome<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps nothing.')));
  });
}

function base64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
