import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Language, loadSpeech, pickLanguage } from '../../src/messages/speech.ts';
import type { PageSpeech, Texts } from './texts.ts';

interface SpeechControls extends PageSpeech {
  readonly words: Words;
  readonly setLanguage: (language: Language) => void;
}

/** The texts of pages, and the format of values in their language. */
type Words = Texts & Pick<PageSpeech, 'format'>;

const SpeechContext = createContext<SpeechControls | null>(null);
const KEPT_AS = 'pennyrow.language';

export function loadInitialSpeech(): Promise<PageSpeech> {
  return load(pickLanguage([localStorage.getItem(KEPT_AS), ...navigator.languages]));
}

export function SpeechProvider({ first, children }: { readonly first: PageSpeech; readonly children: ReactNode }) {
  const [speech, setSpeech] = useState(first);
  useEffect(() => {
    document.documentElement.lang = speech.language;
  }, [speech]);
  const spoken = useMemo<SpeechControls>(
    () => ({
      ...speech,
      words: { ...speech.texts.pages, format: speech.format },
      setLanguage: (language) => {
        localStorage.setItem(KEPT_AS, language);
        void load(language).then(setSpeech);
      },
    }),
    [speech],
  );
  return <SpeechContext value={spoken}>{children}</SpeechContext>;
}

export function useSpeech(): SpeechControls {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('A part of the page stands outside of Speaking.');
  return speech;
}

export function useTexts(): Words {
  return useSpeech().words;
}

/** Prefers the browser's regional locale of this language: Austria and Switzerland format amounts differently. */
function load(language: Language): Promise<PageSpeech> {
  const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
  return loadSpeech(language, locale, ['pages', 'kinds']);
}
