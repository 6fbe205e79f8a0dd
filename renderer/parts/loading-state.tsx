import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { useTexts } from '../words/words.tsx';

/** Takes about the place of what will stand there, so that nothing jumps. */
export function LoadingState({ height = 240 }: { readonly height?: number }) {
  const text = useTexts().parts;
  return (
    <Center h={height} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </Center>
  );
}
