/** The languages in which Pennyrow speaks; the page has the same. */
export type NativeLanguage = 'en' | 'de';

/** The texts of one part of the desktop in every language; a text with something to fill in is a function. */
export type NativeWords<Texts> = Readonly<Record<NativeLanguage, Texts>>;

/** Every language says the same things as the English one. */
export function defineNativeWords<Texts>(
  words: { readonly en: Texts } & { readonly [language in NativeLanguage]: NoInfer<Texts> },
): NativeWords<Texts> {
  return words;
}

/** By the locale of the app (BCP 47), whatever its country; English for a language that Pennyrow does not speak. */
export function wordsFor<Texts>(words: NativeWords<Texts>, locale: string): Texts {
  const language = locale.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return language === 'de' ? words.de : words.en;
}
