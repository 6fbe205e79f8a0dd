import { Center, Loader, VisuallyHidden } from '@mantine/core';
import type { ControlFailure } from '../control/failure.ts';
import { useTexts } from '../words/words.tsx';
import { ErrorState } from './error-state.tsx';

interface LoadingStateProps {
  readonly height?: number;
  /** Why the answer does not come. */
  readonly failure?: ControlFailure | null;
  /** Asks for it again. */
  readonly again?: () => unknown;
}

/** Takes about the space of the answer to come, so that nothing jumps; or says why it does not come. */
export function LoadingState({ height = 240, failure = null, again }: LoadingStateProps) {
  const text = useTexts().parts;
  if (failure !== null) return <ErrorState failure={failure} {...(again && { again: () => void again() })} />;
  return (
    <Center h={height} role="status">
      <Loader type="dots" aria-hidden />
      <VisuallyHidden>{text.loading}</VisuallyHidden>
    </Center>
  );
}
