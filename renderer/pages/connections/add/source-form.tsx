import { Text } from '@mantine/core';
import { useState } from 'react';
import { withNamedSecrets, type SourceKindView } from '../../../../src/contract/control/kinds.ts';
import { Fields } from '../../../kinds/fields.tsx';
import { Guide } from '../../../kinds/guide.tsx';
import { useSourceTexts } from '../../../kinds/use-kind-texts.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useForm, type FilledForm } from '../../../kinds/use-form.ts';
import { useTexts } from '../../../words/words.tsx';
import { BankChoice } from './bank-choice.tsx';
import { useBanks } from './use-banks.ts';
import { FormFrame, type ConnectionForm } from './form-frame.tsx';

interface SourceFormProps extends ConnectionForm {
  readonly kind: SourceKindView;
  /** What was set before. */
  readonly begun?: Readonly<Record<string, unknown>>;
  /** Only the fields of this part: what is set, what of it can be set otherwise later, or what lets it in. */
  readonly part?: 'settings' | 'changeable' | 'secret';
  readonly submit: (filled: FilledForm & { readonly anyway: boolean }, name: string) => void;
}

/** What a kind of source needs to know, with where to get it. */
export function SourceForm({ kind, begun, part, submit, ...frame }: SourceFormProps) {
  const text = useTexts().connectionsAdd;
  const { guide = {}, fields } = useSourceTexts()(kind.id);
  const [name, setName] = useState('');
  const form = useForm(
    withNamedSecrets(kind.form, begun ?? {}).filter(({ isSecret = false, isListed = false, isChangeable = false }) =>
      part === undefined ? !isListed : part === 'changeable' ? isChangeable : isSecret === (part === 'secret'),
    ),
    begun,
  );
  const listed = part === undefined ? kind.form.find(({ isListed }) => isListed) : undefined;
  const banks = useBanks(kind, listed?.id ?? null);
  const set = (field: string, value: string | null): void => {
    banks.forget();
    form.set(field, value);
  };
  const send = (anyway: boolean): void => {
    const sent = form.send();
    const filled = sent === null ? null : banks.complete(sent);
    if (filled !== null) submit({ ...filled, anyway }, name);
  };
  // An access that did not work when it was tried.
  const isUnsaved = frame.failure?.code === 'source_access_failed' && kind.access?.savesAnyway === true;
  return (
    <FormFrame
      {...frame}
      submitLabel={listed !== undefined && banks.names === null ? text.showBanks : frame.submitLabel}
      isPending={frame.isPending || banks.isPending}
      failure={banks.failure ?? frame.failure}
      name={name}
      setName={setName}
      submit={() => send(false)}
      more={isUnsaved ? { label: text.saveAnyway, submit: () => send(true) } : undefined}
    >
      {(part === undefined || part === 'secret') && <Guide guide={guide} link={kind.guideLink} />}
      <Fields kind={kind.id} form={{ ...form, set }} texts={fields} />
      {listed !== undefined && banks.names !== null && (
        <BankChoice
          banks={banks.names}
          texts={textsAt(fields, listed.id)}
          chosen={banks.chosen}
          isTried={banks.isTried}
          choose={banks.choose}
        />
      )}
      {guide.pending !== undefined && (
        <div aria-live="polite">{frame.isPending && <Text size="sm">{guide.pending}</Text>}</div>
      )}
    </FormFrame>
  );
}
