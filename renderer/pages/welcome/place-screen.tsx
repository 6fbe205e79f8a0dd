import { Button, NativeSelect, Text } from '@mantine/core';
import { IconFolderCog, IconShieldLock, IconTable } from '@tabler/icons-react';
import { useAnswer } from '../../control/use-control.ts';
import { LANGUAGES, type Language } from '../../../src/messages/speech.ts';
import { useSpeech, useTexts } from '../../words/words.tsx';
import { Frame } from './frame.tsx';
import type { WizardNav } from './wizard-nav.ts';
import classes from './welcome.module.css';

/** Where what lives, and in which language all this is said. */
export function PlaceScreen(nav: WizardNav) {
  const { place: text } = useTexts().welcome;
  const { language, speak } = useSpeech();
  const { data: service } = useAnswer('service.status', {});
  const points = [
    [IconTable, text.sheet, text.sheetAbout],
    [IconFolderCog, text.folder, text.folderAbout],
    [IconShieldLock, text.nowhere, text.nowhereAbout],
  ] as const;
  return (
    <Frame
      screen="place"
      nav={nav}
      title={text.title}
      lead={text.lead}
      whereLater={text.whereLater}
      actions={<Button onClick={() => nav.pass(['place'], 'choice')}>{text.go}</Button>}
    >
      <ul className={classes['points']}>
        {points.map(([Icon, name, about]) => (
          <li key={name}>
            <Icon size={28} stroke={1.5} aria-hidden />
            <div>
              <Text fw={600}>{name}</Text>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
              {name === text.folder && (
                <Text size="sm" mih="1.5em" className={classes['path'] ?? ''}>
                  {service?.dataFolder}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
      <NativeSelect
        label={text.language}
        description={text.theme}
        inputWrapperOrder={['label', 'input', 'description']}
        w="18rem"
        maw="100%"
        value={language}
        onChange={({ currentTarget }) => speak(currentTarget.value as Language)}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
    </Frame>
  );
}
