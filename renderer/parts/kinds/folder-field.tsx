import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTexts } from '../../base/words.tsx';
import { useCarrier } from '../../control/control-context.tsx';
import { useAnswer } from '../../control/use-control.ts';
import { withPathChooser } from '../choose-path.tsx';
import type { FieldProps } from './use-form.ts';
import { useLocalize } from '../message-text.tsx';

const TYPING_MS = 200;

/** A folder path that is checked while typing. */
export function FolderField({ field, texts, initial, wasSubmitted, set }: FieldProps) {
  const text = useTexts().connectionsAdd;
  const carrier = useCarrier();
  const [typed, setTyped] = useState(initial);
  const [debouncedInput] = useDebouncedValue(typed, TYPING_MS);
  const localize = useLocalize();
  const { data: look, error } = useAnswer(
    'connection.lookAtFolder',
    debouncedInput.trim() === '' ? null : { folder: debouncedInput },
  );
  const folderPath = debouncedInput === typed && look?.state === 'folder' ? look.path : null;
  useEffect(() => set(field.id, folderPath), [set, field.id, folderPath]);
  const { label, example, missing } = texts;
  const state =
    typed.trim() === ''
      ? ''
      : debouncedInput === typed && error !== null
        ? `${localize(error).what} ${localize(error).remedy ?? ''}`
        : debouncedInput !== typed || look === undefined
          ? text.folderState.checking
          : look.state === 'folder'
            ? look.statements === 0
              ? text.folderNone
              : text.folderFound({ path: look.path ?? '', files: text.files({ count: look.statements }) })
            : text.folderState[look.state];
  return (
    <div>
      <Autocomplete
        label={label}
        description={carrier.isDesktop ? text.folderAboutHere : text.folderAbout}
        placeholder={typeof example === 'string' ? example : undefined}
        value={typed}
        onChange={setTyped}
        inputContainer={withPathChooser({ kind: 'statement-folder', typed, label, choose: setTyped })}
        data={[...(look?.folders ?? [])]}
        filter={({ options }) => options}
        error={wasSubmitted && typed.trim() === '' && missing}
        spellCheck={false}
        data-autofocus
        required
      />
      <Text
        size="sm"
        mt={6}
        mih="1.5em"
        aria-live="polite"
        c={folderPath === null && wasSubmitted ? 'red' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {state}
      </Text>
    </div>
  );
}
