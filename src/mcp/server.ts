import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  McpServer,
  type CallToolResult,
  type ClientCapabilities,
  type ElicitInputParams,
  type Implementation,
  type InputRequiredResult,
  type McpRequestContext,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { checkInput } from '../control/check-input.ts';
import { reportOf, toPennyrowError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import type { AgentAccess } from './access.ts';
import { instructions } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { addResources } from './resources.ts';
import { schemaOf } from './schema-of.ts';
import { withPlainTexts } from './plain-texts.ts';
import { NOTICE, type AgentTool, type Asking, type ToolCall } from './tool.ts';
import { TOOLS } from './tools/index.ts';

/** Far above what the largest change set holds. */
const MOST_INPUT_ELEMENTS = 2000;
const LONGEST_RECORDED = 500;

/**
 * What was asked of a person comes back by way of the agent: it is signed, so that the answer to one question never
 * confirms another. The key is this process's own; after a restart the question is asked again.
 */
const remembered = createRequestStateCodec<string>({ key: randomBytes(32) });

/** One server of the Model Context Protocol, for one connection or one request. */
export function createAgentServer(access: AgentAccess, era: McpRequestContext['era']): McpServer {
  const server = new McpServer(
    { name: 'pennyrow', title: 'Pennyrow', version: VERSION },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      instructions: instructions(access.mayWrite),
      maxToolInputElements: MOST_INPUT_ELEMENTS,
      requestState: { verify: remembered.verify },
    },
  );
  for (const tool of TOOLS) if (access.mayWrite || !tool.writes) addTool(server, tool, access, era);
  addResources(server, access, (name, context) => record(toCall(server, access, context, era), name, {}, null));
  addPrompts(server);
  return server;
}

function addTool(server: McpServer, tool: AgentTool, access: AgentAccess, era: McpRequestContext['era']): void {
  const { name, title, description, writes, asksBanks = false } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      // The input is checked below, by the words of every other error, and so that a refused call is recorded as well.
      inputSchema: schemaOf(tool.input, { isTrusting: true }),
      outputSchema: schemaOf(z.extend(tool.output, { notice: z.literal(NOTICE) }), { io: 'output' }),
      annotations: { readOnlyHint: !writes, destructiveHint: false, idempotentHint: !writes, openWorldHint: asksBanks },
    },
    async (input, context) => {
      const call = toCall(server, access, context, era);
      try {
        const result = await tool.run(call, checkInput(name, tool.input, input));
        await record(call, name, input, null);
        return 'asked' in result ? (result.asked as InputRequiredResult) : answerOf(result);
      } catch (thrown) {
        const { code, message, remedy } = reportOf(toPennyrowError(thrown));
        const told = { code, message, remedy };
        await record(call, name, input, told).catch(() => undefined);
        return refusalOf(told);
      }
    },
  );
}

function answerOf(result: object): CallToolResult {
  const structuredContent = { notice: NOTICE, ...withPlainTexts(result) };
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

function refusalOf({
  code,
  message,
  remedy,
}: {
  code: string;
  message: string;
  remedy: string | null;
}): CallToolResult {
  return { content: [{ type: 'text', text: withPlainTexts([message, remedy, `(${code})`].join(' ')) }], isError: true };
}

/** The result waits for it: what was asked and by whom is on record before anybody has it. */
async function record(
  { control, accountId, tokenId, client }: ToolCall,
  tool: string,
  input: unknown,
  problem: { code: string; message: string; remedy: string | null } | null,
): Promise<void> {
  await control.call('agent.record', {
    accountId,
    tokenId,
    client,
    tool,
    input: JSON.stringify(input ?? {}).slice(0, LONGEST_RECORDED),
    problem,
  });
}

function toCall(
  server: McpServer,
  access: AgentAccess,
  context: ServerContext,
  era: McpRequestContext['era'],
): ToolCall {
  const envelope: { readonly [key: string]: unknown } = context.mcpReq.envelope ?? {};
  const told = (envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion()) as Implementation | undefined;
  const capabilities: ClientCapabilities | undefined =
    envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const client = told === undefined ? access.clientHint : `${told.title ?? told.name} ${told.version}`;
  const canAsk = capabilities?.elicitation !== undefined && (era === 'modern' || context.http === undefined);
  return {
    ...access,
    signal: context.mcpReq.signal,
    client: client === null ? null : withPlainTexts(client).slice(0, 200),
    asking: canAsk ? toAsking(context) : null,
  };
}

const QUESTION = 'confirm';

const yesOrNo: ElicitInputParams['requestedSchema'] = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Confirm', description: 'Write these changes', default: false } },
  required: ['confirm'],
};

function toAsking(context: ServerContext): Asking {
  const { inputResponses } = context.mcpReq;
  const response = inputResponse(inputResponses, QUESTION);
  const state = context.mcpReq.requestState<string>() ?? null;
  return {
    remembered: state,
    answer: state === null ? null : answerIn(response),
    ask: async (message, remember) =>
      inputRequired({
        inputRequests: { [QUESTION]: inputRequired.elicit({ mode: 'form', message, requestedSchema: yesOrNo }) },
        requestState: await remembered.mint(remember, context),
      }),
  };
}

function answerIn(response: ReturnType<typeof inputResponse>): Asking['answer'] {
  if (response.kind !== 'elicit' || response.action === 'cancel') return 'none';
  return response.action === 'accept' && response.content?.['confirm'] === true ? 'yes' : 'no';
}
