import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { useTexts } from '../base/words.tsx';

/** Guide pages by address prefix; the longest match wins. */
const HELP: Readonly<Record<string, string>> = {
  '/': 'dashboard/overview',
  '/accounts': 'dashboard/accounts',
  '/activity': 'dashboard/activity',
  '/connections': 'dashboard/connections',
  '/rules': 'rules',
  '/settings': 'dashboard/settings',
  '/settings/api': 'api',
  '/transactions': 'dashboard/transactions',
  '/workbook': 'workbook',
};

/** Links to the guide's section on this page, if there is one. */
export function HelpLink() {
  const text = useTexts().help;
  const [location] = useLocation();
  const [page] = Object.keys(HELP)
    .filter((path) => location === path || (path !== '/' && location.startsWith(`${path}/`)))
    .sort((a, b) => b.length - a.length);
  return page === undefined ? null : <GuideLink page={HELP[page] ?? ''} label={text.about} />;
}

/** `page`: a guide page or section, "dashboard/overview". */
export function GuideLink({ page, label }: { readonly page: string; readonly label: string }) {
  return (
    <ActionIcon
      component={Link}
      href={`/help/${page}`}
      variant="subtle"
      color="gray"
      c="dimmed"
      size={36}
      aria-label={label}
      title={label}
    >
      <IconHelp size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
