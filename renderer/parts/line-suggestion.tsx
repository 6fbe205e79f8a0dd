import { IconBulb, IconCheck } from '@tabler/icons-react';
import type { LineSuggestion } from '../../src/contract/control/previews.ts';
import type { PreviewLine } from '../../src/contract/control/runs.ts';
import { useTexts } from '../base/words.tsx';
import { Button } from './links.tsx';
import type { Decisions } from './same-rows.tsx';

interface SuggestedProps {
  readonly line: PreviewLine;
  readonly suggested: LineSuggestion | undefined;
  readonly decisions: Decisions;
}

/** The user accepts the suggestion with a click, or takes that back. */
export function Suggested({ line, suggested, decisions }: SuggestedProps) {
  const { parts, transactions } = useTexts();
  if (suggested === undefined || !decisions.mayAccept(line)) return null;
  const { suggestion } = suggested;
  const isAccepted = decisions.hasAccepted(line);
  return (
    <Button
      size="compact-xs"
      variant={isAccepted ? 'light' : 'default'}
      icon={isAccepted ? IconCheck : IconBulb}
      aria-pressed={isAccepted}
      aria-label={parts.named({ label: suggestion.category, name: line.description })}
      title={transactions.suggestions.reason(suggestion)}
      onClick={() => decisions.accept([suggested], !isAccepted)}
    >
      {suggestion.category}
    </Button>
  );
}
