export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** The texts of one part of the page in every language; a text with something to fill in is a function. */
export type Words<Texts> = Readonly<Record<Language, Texts>>;

/** Every language says the same things as the English one. */
export function defineWords<Texts>(
  words: { readonly en: Texts } & { readonly [language in Language]: NoInfer<Texts> },
): Words<Texts> {
  return words;
}
