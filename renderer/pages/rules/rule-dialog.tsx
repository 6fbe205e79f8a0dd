import type { RuleInput, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { useTexts } from '../../words/words.tsx';
import { RuleSteps } from './rule-steps.tsx';

interface RuleDialogProps {
  readonly accountId: string;
  /** What the form begins with. */
  readonly start: RuleInput;
  /** The rule that is edited, as it is shown; null for a new one. */
  readonly editing: ShownRuleInput | null;
  readonly isOpen: boolean;
  readonly close: () => void;
}

/** A rule: typed, tried on what is there, confirmed where it does more than wait for new rows, written to the Rules sheet. */
export function RuleDialog({ accountId, start, editing, isOpen, close }: RuleDialogProps) {
  const text = useTexts().rules;
  return (
    <Dialog title={editing === null ? text.title : text.editTitle} isOpen={isOpen} close={close} size="lg">
      {isOpen && <RuleSteps accountId={accountId} start={start} editing={editing} close={close} />}
    </Dialog>
  );
}
