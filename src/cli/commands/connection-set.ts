import { Option, type Command } from 'commander';
import { type FormField, listKinds } from '../../core/kind-form.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseConnection, type AccountOption } from '../choose.ts';
import { sourceTexts, text } from '../speech.ts';

type SetOptions = AccountOption & Readonly<Record<string, unknown>>;

/** Changes what a permission at a bank does not depend on. */
export function setCommand(connection: Command): void {
  const say = text().connection;
  const command = connection.command('set').description(say.set).argument('<id|name>', say.which);
  for (const option of choiceOptions()) command.addOption(option);
  command
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection set "My bank" --pending'))
    .action(
      answering<SetOptions, [string]>(async (control, { account, ...options }, wanted) => {
        const { id: connectionId, name, source } = await chooseConnection(control, wanted, account);
        const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
        const settings = Object.fromEntries(
          changeable(kind).flatMap(({ id, choices = [] }) => {
            const chosen = choices.find(({ value }) => options[value] === true);
            return chosen === undefined ? [] : [[id, chosen.value]];
          }),
        );
        if (Object.keys(settings).length === 0)
          throw new PennyrowError(problem('input_source', { reason: 'setting', name, kind: source, kinds: [] }));
        const updated = await control.call('connection.update', { connectionId, settings });
        return { value: updated, text: () => say.changed(updated) };
      }),
    );
}

/** What several kinds have alike is one option. */
function choiceOptions(): Option[] {
  const found = new Map<string, Option>();
  for (const kind of listKinds<SourceKind>(SOURCE_KINDS)) {
    for (const { id, choices = [] } of changeable(kind)) {
      const values = choices.map(({ value }) => value);
      for (const value of values) {
        const { help } = textsAt(textsAt(sourceTexts(kind.id).fields, id).choices, value);
        const option = new Option(`--${value}`, help);
        found.set(value, found.get(value) ?? option.conflicts(values.filter((other) => other !== value)));
      }
    }
  }
  return [...found.values()];
}

function changeable(kind: SourceKind | undefined): readonly FormField[] {
  return kind?.form.filter(({ isChangeable }) => isChangeable === true) ?? [];
}
