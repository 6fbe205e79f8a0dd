import { Button } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../words/words.tsx';
import { ADDRESSES, placeOf, type Place } from './places.ts';

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
