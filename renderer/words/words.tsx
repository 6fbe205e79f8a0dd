import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { fetchGermanWords } from '../problems/german-words.ts';
import { createFormat, type Format } from './format.ts';
import { LANGUAGES, type Language, type Words } from './language.ts';

interface Speech {
  readonly language: Language;
  readonly format: Format;
  readonly speak: (language: Language) => void;
}

const SpeechContext = createContext<Speech | null>(null);
const KEPT_AS = 'pennyrow.language';

/** The language that a person chose, else the browser's, else English. */
export function Speaking({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
    if (language === 'de') fetchGermanWords();
  }, [language]);
  const speech = useMemo<Speech>(
    () => ({
      language,
      format: createFormat(localeFor(language)),
      speak: (chosen) => {
        localStorage.setItem(KEPT_AS, chosen);
        setLanguage(chosen);
      },
    }),
    [language],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('A part of the page stands outside of Speaking.');
  return speech;
}

export function useWords<Texts>(words: Words<Texts>): Texts {
  return words[useSpeech().language];
}

/** Dates, numbers and amounts as the person's country writes them. */
export function useFormat(): Format {
  return useSpeech().format;
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEPT_AS), ...navigator.languages].map((tag) => tag?.slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => tag !== undefined && Object.hasOwn(LANGUAGES, tag)) ?? 'en';
}

/** The browser's own country where it speaks the language: Austria and Switzerland write amounts in their own ways. */
function localeFor(language: Language): string {
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}
