import { createError, PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, type JsonObject, listField, textField } from '../json.ts';
import type { Service } from './service.ts';

/** More pages than many years of transactions need. */
const MOST_PAGES = 1000;

/** The path of the next page, relative to the root; null on the last one. */
type NextPage = string | null | typeof UNKNOWN_PAGE;

interface PagedList {
  readonly path: string;
  /** The field with the items of a page. */
  readonly list: string;
  /** The field with the id of an item. */
  readonly id: string;
  next(answer: JsonObject): NextPage;
  clean?(item: unknown): unknown;
}

export interface Pages {
  readonly list: readonly unknown[];
  readonly cut: PennyrowError | null;
}

/** There is a next page, but its address cannot be read. */
export const UNKNOWN_PAGE = Symbol('unknown page');

/** Null only for an absent, null or empty field. An address that `pathOf` cannot read leaves the list incomplete. */
export function nextPage(answer: JsonObject | null, field: string, pathOf: (text: string) => string | null): NextPage {
  const value = fieldOf(answer, field);
  if (value === undefined || value === null || value === '') return null;
  const text = textField(answer, field);
  return (text === null ? null : pathOf(text)) ?? UNKNOWN_PAGE;
}

/** Stops at the first failure or repeated path. Drops repeated items. Throws if the first page fails. */
export async function readPages(
  service: Pick<Service, 'host' | 'get' | 'unreadable'>,
  { path: first, list: listName, id, next: nextOf, clean = (item) => item }: PagedList,
): Promise<Pages> {
  const list: unknown[] = [];
  const seen = new Set<string>();
  const paths = new Set<string>();
  let path = first;
  for (;;) {
    paths.add(path);
    let next: NextPage;
    try {
      const answer = await service.get(path);
      const page = listField(answer, listName);
      if (page === null) throw service.unreadable(path);
      for (const item of notYetSeen(page.map(clean), seen, id)) list.push(item);
      next = nextOf(answer);
    } catch (thrown) {
      if (path === first || !(thrown instanceof PennyrowError)) throw thrown;
      return { list, cut: thrown };
    }
    if (next === null) return { list, cut: null };
    if (next === UNKNOWN_PAGE || paths.has(next) || paths.size === MOST_PAGES)
      return { list, cut: createError('source_next_page', { host: service.host }) };
    path = next;
  }
}

function notYetSeen(list: readonly unknown[], seen: Set<string>, idField: string): readonly unknown[] {
  const isNew = (part: unknown): boolean => {
    const text = JSON.stringify(part);
    return !seen.has(text) && seen.add(text) !== undefined;
  };
  if (list.length > 0 && !isNew(list)) return [];
  return list.filter((item) => textField(asObject(item), idField) === null || isNew(item));
}
