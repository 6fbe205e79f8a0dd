import {
  Alert,
  AppShell,
  Box,
  Burger,
  Group,
  Loader,
  NativeSelect,
  NavLink,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure, useDocumentTitle, useWindowEvent } from '@mantine/hooks';
import { IconInfoCircle, IconPlugConnectedX } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, Redirect, Route, Switch, useLocation } from 'wouter';
import { useI18n, useTexts } from '../base/words.tsx';
import { useLineState, useAnswer } from '../base/control/use-control.tsx';
import { AccountGate, useAccountSelection } from '../parts/account-context.tsx';
import { Mark } from '../parts/mark.tsx';
import { PageBoundary } from '../parts/page-boundary.tsx';
import { LoadingState } from '../parts/layout.tsx';
import { useNearbyFocus, useSearchShortcut } from './keep-focus.ts';
import { MOVED, PAGES, PLACES } from './pages.ts';
import classes from './shell.module.css';

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { shell: text, pageNames, problemPlaces } = useTexts();
  const [location] = useLocation();
  useNearbyFocus();
  useSearchShortcut();
  const isWithin = (path: string): boolean => location === path || (path !== '/' && location.startsWith(`${path}/`));
  // The menu marks the overview on the pages of runs, to which the overview links.
  const isChosen = (path: string): boolean => isWithin(path) || (path === '/' && isWithin('/activity'));
  const page = PLACES.find(({ path }) => isWithin(path));
  const title = page === undefined ? text.notFound : pageNames[page.name];
  useDocumentTitle(`${title} · Pennyrow`);
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
      className={classes['shell'] ?? ''}
    >
      <a className={classes['skip']} href="#content" onClick={skipToContent}>
        {text.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" className={classes['background'] ?? ''}>
        <Group h="100%" px="md">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={text.menu} aria-expanded={isOpen} />
          <Brand />
          <RunningNow isShort />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={text.menu} className={classes['background'] ?? ''}>
        <Box p="xs" visibleFrom="sm">
          <Brand />
        </Box>
        <Box flex={1} mt="xs" style={{ overflowY: 'auto' }}>
          {PAGES.map(({ name, path, icon: Icon }) => (
            <NavLink
              key={name}
              component={Link}
              href={path}
              label={pageNames[name]}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              active={isChosen(path)}
              aria-current={isChosen(path) ? 'page' : undefined}
              onClick={close}
              className={classes['entry'] ?? ''}
            />
          ))}
        </Box>
        <RunningNow />
        <AccountSwitch />
      </AppShell.Navbar>
      <AppShell.Main
        id="content"
        tabIndex={-1}
        className={classes['main'] ?? ''}
        // Text and forms are easier to read in a narrow column.
        data-reading={page?.name === 'settings'}
      >
        <PrintHead />
        <LineNotice />
        <AccountNotice />
        <AccountGate>
          <PageBoundary page={page?.name ?? 'none'} title={title} place={location}>
            <Suspense fallback=<LoadingState />>
              <Switch>
                {Object.entries(MOVED).map(([from, to]) => (
                  <Route key={from} path={from}>
                    <Redirect to={to} replace />
                  </Route>
                ))}
                {PLACES.map(({ name, path, component }) => (
                  <Route key={name} path={path === '/' ? '/' : `${path}/*?`} component={component} />
                ))}
                <Route>
                  <Text>{text.notFound}</Text>
                  <Link href="/">{problemPlaces.goTo({ page: pageNames.overview })}</Link>
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>
        </AccountGate>
      </AppShell.Main>
    </AppShell>
  );
}

function Brand() {
  return (
    <Group component="span" gap="xs" wrap="nowrap" fw={600} fz="lg" lh="var(--leading)">
      <Mark />
      Pennyrow
    </Group>
  );
}

/** Is below the menu, so that it does not move the menu when it appears. */
function AccountSwitch() {
  const { chosen } = useAccountSelection();
  const { shell: text, connection, parts } = useTexts();
  const { data: service } = useAnswer('service.status', {});
  if (chosen === null || chosen.accounts.length < 2) return null;
  const needy = new Set(service?.accounts.flatMap(({ id, health }) => (health === 'attention' ? [id] : [])));
  const { account, accounts, choose } = chosen;
  const state = connection.state.failing;
  return (
    <NativeSelect
      aria-label={text.profile}
      value={account.id}
      data={accounts.map(({ id, name }) => ({
        value: id,
        label: needy.has(id) ? parts.named({ label: name, name: state }) : name,
      }))}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      mx="xs"
      my="xs"
    />
  );
}

function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}

function AccountNotice() {
  const { chosen, isLinkUnknown, dismiss } = useAccountSelection();
  const { shell: text, parts } = useTexts();
  if (!isLinkUnknown || chosen === null) return null;
  return (
    <Alert
      role="status"
      color="gray"
      icon={<IconInfoCircle aria-hidden />}
      mb="lg"
      withCloseButton
      closeButtonLabel={parts.close}
      onClose={dismiss}
    >
      {text.strayed({ account: chosen.account.name })}
    </Alert>
  );
}

function LineNotice() {
  const state = useLineState();
  const text = useTexts().shell;
  const { what } = useI18n().localize({ code: 'page_offline', params: {} }, 'app');
  if (state !== 'lost') return null;
  return (
    <Alert role="status" color="orange" title={what} icon={<IconPlugConnectedX aria-hidden />} mb="lg">
      {text.lostWhat}
    </Alert>
  );
}

const SCHEME = 'data-mantine-color-scheme';

/** The header of every printed page: account and time. Prints black on white in either color scheme. */
function PrintHead() {
  const { chosen } = useAccountSelection();
  const text = useTexts().print;
  const [now, setNow] = useState(() => Date.now());
  const screen = useRef<string | null>(null);
  const root = document.documentElement;
  useWindowEvent('beforeprint', () => {
    screen.current = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
    flushSync(() => setNow(Date.now()));
  });
  useWindowEvent('afterprint', () => {
    if (screen.current !== null) root.setAttribute(SCHEME, screen.current);
  });
  return (
    <Text size="sm" data-print="only">
      {text.head({ account: chosen?.account.name ?? 'Pennyrow', at: new Date(now).toISOString() })}
    </Text>
  );
}

function RunningNow({ isShort = false }: { readonly isShort?: boolean }) {
  const { shell: text, run: runText } = useTexts();
  const { chosen } = useAccountSelection();
  const { data: progress = null } = useAnswer('run.progress', chosen && { accountId: chosen.account.id });
  const { data: run } = useAnswer('run.get', progress === null ? null : { runId: progress.runId });
  if (progress === null || run === undefined || run.finishedAt !== null) return null;
  return (
    <UnstyledButton
      component={Link}
      href={`/activity/${run.id}`}
      className={classes['running'] ?? ''}
      data-short={isShort}
    >
      <Loader size={14} aria-hidden />
      <span>
        <Text span size="sm" fw={600}>
          {text.running({ what: runText.kind[run.kind] })}
        </Text>
        {!isShort && (
          <Text size="xs" c="dimmed">
            {runText.stage({ stage: progress.stage })}
          </Text>
        )}
      </span>
    </UnstyledButton>
  );
}
