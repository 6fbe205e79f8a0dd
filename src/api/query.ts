import type { Refusal } from './answer.ts';

export type Query = { readonly value: Record<string, string> } | { readonly refusal: Refusal };

/** The parameters of a request's address, by name, each given once. */
export function readQuery(url: string): Query {
  const start = url.indexOf('?');
  if (start === -1) return { value: {} };
  const entries = [...new URLSearchParams(url.slice(start))];
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) {
    const repeated = entries.find(([name], index) => entries.findIndex(([other]) => other === name) < index);
    return {
      refusal: { status: 400, error: `The parameter ${JSON.stringify(repeated?.[0])} is given more than once.` },
    };
  }
  return { value: Object.fromEntries(entries) };
}
