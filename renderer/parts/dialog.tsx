import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../base/words.tsx';

/**
 * What has to be decided or filled in before anything else; Escape closes it, and the focus goes back to where it
 * was. The page behind it is not held still: that would add styles which its content security policy forbids.
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
        {/* The page has a banner already. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={text.close} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
