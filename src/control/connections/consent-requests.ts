import type { ConsentView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import type { ConsentRequest } from '../../sources/source-kind.ts';

/** A consent request on the page of a service. */
type PendingConsent = Omit<ConsentRequest, 'granted'>;

interface Entry<Result> {
  readonly consentId: string;
  readonly request: PendingConsent;
  readonly finishing: AbortController;
  readonly result: Promise<Result>;
  hasEnded: boolean;
}

/** Keeps the last request for each subject (`about`), and its result. A new request ends a pending one. */
export function createConsentRequests<Result>(newId: (kind: string) => string) {
  // The last request is kept for late calls of `wait`.
  const entries = new Map<string, Entry<Result>>();
  const find = (consentId: string): Entry<Result> | undefined =>
    [...entries.values()].find((each) => each.consentId === consentId);

  function need(consentId: string): Entry<Result> {
    const entry = find(consentId);
    if (entry === undefined) throw createError('consent_failed', { reason: 'other', host: '', words: null });
    return entry;
  }

  function stop(entry: Entry<Result> | undefined): boolean {
    if (entry === undefined || entry.hasEnded) return false;
    entry.finishing.abort();
    entry.request.end();
    return true;
  }

  return {
    begin: (about: string, request: PendingConsent, finish: (signal: AbortSignal) => Promise<Result>): ConsentView => {
      stop(entries.get(about));
      const finishing = new AbortController();
      const entry: Entry<Result> = {
        consentId: newId('consent'),
        request,
        finishing,
        result: finish(finishing.signal),
        hasEnded: false,
      };
      const ended = (): void => {
        entry.hasEnded = true;
        // Ends the request only now, so that a repeated redirect still gets a proper answer.
        request.end();
      };
      entry.result.then(ended, ended);
      entries.set(about, entry);
      return { consentId: entry.consentId, url: request.url, expiresAt: toInstant(request.expiresAt) };
    },
    has: (consentId: string): boolean => find(consentId) !== undefined,
    wait: async (consentId: string, signal: AbortSignal): Promise<Result> => {
      const result = await need(consentId).result;
      signal.throwIfAborted();
      return result;
    },
    receive: (consentId: string, address: string): void => need(consentId).request.receive(address),
    redirected: (address: string): boolean => {
      for (const { request, hasEnded } of entries.values()) {
        if (hasEnded) continue;
        try {
          request.receive(address);
          return true;
        } catch {
          // The address belongs to another request.
        }
      }
      return false;
    },
    cancel: (consentId: string): boolean => stop(need(consentId)),
  };
}
