import type { FormField } from '../../src/contract/control/kinds.ts';
import type { FieldTexts } from '../../src/messages/kind-texts.ts';

/** What a field of a form needs, be it drawn from data or by its kind. */
export interface FieldProps {
  readonly field: FormField;
  readonly texts: FieldTexts;
  readonly begun: string;
  /** Whether the form was sent before it was complete. */
  readonly isTried: boolean;
  readonly isFirst: boolean;
  /** Null while what is typed cannot be used. */
  readonly set: (field: string, value: string | null) => void;
}
