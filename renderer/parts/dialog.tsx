import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../base/words.tsx';

/**
 * A modal dialog; closing it restores the focus. Scroll lock is off, since it would add styles that the content
 * security policy forbids.
 */
export function Dialog({
  title,
  isOpen,
  close,
  size = 'md',
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}) {
  const text = useTexts().parts;
  return (
    <Modal.Root opened={isOpen} onClose={close} size={size} centered lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        {/* The page already has a banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={text.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
