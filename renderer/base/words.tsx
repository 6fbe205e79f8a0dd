import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Language, loadI18n, pickLanguage } from '../../src/messages/i18n.ts';
import type { PageI18n, Texts } from './texts.ts';

interface I18nControls extends PageI18n {
  readonly words: Words;
  readonly setLanguage: (language: Language) => void;
}

/** The texts of the pages, and the formats of dates and amounts in the same language. */
type Words = Texts & Pick<PageI18n, 'format'>;

const I18nContext = createContext<I18nControls | null>(null);
const KEPT_AS = 'pennyrow.language';

export function loadInitialI18n(): Promise<PageI18n> {
  return load(pickLanguage([localStorage.getItem(KEPT_AS), ...navigator.languages]));
}

export function I18nProvider({ first, children }: { readonly first: PageI18n; readonly children: ReactNode }) {
  const [i18n, setI18n] = useState(first);
  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n]);
  const controls = useMemo<I18nControls>(
    () => ({
      ...i18n,
      words: { ...i18n.texts.pages, format: i18n.format },
      setLanguage: (language) => {
        localStorage.setItem(KEPT_AS, language);
        void load(language).then(setI18n);
      },
    }),
    [i18n],
  );
  return <I18nContext value={controls}>{children}</I18nContext>;
}

export function useI18n(): I18nControls {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('A part of the page is outside of I18nProvider.');
  return i18n;
}

export function useTexts(): Words {
  return useI18n().words;
}

/** Prefers the browser's regional locale of the language, such as de-CH, because amounts are formatted differently there. */
function load(language: Language): Promise<PageI18n> {
  const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
  return loadI18n(language, locale, ['pages', 'kinds']);
}
