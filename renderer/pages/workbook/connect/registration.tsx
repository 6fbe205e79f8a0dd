import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RegistrationView, WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import { type FormTexts, textsAt } from '../../../../src/messages/kind-texts.ts';
import { useAction } from '../../../base/control/use-control.ts';
import { Field } from '../../../parts/kinds/fields.tsx';
import { Guide } from '../../../parts/kinds/guide.tsx';
import { useWorkbookTexts } from '../../../parts/kinds/use-kinds.ts';
import { ErrorState } from '../../../parts/states.tsx';
import classes from '../workbook.module.css';

interface RegistrationProps {
  readonly kind: WorkbookKindView;
  readonly registered: RegistrationView | null;
}

/** The credentials that a kind needs once per install, with a guide. */
export function Registration({ kind, registered }: RegistrationProps) {
  const texts = useWorkbookTexts()(kind.id).registration;
  const [isChanging, setChanging] = useState(false);
  const remove = useAction('registration.remove');
  const { registration } = kind;
  if (registration === null || texts === undefined) return null;
  const entry = <Entry kind={kind} texts={texts.fields} done={() => setChanging(false)} />;
  const guided = (
    <Alert color="blue" title={texts.title}>
      <Stack gap="sm">
        <Guide guide={texts.guide} link={registration.guideLink} />
        {entry}
      </Stack>
    </Alert>
  );
  if (registered === null) return guided;
  const { name, from, replaces } = registered;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed" className={classes['address'] ?? ''}>
        {from === 'package' ? texts.fromPackage : texts.name({ name })}{' '}
        {from === 'environment' && texts.fromEnvironment}
      </Text>
      {from !== 'environment' && !isChanging && (
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setChanging(true)}>
            {from === 'package' ? texts.useOwn : texts.change}
          </Button>
          {replaces === 'package' && (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={remove.isPending}
              onClick={() => remove.mutate({ kind: kind.id })}
            >
              {texts.usePackaged}
            </Button>
          )}
        </Group>
      )}
      {remove.error !== null && <ErrorState failure={remove.error} />}
      {isChanging && (from === 'package' ? guided : entry)}
    </Stack>
  );
}

interface EntryProps {
  readonly kind: WorkbookKindView;
  readonly texts: FormTexts;
  readonly done: () => void;
}

/** Saved as soon as all fields are complete. */
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
          initial=""
          wasSubmitted={false}
          isFirst={false}
          set={take}
        />
      ))}
      {set.error !== null && <ErrorState failure={set.error} />}
    </Stack>
  );
}
