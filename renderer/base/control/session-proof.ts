const DATABASE = 'pennyrow';
const STORE = 'session';
const SLOT = 'this browser';

/** Proves that this browser signed in. Scripts can use the private key, but not export it. */
interface Proof {
  readonly sessionId: string;
  readonly privateKey: CryptoKey;
}

/** A new pair of keys for a sign-in; null where the browser keeps none, as in some private windows. */
export async function newProof(): Promise<{
  /** SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
  keep(sessionId: string): Promise<void>;
} | null> {
  try {
    const { publicKey, privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
    ]);
    // Checked first, so that no session depends on a key that cannot be stored.
    (await openDatabase()).close();
    return {
      publicKey: base64(await crypto.subtle.exportKey('spki', publicKey)),
      keep: async (sessionId) => {
        await inStore('readwrite', (store) => store.put({ sessionId, privateKey } satisfies Proof, SLOT));
      },
    };
  } catch {
    return null;
  }
}

/** This browser's session with its signature (base64) of the service's challenge; null without a session. */
export async function prove(
  challenge: string,
): Promise<{ readonly sessionId: string; readonly signature: string } | null> {
  try {
    const proof = (await inStore('readonly', (store) => store.get(SLOT))) as Proof | undefined;
    if (proof === undefined) return null;
    const { sessionId, privateKey } = proof;
    // The service writes the same: `provenText` in src/control/session.
    const text = new TextEncoder().encode(`Pennyrow session\n${location.origin}\n${sessionId}\n${challenge}`);
    const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text);
    return { sessionId, signature: base64(signature) };
  } catch {
    return null;
  }
}

export async function forgetProof(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(SLOT)).catch(() => undefined);
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
