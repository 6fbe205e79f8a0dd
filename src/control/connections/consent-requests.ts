import type { ConsentView } from '../../contract/control/workbook.ts';
import { toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import type { ConsentRequest } from '../../sources/source-kind.ts';

/** A consent request that the user answers on a page of the service. */
type PendingConsent = Omit<ConsentRequest, 'granted'>;

interface Entry<Result> {
  readonly consentId: string;
  readonly request: PendingConsent;
  readonly finishing: AbortController;
  readonly result: Promise<Result>;
  hasEnded: boolean;
}

/** Keeps the last request and its result for each `about`, such as a connection id. A new request for the same `about` ends the old one. */
export function createConsentRequests<Result>(newId: (kind: string) => string) {
  // Also contains ended requests, because `wait` may be called after the end.
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
        // Ends the request here, not when the redirect arrives, so that a browser that repeats it also gets the success page.
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
          // `receive` throws if the address belongs to another request: tries the next one.
        }
      }
      return false;
    },
    cancel: (consentId: string): boolean => stop(need(consentId)),
  };
}
