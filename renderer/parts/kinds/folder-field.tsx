import { Autocomplete, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useCarrier } from '../../control/control-context.tsx';
import { useAnswer } from '../../control/use-control.ts';
import { withPathChooser } from '../choose-path.tsx';
import { useTexts } from '../../base/words.tsx';
import type { FieldProps } from './use-form.ts';
import { useTelling } from '../message-text.tsx';

const TYPING_MS = 200;

/** A folder by its path, looked at while it is typed. */
export function FolderField({ field, texts, begun, isTried, set }: FieldProps) {
  const text = useTexts().connectionsAdd;
  const carrier = useCarrier();
  const [typed, setTyped] = useState(begun);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const telling = useTelling();
  const { data: look, error } = useAnswer('connection.lookAtFolder', asked.trim() === '' ? null : { folder: asked });
  const found = asked === typed && look?.state === 'folder' ? look.path : null;
  useEffect(() => set(field.id, found), [set, field.id, found]);
  const { label, example, missing } = texts;
  const state =
    typed.trim() === ''
      ? ''
      : asked === typed && error !== null
        ? `${telling(error).what} ${telling(error).remedy ?? ''}`
        : asked !== typed || look === undefined
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
        error={isTried && typed.trim() === '' && missing}
        spellCheck={false}
        data-autofocus
        required
      />
      <Text
        size="sm"
        mt={6}
        mih="1.5em"
        aria-live="polite"
        c={found === null && isTried ? 'red' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {state}
      </Text>
    </div>
  );
}
