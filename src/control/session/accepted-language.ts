import { pickLanguage, type Language } from '../../messages/speech.ts';

/**
 * The one of our languages that a browser likes best, by its `Accept-Language`; English where it likes none of them. The
 * page itself cannot be asked here: what a person chose there is the browser's own secret.
 */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wanted = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { tag, weight: Number(weight) };
  });
  const liked = wanted.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return pickLanguage(liked.map(({ tag }) => tag));
}
