import type { JsonObject } from '../json.ts';
import type { Service } from './service.ts';

/** Beyond any person's years of transactions. */
const MOST_PAGES = 1000;

/** What one answer of a list holds. */
export interface Page {
  /** Null where there is no list, which is no answer to rely on. */
  readonly list: readonly unknown[] | null;
  /** Path of the next page, below the service's root; null on the last one. */
  readonly next: string | null;
}

export interface Pages {
  readonly list: readonly unknown[];
  /** Every page came, and none led back to another. */
  readonly isWhole: boolean;
}

/**
 * All pages of a list. A page may be empty and another follow; a path that came before leads in circles. What is sent on
 * two pages is there once: an item with an id, or a page as a whole, since no service sends its pages one by one item.
 */
export async function readPages(
  service: Pick<Service, 'get'>,
  first: string,
  read: (answer: JsonObject) => Page,
  idOf: (item: unknown) => string | null,
): Promise<Pages> {
  const list: unknown[] = [];
  const seen = new Set<string>();
  const paths = new Set<string>();
  for (let path: string | null = first; path !== null;) {
    if (paths.has(path) || paths.size === MOST_PAGES) return { list, isWhole: false };
    paths.add(path);
    const page: Page = read(await service.get(path));
    if (page.list === null) return { list, isWhole: false };
    for (const item of notYetSeen(page.list, seen, idOf)) list.push(item);
    path = page.next;
  }
  return { list, isWhole: true };
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
