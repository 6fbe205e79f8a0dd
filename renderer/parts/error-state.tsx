import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ControlFailure } from '../control/failure.ts';
import { SolveLink } from '../problems/solve-link.tsx';
import type { Told } from '../problems/telling.ts';
import { ToldText } from '../problems/told-text.tsx';
import { useTexts } from '../words/words.tsx';
import type { Texts } from '../words/texts.ts';

interface ErrorStateProps {
  readonly failure: ControlFailure;
  /** What to do, where the page knows better than for the whole of a code. */
  readonly remedy?: string;
  readonly again?: () => void;
}

/** What happened and what to do, where the answer would have stood or below the button that asked. */
export function ErrorState({ failure, remedy, again }: ErrorStateProps) {
  const text = useTexts().parts;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <ToldText told={inWords(failure, text)} {...(remedy === undefined ? {} : { remedy })} />
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

/** What the page itself found wrong has no words yet. */
function inWords(failure: ControlFailure, text: Texts['parts']): Told {
  const { code } = failure;
  if (code === 'page_offline') return { code, message: text.offline, remedy: text.offlineRemedy };
  if (code === 'page_signed_out') return { code, message: text.signedOut, remedy: text.signedOutRemedy };
  return failure;
}
