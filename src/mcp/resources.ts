import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { WorkbookView } from '../contract/control/workbook.ts';
import { MONEY_COLUMNS } from '../core/sheet-columns.ts';
import { TRANSACTION_TABLE } from '../core/transaction-table.ts';
import { type AgentAccess, withPlainTexts } from './tool.ts';

const GUIDE = 'pennyrow://guide/';
const SCHEMA = 'pennyrow://workbook/schema';
const MARKDOWN = 'text/markdown';

/** Adds the resources that agents can read. `record` stores each read in the list of calls that the user sees. */
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
        "The sheets and columns of the user's workbook that Pennyrow reads and writes, and the owner of each.",
      mimeType: 'application/json',
    },
    async (uri, context) => {
      const workbook = await access.control.call('workbook.get', { accountId: access.accountId });
      await record('workbook-schema', context);
      const text = JSON.stringify(withPlainTexts(workbookSchema(workbook)), null, 2);
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
    },
  );
}

function workbookSchema(workbook: WorkbookView | null): object {
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

const FOLDERS = ['../guide', '../../docs/guide'].map((folder) => join(import.meta.dirname, folder));

async function guidePages() {
  const folder = FOLDERS.find((candidate) => existsSync(join(candidate, 'README.md')));
  if (folder === undefined) return [];
  const files = (await readdir(folder)).filter((file) => /^[\w-]+\.md$/.test(file)).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.md$/, ''), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
    }),
  );
}
