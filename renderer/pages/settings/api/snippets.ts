interface SnippetFacts {
  readonly url: string;
  readonly caPath: string;
  readonly token: string;
}

interface Snippet {
  readonly id: string;
  readonly name: string | null;
  /** The file to paste the text into; null for a terminal, empty if the program has fields for it. */
  readonly file: string | null;
  /** True for an agent that connects over HTTPS: the user must configure it to trust Pennyrow's certificate. */
  readonly needsCertificate: boolean;
  readonly text: string;
}

/** Complete programs, then configurations of common agents. Formats from their documentation, November 2026. */
export function snippets(facts: SnippetFacts): readonly Snippet[] {
  const { url, token } = facts;
  const address = `${url}/mcp`;
  const headers = { Authorization: `Bearer ${token}` };
  const snippet = (id: string, name: string | null, file: string | null, text: string): Snippet => ({
    id,
    name,
    file,
    // Agents that connect over HTTPS must trust the certificate first. Programs read its file, and `pennyrow mcp` uses no HTTPS.
    needsCertificate: text.includes(address),
    text,
  });
  return [
    snippet('curl', 'curl', null, curl(facts)),
    snippet('python', 'Python', 'script.py', python(facts)),
    snippet('javascript', 'JavaScript (Node)', 'script.mjs', javascript(facts)),
    snippet(
      'claude-code',
      'Claude Code',
      null,
      `claude mcp add --transport http --header "Authorization: Bearer ${token}" pennyrow ${address}`,
    ),
    snippet(
      'claude-desktop',
      'Claude Desktop',
      'claude_desktop_config.json',
      json({ mcpServers: { pennyrow: { command: 'pennyrow', args: ['mcp'] } } }),
    ),
    snippet('codex', 'Codex', null, 'codex mcp add pennyrow -- pennyrow mcp'),
    snippet('vs-code', 'VS Code', 'mcp.json', json({ servers: { pennyrow: { type: 'http', url: address, headers } } })),
    snippet('cursor', 'Cursor', '~/.cursor/mcp.json', json({ mcpServers: { pennyrow: { url: address, headers } } })),
    snippet('other', null, '', `${address}\nAuthorization: Bearer ${token}`),
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

function curl({ url, caPath, token }: SnippetFacts): string {
  const isWindows = /^[a-z]:\\/i.test(caPath);
  const [certificate, header, address] = [caPath, `Authorization: Bearer ${token}`, `${url}/api/v2/transactions`].map(
    (text) => shellText(text, isWindows),
  );
  // One line, because a narrow window would wrap before a trailing backslash and leave it alone on its line.
  return `${isWindows ? 'curl.exe' : 'curl'} --cacert ${certificate} -H ${header} ${address}`;
}

function python({ url, caPath, token }: SnippetFacts): string {
  return `import json
import ssl
import urllib.request

context = ssl.create_default_context(cafile=${JSON.stringify(caPath)})
request = urllib.request.Request(
    ${JSON.stringify(`${url}/api/v2/transactions`)},
    headers={"Authorization": "Bearer ${token}"},
)
with urllib.request.urlopen(request, context=context) as answer:
    print(json.dumps(json.load(answer), indent=2))
`;
}

function javascript({ url, caPath, token }: SnippetFacts): string {
  return `import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { json } from 'node:stream/consumers';

const options = {
  ca: readFileSync(${JSON.stringify(caPath)}),
  headers: { Authorization: 'Bearer ${token}' },
};
request('${url}/api/v2/transactions', options, async (answer) => {
  console.log(await json(answer));
}).end();
`;
}

/** Quotes for a POSIX shell, or for PowerShell, which doubles the quotation mark. */
function shellText(text: string, isWindows: boolean): string {
  return `'${text.replaceAll("'", isWindows ? "''" : String.raw`'\''`)}'`;
}
