import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RegistrationView, WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import { textsAt, type FormTexts } from '../../../../src/messages/kind-texts.ts';
import { useAction } from '../../../control/use-control.ts';
import { Field } from '../../../kinds/field.tsx';
import { Guide } from '../../../kinds/guide.tsx';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import classes from '../workbook.module.css';

interface RegistrationProps {
  readonly kind: WorkbookKindView;
  readonly registered: RegistrationView | null;
}

/** What a kind has to know once for the whole install: what it is, or how to come by it. */
export function Registration({ kind, registered }: RegistrationProps) {
  const texts = useWorkbookTexts()(kind.id).registration;
  const [isChanging, setChanging] = useState(false);
  const { registration } = kind;
  if (registration === null || texts === undefined) return null;
  const entry = <Entry kind={kind} texts={texts.fields} done={() => setChanging(false)} />;
  if (registered === null) {
    return (
      <Alert color="blue" title={texts.title}>
        <Stack gap="sm">
          <Guide guide={texts.guide} link={registration.guideLink} />
          {entry}
        </Stack>
      </Alert>
    );
  }
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {texts.name({ name: registered.name })} {registered.from === 'environment' && texts.fromEnvironment}
      </Text>
      {registered.from === 'settings' && !isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setChanging(true)}
        >
          {texts.change}
        </Button>
      )}
      {isChanging && entry}
    </Stack>
  );
}

interface EntryProps {
  readonly kind: WorkbookKindView;
  readonly texts: FormTexts;
  readonly done: () => void;
}

/** Taken as soon as all of it is there. */
function Entry({ kind, texts, done }: EntryProps) {
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
        <Field
          key={field.id}
          field={field}
          texts={textsAt(texts, field.id)}
          begun=""
          isTried={false}
          isFirst={false}
          set={take}
        />
      ))}
      {set.error !== null && <ErrorState failure={set.error} />}
    </Stack>
  );
}
