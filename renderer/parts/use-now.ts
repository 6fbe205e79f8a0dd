import { useEffect, useState } from 'react';
import { useTexts } from '../base/words.tsx';

const MINUTE = 60_000;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Formats a time in the past. `useNow` is up to a minute behind, so a time up to a minute after it counts as now. */
export function useAgo(): (instant: string) => string {
  const { parts, format } = useTexts();
  const now = useNow();
  return (instant) => (Math.abs(Date.parse(instant) - now) < MINUTE ? parts.justNow : format.relative(instant, now));
}

export function dayOf(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
