import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { Report } from '../../src/messages/parameters.ts';
import { useI18n, useTexts } from '../base/words.tsx';
import { ADDRESSES, placeLabel, type Place, PLACES } from './problem-places.ts';
import { PageButton } from './links.tsx';
import { localize, type LocalizedMessage } from './service-message.ts';

interface MessageTextProps {
  readonly message: Report;
  readonly before?: string;
  readonly sentence?: string;
  readonly remedy?: string;
  readonly after?: string;
  readonly isQuiet?: boolean;
}

export function MessageText({ message, before, sentence, remedy: better, after = '', isQuiet }: MessageTextProps) {
  const { what, remedy: usual, lang } = useLocalize()(message);
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

export function MessageLine({ message }: { readonly message: Report }) {
  const { what, lang } = useLocalize()(message);
  return <span lang={lang}>{what}</span>;
}

export function useLocalize(): (message: Report) => LocalizedMessage {
  const i18n = useI18n();
  return useCallback((message) => localize(message, i18n), [i18n]);
}

/** Links to the page that solves the problem; hidden on that page and for problems without one. */
export function SolveLink({ code, otherwise }: { readonly code: string; readonly otherwise?: Place | undefined }) {
  const texts = useTexts();
  const [location] = useLocation();
  const place = PLACES.get(code) ?? otherwise;
  if (place === undefined) return null;
  const address = ADDRESSES[place];
  if (location === address || (location !== '/' && address.startsWith(`${location}/`))) return null;
  return (
    <PageButton to={address} size="compact-sm" variant="light" mt={6}>
      {placeLabel(place, texts)}
    </PageButton>
  );
}
