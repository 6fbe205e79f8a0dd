import { useTexts } from '../base/words.tsx';
import { useAccountAnswer } from './account-context.tsx';
import { PageLink } from './links.tsx';

interface RuleLinkProps {
  readonly description: string;
  readonly category: string;
  /** The row of the rule in the Rules sheet when the rule was applied. */
  readonly ruleRow: number;
}

/**
 * Links to the rule that gives a description its category.
 * If several rules may, links to the one whose number fits the recorded row, as in a sheet without blank lines; otherwise to none.
 */
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

/** The first row below the titles. */
const FIRST_ROW = 2;

/** Regular expressions may match anything: only the service knows their syntax. */
function mayMatch(pattern: string, description: string): boolean {
  if (/^\/.*\/$/.test(pattern)) return true;
  return pattern.split('*').every((part) => description.toLowerCase().includes(part.trim().toLowerCase()));
}
