import { NativeSelect } from '@mantine/core';
import { LANGUAGES, type Language } from '../../src/messages/i18n.ts';
import { useDesktop } from '../base/control/use-desktop.ts';
import { useI18n } from '../base/words.tsx';

export function LanguageChoice() {
  const { language, setLanguage, texts } = useI18n();
  const desktop = useDesktop();
  return (
    <NativeSelect
      label={texts.pages.settings.language}
      w="14rem"
      value={language}
      onChange={({ currentTarget: { value } }) => {
        setLanguage(value as Language);
        desktop?.change.mutate({ language: value });
      }}
      data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
    />
  );
}
