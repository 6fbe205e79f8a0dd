import { createError, PennyrowError } from '../../platform/errors.ts';
import { asObject, fieldOf, type JsonObject, textField } from '../json.ts';
import type { Service } from './service.ts';

/** Above years of anyone's transactions. */
const MOST_PAGES = 1000;

export interface Page {
  readonly list: readonly unknown[] | null;
  /** Path of the next page, relative to the root; null on the last one. */
  readonly next: string | null | typeof UNKNOWN_PAGE;
}

export interface Pages {
  readonly list: readonly unknown[];
  readonly cut: PennyrowError | null;
}

/** There is a next page, but its address cannot be read. */
export const UNKNOWN_PAGE = Symbol('unknown page');

/** Null only for an absent, null or empty field. An address that `pathOf` cannot read does not end the list. */
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

/** Stops at the first failure or repeated path. Drops repeated items. Throws if the first page fails. */
export async function readPages(
  service: Pick<Service, 'host' | 'get' | 'unreadable'>,
  first: string,
  read: (answer: JsonObject) => Page,
  idField: string,
): Promise<Pages> {
  const list: unknown[] = [];
  const seen = new Set<string>();
  const paths = new Set<string>();
  let path = first;
  for (;;) {
    paths.add(path);
    let next: Page['next'];
    try {
      const page = read(await service.get(path));
      if (page.list === null) throw service.unreadable(path);
      for (const item of notYetSeen(page.list, seen, idField)) list.push(item);
      ({ next } = page);
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
