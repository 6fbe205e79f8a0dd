import { X509Certificate } from 'node:crypto';

export interface TrustGuide {
  readonly id: TrustGuideId;
  readonly commands: readonly string[];
  readonly undo: readonly string[];
}

export type TrustGuideId =
  | 'curl'
  | 'python'
  | 'node'
  | 'macos'
  | 'windows'
  | 'debian'
  | 'fedora'
  | 'chromium-linux'
  | 'firefox';

export interface TrustGuideOptions {
  readonly caPath: string;
  readonly caPem: string;
  readonly url: string;
}

/** Guides that do not change the system come first. Their titles and steps are in the message catalogue, by id. */
export function trustGuides({ caPath, caPem, url }: TrustGuideOptions): readonly TrustGuide[] {
  const caName = String(new X509Certificate(caPem).toLegacyObject().subject.CN);
  const path = shellQuoted(caPath);
  const windowsPath = powerShellQuoted(caPath);
  return [
    {
      id: 'curl',
      commands: [`curl --cacert ${path} -H "Authorization: Bearer $PENNYROW_TOKEN" ${url}/api/v2/transactions`],
      undo: [],
    },
    {
      id: 'python',
      commands: [
        `context = ssl.create_default_context(cafile=${JSON.stringify(caPath)})`,
        'urllib.request.urlopen(request, context=context)',
        `requests.get(url, verify=${JSON.stringify(caPath)})`,
      ],
      undo: [],
    },
    { id: 'node', commands: [`NODE_EXTRA_CA_CERTS=${path} node script.js`], undo: [] },
    {
      id: 'macos',
      commands: [`security add-trusted-cert -r trustRoot -p ssl -k ~/Library/Keychains/login.keychain-db ${path}`],
      undo: [`security delete-certificate -t -c ${shellQuoted(caName)} ~/Library/Keychains/login.keychain-db`],
    },
    {
      id: 'windows',
      commands: [`certutil -user -addstore Root ${windowsPath}`],
      undo: [`certutil -user -delstore Root ${powerShellQuoted(caName)}`],
    },
    {
      id: 'debian',
      commands: [`sudo cp ${path} /usr/local/share/ca-certificates/pennyrow.crt`, 'sudo update-ca-certificates'],
      undo: ['sudo rm /usr/local/share/ca-certificates/pennyrow.crt', 'sudo update-ca-certificates --fresh'],
    },
    {
      id: 'fedora',
      commands: [`sudo trust anchor --store ${path}`],
      undo: [`sudo trust anchor --remove ${path}`],
    },
    {
      id: 'chromium-linux',
      commands: [
        'mkdir -p "$HOME/.pki/nssdb"',
        `certutil -d sql:"$HOME/.pki/nssdb" -A -t C,, -n ${shellQuoted(caName)} -i ${path}`,
      ],
      undo: [`certutil -d sql:"$HOME/.pki/nssdb" -D -n ${shellQuoted(caName)}`],
    },
    { id: 'firefox', commands: [], undo: [] },
  ];
}

export function systemGuideId(
  platform: NodeJS.Platform,
  exists: (path: string) => boolean,
): Extract<TrustGuideId, 'macos' | 'windows' | 'debian' | 'fedora'> | null {
  if (platform === 'darwin') return 'macos';
  if (platform === 'win32') return 'windows';
  if (exists('/usr/local/share/ca-certificates') && exists('/usr/sbin/update-ca-certificates')) return 'debian';
  return exists('/usr/bin/trust') ? 'fedora' : null;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function powerShellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
