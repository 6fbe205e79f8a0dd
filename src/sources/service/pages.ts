import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { fieldOf, textField, type JsonObject } from '../json.ts';
import type { Service } from './service.ts';

/** Beyond any person's years of transactions. */
const MOST_PAGES = 1000;

/** What one answer of a list holds. */
export interface Page {
  /** Null where there is no list, which is no answer to rely on. */
  readonly list: readonly unknown[] | null;
  /** Path of the next page, below the service's root; null on the last one. See `nextPage` for `unknown`. */
  readonly next: string | null | typeof UNKNOWN_PAGE;
}

export interface Pages {
  readonly list: readonly unknown[];
  /** Why pages are missing behind the list; null when all came. */
  readonly cut: PennyrowError | null;
}

/** There is a next page, but the service names it in a way that cannot be followed. */
export const UNKNOWN_PAGE = Symbol('unknown page');

/**
 * Where a service says that the next page is. Only an absent, null or empty field means that there is none: anything that
 * `pathOf` cannot read must not pass for the end of a list.
 *
 * @param pathOf null for a text that is no way to a page of this list
 */
export function nextPage(
  answer: JsonObject | null,
  field: string,
  pathOf: (text: string) => string | null,
): Page['next'] {
  const value = fieldOf(answer, field);
  if (value === undefined || value === null || value === '') return null;
  const text = textField(answer, field);
  return (text === null ? null : pathOf(text)) ?? UNKNOWN_PAGE;
}

/**
 * All pages of a list, or those before the first one that fails: what came is worth having. A page may be empty and another
 * follow; a path that came before leads in circles. What is sent on two pages is there once: an item with an id, or a page as
 * a whole, since no service sends its pages one by one item. Throws what the first page throws.
 */
export async function readPages(
  service: Pick<Service, 'host' | 'get' | 'unreadable'>,
  first: string,
  read: (answer: JsonObject) => Page,
  idOf: (item: unknown) => string | null,
): Promise<Pages> {
  const list: unknown[] = [];
  const seen = new Set<string>();
  const paths = new Set<string>();
  let path = first;
  for (;;) {
    paths.add(path);
    const page = await readPage(service, path, read).catch((thrown: unknown) => {
      if (path === first || !(thrown instanceof PennyrowError)) throw thrown;
      return thrown;
    });
    if (page instanceof PennyrowError) return { list, cut: page };
    for (const item of notYetSeen(page.list, seen, idOf)) list.push(item);
    const { next } = page;
    if (next === null) return { list, cut: null };
    if (next === UNKNOWN_PAGE || paths.has(next) || paths.size === MOST_PAGES)
      return { list, cut: new PennyrowError(problem('source_next_page', { host: service.host })) };
    path = next;
  }
}

async function readPage(
  service: Pick<Service, 'get' | 'unreadable'>,
  path: string,
  read: (answer: JsonObject) => Page,
): Promise<Page & { readonly list: readonly unknown[] }> {
  const { list, next } = read(await service.get(path));
  if (list === null) throw service.unreadable(path);
  return { list, next };
}

function notYetSeen(
  list: readonly unknown[],
  seen: Set<string>,
  idOf: (item: unknown) => string | null,
): readonly unknown[] {
  const isNew = (part: unknown): boolean => {
    const text = JSON.stringify(part);
    return !seen.has(text) && seen.add(text) !== undefined;
  };
  if (list.length > 0 && !isNew(list)) return [];
  return list.filter((item) => idOf(item) === null || isNew(item));
}
