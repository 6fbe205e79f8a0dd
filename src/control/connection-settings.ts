import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import type { SourceKind } from '../sources/source-kind.ts';
import type { Connection } from '../store/connections.ts';
import { checkInput } from './check-input.ts';

type Settings = Connection['settings'];

/** Throws PennyrowError for settings that the kind cannot use. */
export function checkSettings(kind: SourceKind, given: Settings): Settings {
  const settings = checkInput('connection', kind.settings, given);
  kind.check?.(settings);
  return settings;
}

/**
 * The settings of a connection with those that a person changes. What a person allowed at a service was allowed for the rest of
 * them: that takes another connection.
 *
 * @throws PennyrowError input_setting_fixed, and what `checkSettings` throws
 */
export function changedSettings(kind: SourceKind, { name, settings: before }: Connection, given: Settings): Settings {
  const set = Object.fromEntries(
    kind.form.flatMap(({ id, isSecret }) => (isSecret === true || before[id] === undefined ? [] : [[id, before[id]]])),
  );
  const after = checkSettings(kind, { ...set, ...given });
  const fixed = kind.access?.ask === undefined ? [] : kind.form.filter(({ isChangeable }) => isChangeable !== true);
  const changed = fixed.find(({ id }) => after[id] !== before[id]);
  if (changed === undefined) return after;
  throw new PennyrowError(problem('input_setting_fixed', { name, setting: changed.id }));
}
