import { oneLine } from '../../core/one-line.ts';
import type { ProblemParameters } from '../../messages/parameters.ts';
import { problem, problemOf } from '../../messages/problem.ts';
import { createError, PennyrowError } from '../../platform/errors.ts';
import { asObject, parseJson, textField } from '../json.ts';
import { ask, type Question } from '../request.ts';
import { sourceMessage, type SourceMessage } from '../source.ts';

const NO_CURRENCY = 'XXX';
const LONGEST_SYMBOL = 12;
/** Limits the requests for currencies, because a response may name any host. */
const MOST_LOOKED_UP = 10;

export type KnownCurrencies = Readonly<Record<string, string>>;

export type Currencies = ReturnType<typeof createCurrencies>;

export function createCurrencies(before: KnownCurrencies, options: Pick<Question, 'signal' | 'network'>) {
  const symbols: Record<string, string> = Object.assign(Object.create(null) as Record<string, string>, before);
  const failed = new Map<string, string>();
  const messages: SourceMessage[] = [];

  async function custom(url: URL, account: string): Promise<string> {
    const there = symbols[url.href] ?? failed.get(url.href);
    if (there !== undefined) return there;
    try {
      if (failed.size + Object.keys(symbols).length >= MOST_LOOKED_UP) throw unanswered(url);
      return (symbols[url.href] = await lookUp(url, options));
    } catch (thrown) {
      options.signal.throwIfAborted();
      const code = symbol(url.pathname.split('/').findLast((part) => part !== '') ?? '') ?? NO_CURRENCY;
      failed.set(url.href, code);
      const cause = thrown instanceof PennyrowError ? problemOf(thrown) : null;
      messages.push(warning({ reason: 'other', account, host: oneLine(url.host, 100), stand: code, cause }));
      return code;
    }
  }

  return {
    messages,
    symbols,
    codeOf: async (currency: string | null, account: string): Promise<string> => {
      const text = currency?.trim() ?? '';
      const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
      const code = url === null ? symbol(text) : await custom(url, account);
      if (code !== null) return code;
      messages.push(warning({ reason: 'unsaid', account, host: '', stand: NO_CURRENCY, cause: null }));
      return NO_CURRENCY;
    },
  };
}

/** Looks up a custom currency: in the protocol, it is a URL that returns `{name, abbr}`. */
async function lookUp(url: URL, { signal, network = {} }: Pick<Question, 'signal' | 'network'>): Promise<string> {
  if (url.protocol !== 'https:') throw unanswered(url);
  const { status, text } = await ask({
    url,
    signal,
    network: { ...network, timeoutMs: Math.min(network.timeoutMs ?? 30_000, 30_000), maximumBytes: 65_536 },
  });
  const answer = status === 200 ? asObject(parseJson(text)) : null;
  const found = symbol(textField(answer, 'abbr') ?? textField(answer, 'name') ?? '');
  if (found === null) throw unanswered(url);
  return found;
}

function symbol(text: string): string | null {
  const plain = oneLine(text, 200).replaceAll(/\s/g, '').toUpperCase();
  const short = plain.length <= LONGEST_SYMBOL ? plain : plain.slice(0, LONGEST_SYMBOL).toWellFormed();
  return short === '' || short !== oneLine(short) ? null : short;
}

function warning(params: ProblemParameters['source_currency']): SourceMessage {
  return sourceMessage('warning', problem('source_currency', params));
}

function unanswered({ host }: URL): PennyrowError {
  return createError('source_currency', { reason: 'silent', account: '', host, stand: '', cause: null });
}
