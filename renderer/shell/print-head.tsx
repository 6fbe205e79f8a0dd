import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../words/words.tsx';
import { useChosen } from './account-context.tsx';

const SCHEME = 'data-mantine-color-scheme';

/** Above everything on paper: whose it is and of when. Paper is white, whatever the look of the screen. */
export function PrintHead() {
  const chosen = useChosen();
  const text = useTexts().print;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const root = document.documentElement;
    let screen: string | null = null;
    const before = (): void => {
      screen = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
      flushSync(() => setNow(Date.now()));
    };
    const after = (): void => {
      if (screen !== null) root.setAttribute(SCHEME, screen);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return (
    <Text size="sm" data-print="only">
      {text.head({ account: chosen?.account.name ?? 'Pennyrow', at: new Date(now).toISOString() })}
    </Text>
  );
}
