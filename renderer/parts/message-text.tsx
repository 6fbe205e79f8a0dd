import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { useSpeech, useTexts } from '../base/words.tsx';
import { addressOf, placeLabel, type Place, placeOf } from './problem-places.ts';
import { PageButton } from './links.tsx';
import { localize, type LocalizedMessage, type ServiceMessage } from './service-message.ts';

interface MessageTextProps {
  readonly message: ServiceMessage;
  readonly before?: string;
  readonly sentence?: string;
  readonly remedy?: string;
  readonly after?: string;
  readonly isQuiet?: boolean;
}

export function MessageText({ message, before, sentence, remedy: better, after = '', isQuiet }: MessageTextProps) {
  const foreign = useEnglishLang();
  const { what, remedy: usual, isForeign } = useLocalize()(message);
  const lang = isForeign ? foreign : undefined;
  const remedy = better ?? (usual === null ? null : <span lang={lang}>{usual}</span>);
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">
        {before}
        {sentence ?? <span lang={lang}>{what}</span>}
      </Text>
      {(remedy !== null || after !== '') && (
        <Text size="sm" mt={2} {...(isQuiet === true && { c: 'dimmed' })}>
          {remedy} {after}
        </Text>
      )}
    </div>
  );
}

export function MessageLine({ message }: { readonly message: ServiceMessage }) {
  const foreign = useEnglishLang();
  const { what, isForeign } = useLocalize()(message);
  return <span lang={isForeign ? foreign : undefined}>{what}</span>;
}

/** Makes screen readers read English sentences as English. */
function useEnglishLang(): 'en' | undefined {
  return useSpeech().language === 'en' ? undefined : 'en';
}

export function useLocalize(): (message: ServiceMessage) => LocalizedMessage {
  const speech = useSpeech();
  return useCallback((message) => localize(message, speech), [speech]);
}

function isThere(location: string, address: string): boolean {
  return location === address || (location !== '/' && address.startsWith(`${location}/`));
}

/** Links to the page that solves the problem; hidden on that page and for problems without one. */
export function SolveLink({ code, otherwise = null }: { readonly code: string; readonly otherwise?: Place | null }) {
  const texts = useTexts();
  const [location] = useLocation();
  const place = placeOf(code) ?? otherwise;
  if (place === null || isThere(location, addressOf(place))) return null;
  return (
    <PageButton to={addressOf(place)} size="compact-sm" variant="light" mt={6}>
      {placeLabel(place, texts)}
    </PageButton>
  );
}
