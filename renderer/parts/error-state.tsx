import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ControlFailure } from '../control/failure.ts';
import { SolveLink } from '../problems/solve-link.tsx';
import { ToldText } from '../problems/told-text.tsx';
import { useTexts } from '../words/words.tsx';

interface ErrorStateProps {
  readonly failure: ControlFailure;
  readonly again?: () => void;
}

/** What happened and what to do, where the answer would have stood or below the button that asked. */
export function ErrorState({ failure, again }: ErrorStateProps) {
  const text = useTexts().parts;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <ToldText told={failure} />
      <Group gap="xs" mt="xs">
        {again !== undefined && (
          <Button size="compact-sm" mt={6} variant="default" onClick={again}>
            {text.again}
          </Button>
        )}
        <SolveLink code={failure.code} />
      </Group>
    </Alert>
  );
}
