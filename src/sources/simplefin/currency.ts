import { report } from '../../messages/report.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { oneLine } from '../../core/one-line.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceMessage } from '../source.ts';
import { ask, type Line } from '../ask.ts';
import { asObject, parseJson, textField } from '../json.ts';

/** ISO 4217's code for "no currency". */
const NO_CURRENCY = 'XXX';
const LONGEST_SYMBOL = 12;
/** An answer with more of them wants Pennyrow to knock on strangers' doors. */
const MOST_LOOKED_UP = 10;

/** Symbols of custom currencies by their URL, as they were looked up before. */
export type KnownCurrencies = Readonly<Record<string, string>>;

/** Turns what accounts say of their currency into codes; custom ones are looked up once and then known. */
export interface Currencies {
  /** @param account what messages call the account */
  codeOf(currency: string | null, account: string): Promise<string>;
  readonly messages: readonly SourceMessage[];
  /** All that are known now. */
  readonly known: KnownCurrencies;
}

export function createCurrencies(
  before: KnownCurrencies,
  options: { readonly signal: AbortSignal; readonly line?: Line },
): Currencies {
  const known: Record<string, string> = Object.assign(Object.create(null) as Record<string, string>, before);
  const failed = new Map<string, string>();
  const messages: SourceMessage[] = [];

  async function custom(url: URL, account: string): Promise<string> {
    const there = known[url.href] ?? failed.get(url.href);
    if (there !== undefined) return there;
    try {
      if (failed.size + Object.keys(known).length >= MOST_LOOKED_UP) throw unanswered(url);
      return (known[url.href] = await lookUp(url, options));
    } catch (thrown) {
      options.signal.throwIfAborted();
      const stand = symbol(url.pathname.split('/').findLast((part) => part !== '') ?? '') ?? NO_CURRENCY;
      failed.set(url.href, stand);
      const cause = thrown instanceof PennyrowError ? problemOf(thrown) : null;
      messages.push(warning({ reason: 'other', account, host: oneLine(url.host, 100), stand, cause }));
      return stand;
    }
  }

  return {
    messages,
    known,
    codeOf: async (currency, account) => {
      const text = currency?.trim() ?? '';
      const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
      const code = url === null ? symbol(text) : await custom(url, account);
      if (code !== null) return code;
      messages.push(warning({ reason: 'unsaid', account, host: '', stand: NO_CURRENCY, cause: null }));
      return NO_CURRENCY;
    },
  };
}

/** The protocol: the URL answers `{name, abbr}`. */
async function lookUp(
  url: URL,
  { signal, line = {} }: { readonly signal: AbortSignal; readonly line?: Line },
): Promise<string> {
  if (url.protocol !== 'https:') throw unanswered(url);
  const { status, text } = await ask({
    url,
    signal,
    line: { ...line, timeoutMs: Math.min(line.timeoutMs ?? 30_000, 30_000), maximumBytes: 65_536 },
  });
  const answer = status === 200 ? asObject(parseJson(text)) : null;
  const found = symbol(textField(answer, 'abbr') ?? textField(answer, 'name') ?? '');
  if (found === null) throw unanswered(url);
  return found;
}

/** One word in upper case, as the sheet has it; null when nothing is left. */
function symbol(text: string): string | null {
  const plain = oneLine(text, 200).replaceAll(/\s/g, '').toUpperCase();
  const short = plain.length <= LONGEST_SYMBOL ? plain : plain.slice(0, LONGEST_SYMBOL).toWellFormed();
  return short === '' || short !== oneLine(short) ? null : short;
}

function warning(params: ProblemParameters['source_currency']): SourceMessage {
  return { severity: 'warning', ...report(problem('source_currency', params)) };
}

function unanswered({ host }: URL): PennyrowError {
  return new PennyrowError(problem('source_currency', { reason: 'silent', account: '', host, stand: '', cause: null }));
}
