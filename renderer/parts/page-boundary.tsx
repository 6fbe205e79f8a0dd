import { useQueryClient } from '@tanstack/react-query';
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { problem } from '../../src/messages/problem.ts';
import { useTexts } from '../base/words.tsx';
import { failureOf } from '../control/failure.ts';
import { hasJustReloaded, isMissingPiece, reload, whatKeepsIt } from '../control/missing-piece.ts';
import { CopyButton } from './copy-button.tsx';
import { PageTitle } from './page-title.tsx';
import { ErrorState, LoadingState } from './states.tsx';

interface Broken {
  readonly thrown: unknown;
  /** Which parts of the page stood around what broke. */
  readonly parts: string;
}

interface Guarded {
  /** The page's name, for whoever mends it, and its heading. */
  readonly page: string;
  readonly title: string;
  /** Where the address stands; somewhere else it is tried again by itself. */
  readonly place: string;
  readonly children: ReactNode;
}

interface State {
  readonly broken: Broken | null;
  readonly place: string;
}

/** Keeps what breaks inside of it from taking the rest of the page along. */
export class PageBoundary extends Component<Guarded, State> {
  override state: State = { broken: null, place: this.props.place };

  static getDerivedStateFromProps({ place }: Guarded, state: State): State | null {
    return place === state.place ? null : { broken: null, place };
  }

  static getDerivedStateFromError(thrown: unknown): { broken: Broken } {
    return { broken: { thrown, parts: '' } };
  }

  override componentDidCatch(thrown: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ broken: { thrown, parts: componentStack ?? '' } });
  }

  override render(): ReactNode {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    const { page, title } = this.props;
    const shown = (
      <BrokenPage page={page} title={title} broken={broken} again={() => this.setState({ broken: null })} />
    );
    return isMissingPiece(broken.thrown) ? <MissingPage title={title} broken={shown} /> : shown;
  }
}

/** What happened, where the page would stand. */
function BrokenPage({
  page,
  title,
  broken: { thrown, parts },
  again,
}: Pick<Guarded, 'page' | 'title'> & { readonly broken: Broken; readonly again: () => void }) {
  const text = useTexts().pageBoundary;
  const queries = useQueryClient();
  const tryAgain = (): void => {
    // A piece that did not come once does not come later either; the whole page does.
    if (isMissingPiece(thrown)) return location.reload();
    // What broke the page may be an answer, so none that only it used is believed again.
    queries.removeQueries({ type: 'inactive' });
    again();
  };
  return (
    <>
      <PageTitle title={title} />
      <ErrorState failure={failureOf(problem('page_crashed', {}))} again={tryAgain} />
      <CopyButton mt="sm" label={text.copyDetails} value={detailsOf(page, thrown, parts)} />
    </>
  );
}

/** For developers: what they need, and nothing of what the page showed. */
function detailsOf(page: string, thrown: unknown, parts: string): string {
  const what = thrown instanceof Error ? (thrown.stack ?? `${thrown.name}: ${thrown.message}`) : String(thrown);
  return ['Pennyrow dashboard', `page: ${page}`, `browser: ${navigator.userAgent}`, '', what, '', parts.trim()].join(
    '\n',
  );
}

const ASK_AGAIN_MS = 2000;

/** Stands in for a page whose program did not come, until it can be loaded; `broken` shows when that did not help. */
function MissingPage({ title, broken }: { readonly title: string; readonly broken: ReactNode }) {
  const [state, setState] = useState<Awaited<ReturnType<typeof whatKeepsIt>> | 'broken'>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let hasWaited = false;
    const ask = async (): Promise<void> => {
      const obstacle = await whatKeepsIt();
      if (isGone) return;
      if (obstacle === null && !hasWaited && hasJustReloaded()) return setState('broken');
      if (obstacle === null) return reload();
      hasWaited = true;
      setState(obstacle);
      timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
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
