import { Stack, Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { useTexts } from '../../base/words.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { ApiSection } from './api/api-section.tsx';
import { Backups } from './backups.tsx';
import { Bundle, Check } from './diagnostics.tsx';
import { General } from './general.tsx';
import { Profiles } from './profiles.tsx';
import { Sessions } from './sessions.tsx';

const SECTIONS = { general: General, profiles: Profiles, api: ApiSection, sessions: Sessions, advanced: Advanced };
type Section = keyof typeof SECTIONS;

/** Settings of the whole install. The address selects the section. */
export function SettingsPage() {
  const text = useTexts().settings;
  const [location, navigate] = useLocation();
  const named = location.split('/')[2] ?? '';
  const section: Section = isSection(named) ? named : 'general';
  return (
    <>
      <PageTitle title={text.title} />
      <Tabs
        value={section}
        onChange={(value) => navigate(value === null || value === 'general' ? '/settings' : `/settings/${value}`)}
        keepMounted={false}
      >
        <Tabs.List mb="lg" aria-label={text.title}>
          {Object.keys(SECTIONS)
            .filter(isSection)
            .map((name) => (
              <Tabs.Tab key={name} value={name}>
                {text.sections[name]}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        {Object.entries(SECTIONS).map(([name, Content]) => (
          <Tabs.Panel key={name} value={name}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

function Advanced() {
  return (
    <Stack gap="lg">
      <Backups />
      <Check />
      <Bundle />
    </Stack>
  );
}

function isSection(name: string): name is Section {
  return Object.hasOwn(SECTIONS, name);
}
