import { AppShell, Box, Burger, Group, NativeSelect, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { LoadingState } from '../parts/loading-state.tsx';
import { Mark } from '../parts/mark.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { useTexts } from '../words/words.tsx';
import { useChosen, WithAccount } from './account-context.tsx';
import { AccountNotice } from './account-notice.tsx';
import { useKeptFocus } from './keep-focus.ts';
import { LineNotice } from './line-notice.tsx';
import { PAGES, PLACES, type PageName } from './pages.ts';
import { OpenPalette } from './palette/open-palette.tsx';
import { PrintHead } from './print-head.tsx';
import { RunningNow } from './running-now.tsx';
import classes from './shell.module.css';

/** Pages of sentences and forms, which are harder to follow the wider they are. */
const READING: ReadonlySet<PageName> = new Set(['tokens', 'schedule', 'settings']);

/** The frame around every page: the menu, the account, and whether the service can be heard. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const text = useTexts().shell;
  const [location] = useLocation();
  useKeptFocus();
  const page =
    PLACES.find(({ path }) => path === location) ??
    PLACES.find(({ path }) => path !== '/' && location.startsWith(`${path}/`));
  const title = page === undefined ? text.notFound : text.pages[page.name];
  useEffect(() => {
    document.title = `${title} · Pennyrow`;
  }, [title]);
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className={classes['skip']} href="#content" onClick={skipToContent}>
        {text.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes['ground'] ?? ''}>
        <Group h="100%" px="md">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={text.menu} aria-expanded={isOpen} />
          <Brand />
          <RunningNow isShort />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={text.menu} className={classes['ground'] ?? ''}>
        <Box p="xs" visibleFrom="sm">
          <Brand />
        </Box>
        <ScrollArea flex={1} mt="xs">
          {PAGES.map(({ name, path, icon: Icon }) => (
            <NavLink
              key={name}
              component={Link}
              href={path}
              label={text.pages[name]}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              active={page?.name === name}
              aria-current={page?.name === name ? 'page' : undefined}
              onClick={close}
              className={classes['entry'] ?? ''}
            />
          ))}
        </ScrollArea>
        <RunningNow />
        <AccountSwitch />
      </AppShell.Navbar>
      <AppShell.Main
        id="content"
        tabIndex={-1}
        className={classes['main'] ?? ''}
        data-reading={page !== undefined && READING.has(page.name)}
      >
        <PrintHead />
        <LineNotice />
        <OpenPalette />
        <AccountNotice />
        <WithAccount>
          <PageBoundary page={page?.name ?? 'none'} title={title} place={location}>
            <Suspense fallback=<LoadingState />>
              <Switch>
                {PLACES.map(({ name, path, component }) => (
                  <Route key={name} path={path === '/' ? '/' : `${path}/*?`} component={component} />
                ))}
                <Route>
                  <Text>{text.notFound}</Text>
                  <Link href="/">{text.toOverview}</Link>
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>
        </WithAccount>
      </AppShell.Main>
    </AppShell>
  );
}

function Brand() {
  return (
    <span className={classes['brand']}>
      <Mark />
      Pennyrow
    </span>
  );
}

/** Shown once there is something to choose; below the menu, which it so does not move when it comes. */
function AccountSwitch() {
  const chosen = useChosen();
  const text = useTexts().shell;
  if (chosen === null || chosen.accounts.length < 2) return null;
  const { account, accounts, choose } = chosen;
  return (
    <NativeSelect
      aria-label={text.account}
      value={account.id}
      data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      mx="xs"
      my="xs"
    />
  );
}

/** The address after the mark says which page is shown, so the link must not change it. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
