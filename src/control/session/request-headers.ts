import { pickLanguage, type Language } from '../../messages/i18n.ts';

export type BrowserName = ReturnType<typeof browserName>;

// The first match counts. Edge also names Chrome, and Chrome also names Safari, so the most specific name comes first.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChromium\//, 'Chromium'],
  [/\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns only names from the lists, because the header may contain any text. */
export function browserName(userAgent: string | undefined) {
  const nameIn = (list: typeof BROWSERS): string | null =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? null;
  return { browser: nameIn(BROWSERS), system: nameIn(SYSTEMS) };
}

/** The supported language that `Accept-Language` prefers, English by default. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { tag, weight: Number(weight) };
  });
  const liked = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  return pickLanguage(liked.map(({ tag }) => tag));
}
