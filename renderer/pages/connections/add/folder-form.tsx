import { Autocomplete, Radio, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useLine } from '../../../control/control-context.tsx';
import { useAnswer } from '../../../control/use-control.ts';
import { withPathChooser } from '../../../parts/choose-path.tsx';
import { useTexts } from '../../../words/words.tsx';
import { FormFrame, type ConnectionForm } from './form-frame.tsx';

interface Folder {
  readonly folder: string;
  readonly afterwards: 'move' | 'leave';
}

const TYPING_MS = 200;

/** A folder by its path, looked at while it is typed, and what becomes of its files. */
export function FolderForm({
  begun,
  submit,
  ...form
}: ConnectionForm & { readonly begun: Folder; readonly submit: (folder: Folder, name: string) => void }) {
  const text = useTexts().connectionsAdd;
  const { carrier } = useLine();
  const [name, setName] = useState('');
  const [typed, setTyped] = useState(begun.folder);
  const [afterwards, setAfterwards] = useState(begun.afterwards);
  const [isTried, setTried] = useState(false);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const { data: look } = useAnswer('connection.lookAtFolder', asked.trim() === '' ? null : { folder: asked });
  const found = asked === typed && look?.state === 'folder' ? look.path : null;
  const send = (): void => {
    setTried(true);
    if (found !== null) submit({ folder: found, afterwards }, name);
  };
  const state =
    typed.trim() === ''
      ? ''
      : asked !== typed || look === undefined
        ? text.folderState.checking
        : look.state === 'folder'
          ? look.statements === 0
            ? text.folderNone
            : text.folderFound({ path: look.path ?? '', files: text.files({ count: look.statements }) })
          : text.folderState[look.state];
  return (
    <FormFrame {...form} name={name} setName={setName} submit={send}>
      <div>
        <Autocomplete
          label={text.folder}
          description={carrier.isDesktop ? text.folderAboutHere : text.folderAbout}
          placeholder={text.folderExample}
          value={typed}
          onChange={setTyped}
          inputContainer={withPathChooser({ kind: 'statement-folder', typed, label: text.folder, choose: setTyped })}
          data={[...(look?.folders ?? [])]}
          filter={({ options }) => options}
          maxDropdownHeight={180}
          error={isTried && typed.trim() === '' && text.folderWrong}
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
      <Radio.Group
        label={text.afterwards}
        value={afterwards}
        onChange={(value) => setAfterwards(value === 'move' ? 'move' : 'leave')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="leave" label={text.leave} />
          <Radio value="move" label={text.move} />
        </Stack>
      </Radio.Group>
    </FormFrame>
  );
}
