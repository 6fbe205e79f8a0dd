import { useQueryClient } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { problem } from '../../src/messages/problem.ts';
import { useTexts } from '../base/words.tsx';
import { failureOf } from '../base/control/carrier.ts';
import { hasJustReloaded, isMissingPiece, reload, reloadObstacle } from '../base/control/missing-piece.ts';
import { CopyButton } from './links.tsx';
import { PageTitle, ErrorState, LoadingState } from './layout.tsx';

interface CaughtError {
  readonly thrown: unknown;
  readonly parts: string;
}

interface PageBoundaryProps {
  readonly page: string;
  readonly title: string;
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly broken: CaughtError | null;
  readonly place: string;
}

export class PageBoundary extends Component<PageBoundaryProps, State> {
  override state: State = { broken: null, place: this.props.place };

  static getDerivedStateFromProps({ place }: PageBoundaryProps, state: State): State | null {
    return place === state.place ? null : { broken: null, place };
  }

  static getDerivedStateFromError(thrown: unknown): { broken: CaughtError } {
    return { broken: { thrown, parts: '' } };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ broken: { thrown, parts: componentStack ?? '' } });
  }

  override render(): ReactNode {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    const { page, title } = this.props;
    const fallback = <BrokenPage page={page} title={title} {...broken} retry={() => this.setState({ broken: null })} />;
    return isMissingPiece(broken.thrown) ? <MissingPage title={title} broken={fallback} /> : fallback;
  }
}

interface BrokenPageProps extends Pick<PageBoundaryProps, 'page' | 'title'>, CaughtError {
  readonly retry: () => void;
}

function BrokenPage({ page, title, thrown, parts, retry }: BrokenPageProps) {
  const text = useTexts().pageBoundary;
  const queries = useQueryClient();
  const tryAgain = (): void => {
    // A module that failed to load stays failed until the page is reloaded.
    if (isMissingPiece(thrown)) return location.reload();
    // An answer may have caused the error, so drop the ones that only this page used.
    queries.removeQueries({ type: 'inactive' });
    retry();
  };
  return (
    <>
      <PageTitle title={title} />
      <ErrorState failure={failureOf(problem('page_crashed', {}))} retry={tryAgain} />
      <CopyButton mt="sm" label={text.copyDetails} value={detailsOf(page, thrown, parts)} />
    </>
  );
}

function detailsOf(page: string, thrown: unknown, parts: string): string {
  const what = thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : String(thrown);
  const lines = ['Pennyrow dashboard', `page: ${page}`, `browser: ${navigator.userAgent}`, '', what, '', parts.trim()];
  return lines.join('\n');
}

const RETRY_MS = 2000;

/** Shown instead of a page whose JavaScript failed to load, until a retry succeeds. `broken` is shown if the retry fails. */
function MissingPage({ title, broken }: { readonly title: string; readonly broken: ReactNode }) {
  const [state, setState] = useState<Awaited<ReturnType<typeof reloadObstacle>> | 'broken'>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let hasWaited = false;
    const ask = async (): Promise<void> => {
      const obstacle = await reloadObstacle();
      if (isGone) return;
      if (obstacle === null && !hasWaited && hasJustReloaded()) return setState('broken');
      if (obstacle === null) return reload();
      hasWaited = true;
      setState(obstacle);
      timer = setTimeout(() => void ask(), RETRY_MS);
    };
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  if (state === 'broken') return broken;
  return (
    <>
      <PageTitle title={title} />
      {state === null ? <LoadingState /> : <ErrorState failure={failureOf(problem(state, {}))} />}
    </>
  );
}
