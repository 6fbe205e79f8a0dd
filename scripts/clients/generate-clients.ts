import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { eventSchema } from '../../src/contract/v2/extensions.ts';
import { openApiDocument } from '../../src/contract/v2/openapi.ts';

/**
 * Generates parts of the API clients from the OpenAPI document and the schema of events: the types, with quicktype, and a
 * method for each operation. `test/scripts/clients.test.ts` checks that the committed files are up to date.
 */

interface Parameter {
  readonly name: string;
  readonly description?: string;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly query: readonly Parameter[];
  /** Names of types. */
  readonly body: string | null;
  readonly answer: string;
}

type Schemas = Record<string, object>;

const MARK = 'Generated from the OpenAPI document by `npm run clients`; not to be edited.';

/** File contents by path from the root of the checkout. */
export async function generatedClients(): Promise<Record<string, string>> {
  const { schemas, operations } = readDocument();
  const names = [...namesIn(operations), ...EVENTS];
  const [types, pythonTypes] = await Promise.all([
    typesIn('typescript', schemas, names, { 'just-types': 'true', 'prefer-unions': 'true' }),
    typesIn('python', schemas, names, { 'python-version': '3.7', 'nice-property-names': 'true' }),
  ]);
  return {
    'clients/typescript/generated/types.ts': `// ${MARK}\n\n${types}`,
    'clients/typescript/generated/operations.ts': typescriptOperations(operations),
    'clients/python/pennyrow_client/types.py': `# ${MARK}\n\n${pythonTypes}`,
    'clients/python/pennyrow_client/operations.py': pythonOperations(operations),
  };
}

function readDocument(): { schemas: Schemas; operations: readonly Operation[] } {
  const document = JSON.parse(JSON.stringify(openApiDocument('https://localhost:28400'))) as {
    readonly paths: Record<string, Record<string, DocumentOperation>>;
    readonly components: { readonly schemas: Schemas };
  };
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => readOperation(method.toUpperCase(), path, operation)),
  );
  const { $defs: events } = eventSchema() as { readonly $defs: Schemas };
  return { schemas: { ...document.components.schemas, ...events }, operations };
}

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
}

interface Content {
  readonly content?: Record<string, { readonly schema: Partial<Reference> }>;
}

function readOperation(method: string, path: string, operation: DocumentOperation): Operation {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const answer = typeOf(responses['200']);
  if (answer === null) throw new Error(`${operationId} has no answer that has a name`);
  return { name: operationId, method, path, summary, query: parameters, body: typeOf(requestBody), answer };
}

/** Null for a body without fields, which clients do not send. */
function typeOf(content: Content | undefined): string | null {
  return content?.content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? null;
}

const EVENTS = ['RunFinished', 'TransactionsChanged', 'Attention'];

async function typesIn(
  lang: 'typescript' | 'python',
  schemas: Schemas,
  names: readonly string[],
  rendererOptions: Record<string, string>,
): Promise<string> {
  const definitions = forQuicktype(schemas) as Schemas;
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
  for (const name of names)
    await input.addSource({ name, schema: JSON.stringify({ definitions, $ref: `#/definitions/${name}` }) });
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({ inputData, lang, rendererOptions });
  return `${lines.join('\n').trim()}\n`;
}

/** Removed, so that quicktype keeps dates as text and adds no checks: the service checks patterns and limits. */
const LEFT_OUT = new Set(['format', 'pattern', 'examples', 'maxItems', 'minimum', 'maximum', '$schema', 'id']);

function forQuicktype(value: unknown, isOfNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => forQuicktype(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
      if (!isOfNames && LEFT_OUT.has(key)) return [];
      if (key === '$ref') return [[key, `#/definitions/${String(each).split('/').at(-1)}`]];
      return [[key, forQuicktype(each, key === 'properties')]];
    }),
  );
}

/** The types of requests and answers. */
function namesIn(operations: readonly Operation[]): string[] {
  return [...new Set(operations.flatMap(({ body, answer }) => (body === null ? [answer] : [answer, body])))].sort();
}

function typescriptOperations(operations: readonly Operation[]): string {
  const methods = operations.map(({ name, method, path, summary, query, body, answer }) => {
    const fields = query.map((parameter) => `${parameter.name}?: string`).join('; ');
    const given = body !== null ? `body: ${body}` : query.length > 0 ? `query: { ${fields} } = {}` : '';
    const sent = body !== null ? ', { body }' : query.length > 0 ? ', { query }' : '';
    return `    /** ${summary}. */\n    ${name}: (${given}): Promise<${answer}> => send<${answer}>('${method}', '${path}'${sent}),`;
  });
  return [
    `// ${MARK}`,
    '',
    `import type { ${namesIn(operations).join(', ')} } from './types.ts';`,
    '',
    'export interface Given {',
    '  readonly query?: Readonly<Record<string, string | undefined>>;',
    '  readonly body?: object;',
    '}',
    '',
    'export type Send = <Answer>(method: string, path: string, given?: Given) => Promise<Answer>;',
    '',
    '/** A method for each operation of the API. `send` sends the request. */',
    'export function operations(send: Send) {',
    '  return {',
    ...methods,
    '  };',
    '}',
    '',
  ].join('\n');
}

function pythonOperations(operations: readonly Operation[]): string {
  const methods = operations.map(({ name, method, path, summary, query, body, answer }) => {
    const given = [
      'self',
      ...query.map((parameter) => `${parameter.name}: Optional[str] = None`),
      ...(body === null ? [] : [`body: ${body}`]),
    ].join(', ');
    const queryArgument =
      query.length > 0 ? `, query={${query.map((each) => `"${each.name}": ${each.name}`).join(', ')}}` : '';
    const sent = body === null ? '' : ', body=body.to_dict()';
    return [
      `    def ${snake(name)}(${given}) -> ${answer}:`,
      `        """${summary}."""`,
      `        return ${answer}.from_dict(self._send("${method}", "${path}"${queryArgument}${sent}))`,
      '',
    ].join('\n');
  });
  return [
    `# ${MARK}`,
    '',
    'from typing import Any, Dict, Optional',
    '',
    `from .types import ${namesIn(operations).join(', ')}`,
    '',
    '',
    'class Operations:',
    '    """A method for each operation of the API. `_send` sends the request."""',
    '',
    '    def _send(',
    '        self,',
    '        method: str,',
    '        path: str,',
    '        query: Optional[Dict[str, Optional[str]]] = None,',
    '        body: Optional[Dict[str, Any]] = None,',
    '    ) -> Any:',
    '        raise NotImplementedError',
    '',
    methods.join('\n'),
  ].join('\n');
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

if (import.meta.main) {
  for (const [path, content] of Object.entries(await generatedClients())) {
    const file = join(import.meta.dirname, '../..', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
