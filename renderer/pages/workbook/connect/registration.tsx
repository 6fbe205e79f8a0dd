import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RegistrationView, WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import { useAction } from '../../../control/use-control.ts';
import { Field } from '../../../kinds/field.tsx';
import { Guide } from '../../../kinds/guide.tsx';
import { useKindText } from '../../../kinds/kind-text.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import classes from '../workbook.module.css';

interface RegistrationProps {
  readonly kind: WorkbookKindView;
  readonly registered: RegistrationView | null;
}

/** What a kind has to know once for the whole install: what it is, or how to come by it. */
export function Registration({ kind, registered }: RegistrationProps) {
  const say = useKindText();
  const [isChanging, setChanging] = useState(false);
  const { registration } = kind;
  if (registration === null) return null;
  const entry = <Entry kind={kind} done={() => setChanging(false)} />;
  if (registered === null) {
    return (
      <Alert color="blue" title={say(registration.guide.title)}>
        <Stack gap="sm">
          <Guide guide={registration.guide} />
          {entry}
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {say(registration.name).replace('{name}', registered.name)}{' '}
        {registered.from === 'environment' && say(registration.fromEnvironment)}
      </Text>
      {registered.from === 'settings' && !isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setChanging(true)}
        >
          {say(registration.change)}
        </Button>
      )}
      {isChanging && entry}
    </Stack>
  );
}

/** Taken as soon as all of it is there. */
function Entry({ kind, done }: { readonly kind: WorkbookKindView; readonly done: () => void }) {
  const set = useAction('registration.set');
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const fields = kind.registration?.fields ?? [];
  const take = (field: string, value: string | null): void => {
    const next = { ...given, [field]: value ?? '' };
    setGiven(next);
    if (fields.every(({ id }) => (next[id] ?? '') !== ''))
      set.mutate({ kind: kind.id, given: next }, { onSuccess: done });
  };
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field key={field.id} field={field} begun="" isTried={false} isFirst={false} set={take} />
      ))}
      {set.error !== null && <ErrorState failure={set.error} />}
    </Stack>
  );
}
