import { clearStoredState } from '../stored-state.ts';
import { forgetProof, newProof, prove } from './session-proof.ts';

/** `over`: the sign-in link was used before or has expired. Null if the page was opened without a link. */
export type LinkOutcome = 'signed-in' | 'over' | null;

interface SignedIn {
  readonly key: string;
  readonly sessionId: string;
}

// For this origin alone, which is this port: other than cookies, it never leaves the browser on its own.
const KEY = 'pennyrow.session';
const SESSION_ID = 'pennyrow.session-id';
/** The page that a person asked for while they were signed out, and when. */
const WANTED = 'pennyrow.wanted';
const WANTED_MS = 30 * 60_000;

/** Proves to the service that this browser is signed in. Read at each request, since another window may have signed in. */
function sessionHeaders(key = localStorage.getItem(KEY)): Record<string, string> {
  return key === null ? {} : { Authorization: `Bearer ${key}` };
}

/** Which of the sessions is this browser's. */
export function ownSessionId(): string | null {
  return localStorage.getItem(SESSION_ID);
}

/**
 * Changes the code of a link for the session's key and takes it out of the address, so that no bookmark holds it. A
 * service that does not answer shows at the next request. Leads to the page that was asked for before.
 */
export async function signInByLink(): Promise<LinkOutcome> {
  if (!location.pathname.endsWith('/sign-in')) return null;
  const code = location.hash.slice(1);
  history.replaceState(null, '', `./${wantedPage()}`);
  const proof = await newProof();
  const answer = await post('sign-in', { code, ...(proof === null ? {} : { publicKey: proof.publicKey }) });
  if (answer === null) return null;
  if (!answer.ok) return 'over';
  const signedIn = (await answer.json()) as SignedIn;
  keep(signedIn);
  localStorage.removeItem(WANTED);
  await proof?.keep(signedIn.sessionId).catch(() => undefined);
  return 'signed-in';
}

/** `fetch` as this browser's session. A service that was started since knows no key, and gives another one for the proof. */
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

/** For the next sign-in of this browser. */
export function rememberWanted(): void {
  if (location.hash.length > 2) localStorage.setItem(WANTED, `${Date.now()} ${location.hash}`);
}

/** After this the browser has nothing that it could prove itself with. */
export async function forgetSession(): Promise<void> {
  for (const name of [KEY, SESSION_ID, WANTED]) localStorage.removeItem(name);
  clearStoredState();
  await forgetProof();
}

function keep({ key, sessionId }: SignedIn): void {
  localStorage.setItem(KEY, key);
  localStorage.setItem(SESSION_ID, sessionId);
}

function wantedPage(): string {
  const [, at, page] = /^(\d+) (#\/.*)$/.exec(localStorage.getItem(WANTED) ?? '') ?? [];
  return Date.now() - Number(at) < WANTED_MS ? (page ?? '') : '';
}

/** Null when nobody answers. */
function post(path: string, body: object): Promise<Response | null> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
}
