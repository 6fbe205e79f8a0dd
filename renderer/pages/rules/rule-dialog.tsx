import { useState } from 'react';
import type { RuleInput, ShownRuleInput } from '../../../src/contract/control/rules.ts';
import { useAnswer } from '../../control/use-control.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { LoadingState } from '../../parts/loading-state.tsx';
import { useTexts } from '../../words/words.tsx';
import { NoRulesSheet } from './no-rules-sheet.tsx';
import { RuleSteps, type StepsProps } from './rule-steps.tsx';

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
      {isOpen && <Begin accountId={accountId} start={start} editing={editing} close={close} />}
    </Dialog>
  );
}

/** A sheet that is missing is offered first; one that goes while a rule is typed takes nothing of it away. */
function Begin(props: StepsProps) {
  const { data: workbook, error } = useAnswer('workbook.get', { accountId: props.accountId });
  const [hasBegun, setBegun] = useState(false);
  const lacksSheet = workbook?.missingSheets.includes('rules') === true;
  if (!hasBegun && !lacksSheet && (workbook !== undefined || error !== null)) setBegun(true);
  if (hasBegun) return <RuleSteps {...props} />;
  return lacksSheet ? <NoRulesSheet accountId={props.accountId} /> : <LoadingState height={240} />;
}
