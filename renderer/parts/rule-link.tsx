import { useTexts } from '../base/words.tsx';
import { useAccountAnswer } from './account-context.tsx';
import { PageLink } from './links.tsx';

interface RuleLinkProps {
  readonly description: string;
  readonly category: string;
  /** The row of the rule in the Rules sheet when the rule was applied. */
  readonly ruleRow: number;
}

/** Links to the rule that gave a transaction its category: of several matching rules, the one in the recorded row. */
export function RuleLink({ description, category, ruleRow }: RuleLinkProps) {
  const { rules: text, format } = useTexts();
  const { data: rules = [] } = useAccountAnswer('rule.list');
  const places = rules.flatMap((rule, place) =>
    rule.category === category && (rule.renameTo === description || mayMatch(rule.description, description))
      ? [place]
      : [],
  );
  const place = places.length === 1 ? places[0] : places.find((each) => each === ruleRow - FIRST_ROW);
  if (place === undefined) return null;
  return (
    <>
      {' · '}
      <PageLink to="/rules" size="xs" c="dimmed" underline="hover" style={{ whiteSpace: 'nowrap' }}>
        {text.numbered({ place: format.number(place + 1) })}
      </PageLink>
    </>
  );
}

/** The first row of the Rules sheet below the titles. */
const FIRST_ROW = 2;

/** A regular expression counts as a match, because only the service can evaluate it. */
function mayMatch(pattern: string, description: string): boolean {
  if (/^\/.*\/$/.test(pattern)) return true;
  return pattern.split('*').every((part) => description.toLowerCase().includes(part.trim().toLowerCase()));
}
