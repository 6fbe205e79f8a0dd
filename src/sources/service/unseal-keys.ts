import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceContext } from '../source-kind.ts';

/** What a person filled in, as `sealTested` keeps it. Throws `source_no_key` when it is lost. */
export async function unsealKeys<Keys extends Readonly<Record<string, string>>>(
  { secret }: Pick<SourceContext, 'secret'>,
  host: string,
): Promise<Keys> {
  const sealed = await secret();
  if (sealed === null) throw new PennyrowError(problem('source_no_key', { host }));
  return JSON.parse(sealed) as Keys;
}
