import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';
import { words } from './words.ts';

/**
 * What has to be decided or filled in before anything else; Escape closes it, and the focus goes back to where it
 * was. The page behind it is not held still: that would add styles which its content security policy forbids.
 */
export function Dialog({ title, isOpen, close, size = 'md', children }: { readonly title: string; readonly isOpen: boolean; readonly close: () => void; readonly size?: 'md' | 'lg' | 'xl'; readonly children: ReactNode }) {
  const text = useWords(words);
  return (
    <Modal opened={isOpen} onClose={close} title={title} size={size} centered lockScroll={false} closeButtonProps={{ 'aria-label': text.close }}>
      {children}
    </Modal>
  );
}
