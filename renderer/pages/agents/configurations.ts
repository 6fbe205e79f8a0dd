export interface AgentFacts {
  /** "https://localhost:28400" */
  readonly url: string;
  readonly token: string;
}

export interface Configuration {
  readonly id: 'claude-code' | 'claude-desktop' | 'codex' | 'vs-code' | 'cursor' | 'other';
  readonly name: string;
  /** The configuration file; null for a terminal command. */
  readonly file: string | null;
  /** True for HTTPS with a token; otherwise the agent's program starts Pennyrow. */
  readonly usesToken: boolean;
  readonly text: string;
}

/** Snippets for common agent programs. Formats from their documentation, November 2026. */
export function configurations({ url, token }: AgentFacts): readonly Configuration[] {
  const address = `${url}/mcp`;
  const headers = { Authorization: `Bearer ${token}` };
  const started = { command: 'pennyrow', args: ['mcp'] };
  return [
    {
      id: 'claude-code',
      name: 'Claude Code',
      file: null,
      usesToken: true,
      text: `claude mcp add --transport http --header "Authorization: Bearer ${token}" pennyrow ${address}`,
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      file: 'claude_desktop_config.json',
      usesToken: false,
      text: json({ mcpServers: { pennyrow: started } }),
    },
    { id: 'codex', name: 'Codex', file: null, usesToken: false, text: 'codex mcp add pennyrow -- pennyrow mcp' },
    {
      id: 'vs-code',
      name: 'VS Code',
      file: 'mcp.json',
      usesToken: true,
      text: json({ servers: { pennyrow: { type: 'http', url: address, headers } } }),
    },
    {
      id: 'cursor',
      name: 'Cursor',
      file: '~/.cursor/mcp.json',
      usesToken: true,
      text: json({ mcpServers: { pennyrow: { url: address, headers } } }),
    },
    {
      id: 'other',
      name: 'MCP',
      file: null,
      usesToken: true,
      text: `${address}\nAuthorization: Bearer ${token}`,
    },
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
