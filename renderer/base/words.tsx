import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Format } from '../../src/messages/format.ts';
import { type Language, loadSpeech, pickLanguage } from '../../src/messages/speech.ts';
import type { PageSpeech, Texts } from './texts.ts';

interface Spoken extends PageSpeech {
  readonly speak: (language: Language) => void;
}

const SpeechContext = createContext<Spoken | null>(null);
const KEPT_AS = 'pennyrow.language';

/** In the language that a person chose, else the browser's, else English. */
export function loadFirstSpeech(): Promise<PageSpeech> {
  return load(pickLanguage([localStorage.getItem(KEPT_AS), ...navigator.languages]));
}

export function Speaking({ first, children }: { readonly first: PageSpeech; readonly children: ReactNode }) {
  const [speech, setSpeech] = useState(first);
  useEffect(() => {
    document.documentElement.lang = speech.language;
  }, [speech]);
  const spoken = useMemo<Spoken>(
    () => ({
      ...speech,
      speak: (language) => {
        localStorage.setItem(KEPT_AS, language);
        void load(language).then(setSpeech);
      },
    }),
    [speech],
  );
  return <SpeechContext value={spoken}>{children}</SpeechContext>;
}

export function useSpeech(): Spoken {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('A part of the page stands outside of Speaking.');
  return speech;
}

export function useTexts(): Texts {
  return useSpeech().texts.pages;
}

/** Dates, numbers and amounts as the person's country writes them. */
export function useFormat(): Format {
  return useSpeech().format;
}

/** The browser's own country where it speaks the language: Austria and Switzerland write amounts in their own ways. */
function load(language: Language): Promise<PageSpeech> {
  const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
  return loadSpeech(language, locale, ['pages', 'kinds']);
}
