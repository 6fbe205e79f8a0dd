import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { WorkbookView } from '../contract/control/workbook.ts';
import { MONEY_COLUMNS } from '../core/sheet-columns.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import type { AgentAccess } from './access.ts';
import { guidePages } from './guide-pages.ts';
import { withPlainTexts } from './plain-texts.ts';

const GUIDE = 'pennyrow://guide/';
const SCHEMA = 'pennyrow://workbook/schema';
const MARKDOWN = 'text/markdown';

/**
 * What an agent can read beside its tools: the user guide, and how the person's own workbook is laid out. `record` puts on
 * record that the latter was read.
 */
export function addResources(
  server: McpServer,
  access: AgentAccess,
  record: (name: string, context: ServerContext) => Promise<void>,
): void {
  server.registerResource(
    'guide',
    new ResourceTemplate(`${GUIDE}{page}`, {
      list: async () => ({
        resources: (await guidePages()).map(({ name, title }) => ({
          uri: GUIDE + name,
          name: `guide/${name}`,
          title,
          mimeType: MARKDOWN,
        })),
      }),
    }),
    { title: 'User guide', description: 'A page of the user guide of Pennyrow.', mimeType: MARKDOWN },
    async (uri, { page }) => {
      const found = (await guidePages()).find(({ name }) => name === page);
      if (found === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: found.text }] };
    },
  );
  server.registerResource(
    'workbook-schema',
    SCHEMA,
    {
      title: 'Schema of the workbook',
      description:
        "The sheets and columns of the person's own workbook that Pennyrow reads and writes, and who owns each.",
      mimeType: 'application/json',
    },
    async (uri, context) => {
      const workbook = await access.control.call('workbook.get', { accountId: access.accountId });
      await record('workbook-schema', context);
      const text = JSON.stringify(withPlainTexts(schemaOf(workbook)), null, 2);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}

/** Where the workbook lies is not told: an agent asks by the tools. */
function schemaOf(workbook: WorkbookView | null): object {
  if (workbook === null) return { workbook: null };
  return {
    sheet: workbook.transactions?.name ?? null,
    as_of: workbook.asOf,
    problem: workbook.problem?.message ?? null,
    columns: workbook.columns.map(({ column, header, letter }) => ({ column, header, letter, ...meaningOf(column) })),
    lists: workbook.lists,
    missing_sheets: workbook.missingSheets,
  };
}

function meaningOf(name: string): object {
  if (MONEY_COLUMNS.some((column) => column === name)) {
    const { type, owner } = TRANSACTION_TABLE.amount;
    return { type, owner, part_of: 'amount' };
  }
  if (!Object.hasOwn(TRANSACTION_TABLE, name)) return {};
  const column = TRANSACTION_TABLE[name as keyof typeof TRANSACTION_TABLE];
  return { type: column.type, owner: column.owner, ...('wire' in column && { description: column.wire.description }) };
}
