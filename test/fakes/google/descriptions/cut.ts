/**
 * Reduces Google's API descriptions (discovery documents) to what the fake supports: every method by name, and the messages
 * of the methods that it implements. Omits pivots, data sources and charts other than basic ones.
 *
 *     npx node test/fakes/google/descriptions/cut.ts <folder with sheets-v4.json and drive-v3.json>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HANDLERS } from '../sheets/requests/handlers.ts';
import type { Description, Method, Property } from './descriptions.ts';

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

type Full = Omit<Description, 'methods'> & Resource;

const ANSWERED = new Set([
  'sheets.spreadsheets.create',
  'sheets.spreadsheets.get',
  'sheets.spreadsheets.getByDataFilter',
  'sheets.spreadsheets.batchUpdate',
  'drive.files.get',
  'drive.files.list',
]);

const NAMED = /^(sheets|drive\.files)\./;

const NOT_CARRIED =
  /^(PieChartSpec|BubbleChartSpec|CandlestickChartSpec|OrgChartSpec|HistogramChartSpec|WaterfallChartSpec|TreemapChartSpec|ScorecardChartSpec|PivotTable|DataSource\w*|Slicer|ChipRun|DataExecutionStatus|Permission|ContentRestriction|DownloadRestrictions\w*|ClientEncryption\w*)$/;

export function cut(full: Full | Description): Description {
  const methods = 'resources' in full ? methodsOf(full) : (full as Description).methods;
  const schemas: Record<string, Property> = {};
  const carry = (name: string): void => {
    if (name in schemas) return;
    const schema = full.schemas[name];
    if (schema === undefined) throw new Error(`No schema ${name}`);
    schemas[name] = {};
    schemas[name] = name === 'Request' ? withoutOtherKinds(schema, carry) : trimmed(schema, carry);
  };
  const selected: Record<string, Method> = {};
  for (const method of Object.values(methods)) {
    const { id, httpMethod, path, request, response, scopes } = method;
    if (!NAMED.test(id)) continue;
    const parameters = Object.fromEntries(
      Object.entries(method.parameters ?? {}).map(([name, property]) => [name, trimmed(property, carry)]),
    );
    const messages = ANSWERED.has(id)
      ? { ...(request && { request: { $ref: request.$ref } }), ...(response && { response: { $ref: response.$ref } }) }
      : {};
    for (const message of Object.values(messages)) carry(message.$ref);
    selected[id] = { id, httpMethod, path, parameters, ...messages, scopes: scopes ?? [] };
  }
  const parameters = Object.fromEntries(
    Object.entries(full.parameters).map(([name, property]) => [name, trimmed(property, carry)]),
  );
  return { servicePath: full.servicePath, parameters, methods: selected, schemas };
}

function withoutOtherKinds(schema: Property, carry: (name: string) => void): Property {
  const kinds = Object.entries(schema.properties ?? {}).map(([kind, property]): [string, Property] => [
    kind,
    kind in HANDLERS ? trimmed(property, carry) : { type: 'object', cut: true },
  ]);
  return { type: 'object', properties: Object.fromEntries(kinds) };
}

function trimmed(property: Property, carry: (name: string) => void): Property {
  if (property.$ref !== undefined && NOT_CARRIED.test(property.$ref)) return { type: 'object', cut: true };
  if (property.$ref !== undefined) carry(property.$ref);
  const { type, format, $ref, location, required, repeated, readOnly, cut: isCut } = property;
  const plain = { type, format, enum: property.enum, $ref, location, required, repeated, readOnly, cut: isCut };
  return {
    ...(JSON.parse(JSON.stringify(plain)) as Property),
    ...(property.items && { items: trimmed(property.items, carry) }),
    ...(property.additionalProperties && { additionalProperties: trimmed(property.additionalProperties, carry) }),
    ...(property.properties && {
      properties: Object.fromEntries(
        Object.entries(property.properties).map(([name, value]) => [name, trimmed(value, carry)]),
      ),
    }),
  };
}

function methodsOf(resource: Resource): Record<string, Method> {
  const own = Object.values(resource.methods ?? {}).map((method) => [method.id, method] as const);
  return Object.assign(Object.fromEntries(own), ...Object.values(resource.resources ?? {}).map(methodsOf)) as Record<
    string,
    Method
  >;
}

/** Writes one line for each method and message, which keeps diffs readable. */
export function asText(description: Description): string {
  const lines = (entries: Readonly<Record<string, unknown>>): string =>
    Object.entries(entries)
      .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
      .join(',\n');
  return `{
  "servicePath": ${JSON.stringify(description.servicePath)},
  "parameters": {\n${lines(description.parameters)}\n  },
  "methods": {\n${lines(description.methods)}\n  },
  "schemas": {\n${lines(description.schemas)}\n  }
}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , from] = process.argv;
  if (from === undefined) throw new Error('Which folder holds the full descriptions?');
  for (const name of ['sheets-v4.json', 'drive-v3.json']) {
    const full = JSON.parse(readFileSync(join(from, name), 'utf8')) as Full;
    writeFileSync(join(import.meta.dirname, name), asText(cut(full)));
  }
}
