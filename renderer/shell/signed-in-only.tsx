import type { ReactNode } from 'react';
import { useLineState } from '../control/control-context.tsx';
import type { LinkOutcome } from '../control/session-key.ts';
import { SignedOut } from './signed-out.tsx';

interface SignedInOnlyProps {
  readonly link: Promise<LinkOutcome>;
  readonly children: ReactNode;
}

/**
 * The dashboard, or how to sign in where this browser is not, or is no more: then nothing of the data stays in the
 * window. It comes as soon as another window of the browser has signed in.
 */
export function SignedInOnly({ link, children }: SignedInOnlyProps) {
  const state = useLineState();
  return state === 'signed-out' ? <SignedOut link={link} /> : children;
}
