import type { FormField } from '../../src/contract/control/kinds.ts';
import { textsAt, type FieldTexts, type FormTexts } from '../../src/messages/kind-texts.ts';
import { Field } from './field.tsx';
import { OWN_FIELDS } from './own-fields.ts';
import type { Form } from './use-form.ts';

interface FieldsProps {
  readonly kind: string;
  readonly form: Form;
  readonly texts: FormTexts | undefined;
  readonly account?: string;
  readonly isNew?: boolean;
}

/** A secret that a person named is called by that name. */
function textsOf({ id, from }: FormField, texts: FormTexts | undefined): FieldTexts {
  return from === undefined ? textsAt(texts, id) : { ...textsAt(texts, from), label: id };
}

/** The fields of a form, each as its kind wants it. */
export function Fields({ kind, form, texts, ...more }: FieldsProps) {
  return form.fields.map((field, place) => {
    const props = {
      field,
      texts: textsOf(field, texts),
      begun: form.begun(field),
      isTried: form.isTried,
      isFirst: place === 0,
      set: form.set,
    };
    const Own = OWN_FIELDS[`${kind}.${field.id}`];
    return Own === undefined ? <Field key={field.id} {...props} {...more} /> : <Own key={field.id} {...props} />;
  });
}
