import type { ConsentView } from '../../contract/control/workbook.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Announce } from '../handler.ts';
import { connectWorkbook, type WorkbookCollaborators } from './connect-workbook.ts';
import { createQuestions, type Questions } from './questions.ts';
import { chooseWay, type FilledWay } from './ways.ts';

/** Questions on the pages of services about workbooks, at most one for each account. */
export interface Consents extends Omit<Questions<Connected>, 'begin'> {
  begin(account: Account, filled: FilledWay): Promise<ConsentView>;
}

export interface Connected {
  readonly accountId: string;
  /** When the permission ends on its own, in milliseconds since 1970; null when it does not. */
  readonly endsAt: number | null;
}

export function createConsents(
  deps: WorkbookCollaborators & Pick<Collaborators, 'newId'>,
  announce: Announce,
): Consents {
  const questions = createQuestions<Connected>({
    newId: deps.newId,
    over: () => new PennyrowError(problem('workbook_consent_over', {})),
  });
  return {
    ...questions,
    begin: async (account, filled) => {
      const { connector, way, given } = chooseWay(deps, account, filled);
      if (connector.ask === undefined || way.asksInBrowser !== true) throw asksNobody(way.id);
      const question = await connector.ask(way.id, given);
      return questions.begin(account.id, question, async (signal) => {
        const { candidate, endsAt } = await question.granted;
        await connectWorkbook(deps, announce, account.id, { candidate, endsAt }, signal);
        return { accountId: account.id, endsAt };
      });
    },
  };
}

function asksNobody(way: string): PennyrowError {
  return new PennyrowError(problem('input_invalid', { reason: 'browser', field: way, issues: '' }));
}
