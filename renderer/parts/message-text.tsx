import { Button, Text } from '@mantine/core';
import { useSpeech, useTexts } from '../base/words.tsx';
import { tell, type Telling, type Told } from './service-message.ts';
import { useCallback } from 'react';
import { Link, useLocation } from 'wouter';
import { ADDRESSES, type Place, placeOf } from './problem-places.ts';

interface ToldTextProps {
  readonly told: Told;
  /** Stands before the sentence: whose it is, or in what. */
  readonly before?: string;
  /** The sentence, where the page has the facts to say all of it. */
  readonly sentence?: string;
  /** What to do, where the page knows better than for the whole of a code. */
  readonly remedy?: string;
  /** Stands behind what to do. */
  readonly after?: string;
  /** The second line steps back where it is not what the person came for. */
  readonly isQuiet?: boolean;
}

/** What the service says, in the language of the page, with what to do on these pages. */
export function ToldText({ told, sentence, remedy: better, before = '', after = '', isQuiet = false }: ToldTextProps) {
  const foreign = useForeign();
  const { what, remedy: usual, isForeign } = useTelling()(told);
  const lang = isForeign ? foreign : undefined;
  const remedy = better ?? (usual === null ? null : <span lang={lang}>{usual}</span>);
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">
        {before}
        {sentence ?? <span lang={lang}>{what}</span>}
      </Text>
      {(remedy !== null || after !== '') && (
        <Text size="sm" mt={2} {...(isQuiet ? { c: 'dimmed' } : {})}>
          {remedy} {after}
        </Text>
      )}
    </div>
  );
}

/** Only the sentence, where there is room for no more; the rest is one click away. */
export function ToldLine({ told }: { readonly told: Told }) {
  const foreign = useForeign();
  const { what, isForeign } = useTelling()(told);
  return <span lang={isForeign ? foreign : undefined}>{what}</span>;
}

/** So that a screen reader does not read English words as German ones. */
function useForeign(): 'en' | undefined {
  return useSpeech().language === 'en' ? undefined : 'en';
}

/** How a page says what the service says. */
export function useTelling(): (told: Told) => Telling {
  const speech = useSpeech();
  return useCallback((told) => tell(told, speech), [speech]);
}

/** On the page itself, or on a part of it. */
function isThere(location: string, address: string): boolean {
  return location === address || (location !== '/' && address.startsWith(`${location}/`));
}

/** The way to where it is put right; none where that is here, or nowhere on these pages. */
export function SolveLink({ code, otherwise = null }: { readonly code: string; readonly otherwise?: Place | null }) {
  const text = useTexts().problemPlaces;
  const [location] = useLocation();
  const place = placeOf(code) ?? otherwise;
  if (place === null || isThere(location, ADDRESSES[place])) return null;
  return (
    <Button component={Link} href={ADDRESSES[place]} size="compact-sm" variant="light" mt={6}>
      {text.go[place]}
    </Button>
  );
}
