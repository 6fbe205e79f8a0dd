import type { Clock } from '../platform/clock.ts';
import { rememberInConnection, type Connection } from './connections.ts';
import type { Writer } from './database.ts';
import { findAnswer, keepAnswer } from './source-answers.ts';
import { takeRequest, type RequestLimit } from './source-requests.ts';

/** What a source has kept for it between its fetches. */
export interface SourceKeep {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Adds to the connection's settings. */
  remember(news: object): void;
  readonly budget: { take(purpose: 'latest' | 'past'): number | null };
  readonly archive: {
    find(request: string, sinceMs: number): { readonly atMs: number; readonly text: string } | null;
    keep(request: string, text: string): void;
  };
  /** Epoch milliseconds of the last fetch whose result is in the workbook; 0 for none. */
  readonly writtenUntilMs: number;
}

export function sourceKeep(
  db: Writer,
  { id, settings, health }: Connection,
  options: { readonly clock: Clock; readonly limit: RequestLimit; readonly isPerson: boolean },
): SourceKeep {
  const { clock, limit, isPerson } = options;
  return {
    settings,
    remember: (news) => rememberInConnection(db, id, news),
    budget: { take: (purpose) => takeRequest(db, id, clock.now(), limit, { isPerson, isPast: purpose === 'past' }) },
    archive: {
      find: (request, sinceMs) => findAnswer(db, id, request, sinceMs, clock.now()),
      keep: (request, text) => keepAnswer(db, id, clock.now(), request, text),
    },
    writtenUntilMs: health.lastSuccessAt === null ? 0 : Date.parse(health.lastSuccessAt),
  };
}
