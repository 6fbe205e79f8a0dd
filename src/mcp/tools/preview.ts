import * as z from 'zod/mini';
import type { PreviewView } from '../../contract/control/runs.ts';
import { createError } from '../../platform/errors.ts';
import { described } from '../../contract/described.ts';
import { amount, defineTool, PAGE_SIZE } from '../tool.ts';
import { change, changeOf, countsOf, messagesOf, run } from './runs.ts';

const output = z.object({
  counts: run.shape.counts,
  messages: run.shape.messages,
  lines: z.array(
    z.object({
      what: described(
        z.string(),
        'new, possibly-twice (would be added although a similar row exists), put-back, updated, left-feed, deleted (the user deleted its row) or elsewhere.',
      ),
      date: z.string(),
      description: z.string(),
      amount,
      currency: z.string(),
      account: z.string(),
      category: z.string(),
      status: z.enum(['pending', 'posted']),
      changes: z.array(change),
      may_double_rows: z.array(z.int()),
    }),
  ),
  total: described(z.int(), 'The number of lines with a change, of which 200 are shown.'),
});

export const previewSync = defineTool({
  name: 'preview_sync',
  title: 'Preview a sync',
  description:
    'Shows the changes that a sync would make now. Queries the banks and writes nothing. Counts towards the sync limit for agents and scripts, so do not repeat it.',
  input: z.strictObject({}),
  output,
  asksBanks: true,
  async run({ control, accountId }) {
    await control.call('agent.mayAskBanks', { accountId });
    return toOutput(await control.call('run.preview', { accountId }));
  },
});

const MAXIMUM_CONTENT_LENGTH = 1_000_000;

const file = {
  path: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
    'The full path of the file, if your program started Pennyrow (`pennyrow mcp`).',
  ),
  name: described(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), 'Over https: the name of the file.'),
  content: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(MAXIMUM_CONTENT_LENGTH))),
    'Over https: the text of the file.',
  ),
  date_order: described(
    z.optional(z.enum(['dmy', 'mdy'])),
    'The order of day and month, if the dates of the file are ambiguous.',
  ),
};

export const previewFile = defineTool({
  name: 'preview_file',
  title: 'Preview a statement file',
  description:
    'Shows the changes that the import of a statement file (OFX, QFX, CAMT, MT940, CSV, QIF, Excel) would make. Writes nothing: the user imports it in the dashboard, or with `pennyrow import`.',
  input: z.strictObject(file),
  output,
  async run(call, { date_order: dateOrder, path, name, content }) {
    const { control, accountId, uploads, signal } = call;
    const preview = async (file: string) =>
      toOutput(await control.call('run.preview', { accountId, paths: [file], dateOrder }));
    if (uploads === null) {
      if (path === undefined) throw createError('agent_file', { needs: 'path' });
      return preview(path);
    }
    // Accepts no paths over https: their errors would show a remote program which files exist on this machine.
    if (path !== undefined || name === undefined || content === undefined)
      throw createError('agent_file', { needs: 'other' });
    const received = await uploads.receive(name, content, signal);
    try {
      return await preview(received.path);
    } finally {
      await uploads.discard(received.path);
    }
  },
});

function toOutput({ counts, messages, lines }: PreviewView): z.infer<typeof output> {
  const newLines = lines.filter(({ what }) => what !== 'known');
  return {
    counts: countsOf(counts),
    messages: messagesOf(messages),
    lines: newLines.slice(0, PAGE_SIZE).map((line) => ({
      ...line,
      changes: line.cells.map(changeOf),
      may_double_rows: [...line.possibleDuplicateOf],
    })),
    total: newLines.length,
  };
}
