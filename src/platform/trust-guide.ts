import { X509Certificate } from 'node:crypto';

/** Instructions to trust the local certificate authority in one kind of program; data for the CLI and the dashboard. */
export interface TrustGuide {
  readonly id: TrustGuideId;
  readonly title: string;
  /** Manual steps, if there is no command. */
  readonly steps: readonly string[];
  /** Commands for a shell (PowerShell on Windows) or a script. */
  readonly commands: readonly string[];
  readonly undo: readonly string[];
  readonly note: string | null;
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
  /** The address of the service, such as `https://localhost:28400`. */
  readonly url: string;
}

/** All guides, starting with those that do not change the system. */
export function trustGuides({ caPath, caPem, url }: TrustGuideOptions): readonly TrustGuide[] {
  const caName = commonName(caPem);
  const path = shellQuoted(caPath);
  const windowsPath = powerShellQuoted(caPath);
  return [
    {
      id: 'curl',
      title: 'curl',
      steps: [],
      commands: [`curl --cacert ${path} -H "Authorization: Bearer $PENNYROW_TOKEN" ${url}/api/v2/transactions`],
      undo: [],
      note: 'The curl that comes with Windows also needs --ssl-no-revoke: a local authority has no revocation list.',
    },
    {
      id: 'python',
      title: 'Python',
      steps: [],
      commands: [
        `context = ssl.create_default_context(cafile=${pythonQuoted(caPath)})`,
        'urllib.request.urlopen(request, context=context)',
        `requests.get(url, verify=${pythonQuoted(caPath)})`,
      ],
      undo: [],
      note: 'The second line is for the standard library, the third for the package requests.',
    },
    {
      id: 'node',
      title: 'Node.js',
      steps: [],
      commands: [`NODE_EXTRA_CA_CERTS=${path} node script.js`],
      undo: [],
      note: 'The variable is read when Node starts; setting it inside the script is too late.',
    },
    {
      id: 'macos',
      title: 'macOS: Safari, Chrome and most programs',
      steps: [],
      commands: [`security add-trusted-cert -r trustRoot -p ssl -k ~/Library/Keychains/login.keychain-db ${path}`],
      undo: [`security delete-certificate -t -c ${shellQuoted(caName)} ~/Library/Keychains/login.keychain-db`],
      note: 'macOS asks for your password. It is trusted for your user alone.',
    },
    {
      id: 'windows',
      title: 'Windows: Edge, Chrome and most programs',
      steps: [],
      commands: [`certutil -user -addstore Root ${windowsPath}`],
      undo: [`certutil -user -delstore Root ${powerShellQuoted(caName)}`],
      note: 'Windows asks whether to install it; compare the fingerprint. It is trusted for your user alone.',
    },
    {
      id: 'debian',
      title: 'Debian, Ubuntu: programs that use the list of the system',
      steps: [],
      commands: [`sudo cp ${path} /usr/local/share/ca-certificates/pennyrow.crt`, 'sudo update-ca-certificates'],
      undo: ['sudo rm /usr/local/share/ca-certificates/pennyrow.crt', 'sudo update-ca-certificates --fresh'],
      note: 'Browsers have lists of their own.',
    },
    {
      id: 'fedora',
      title: 'Fedora, Red Hat, openSUSE: programs that use the list of the system',
      steps: [],
      commands: [`sudo trust anchor --store ${path}`],
      undo: [`sudo trust anchor --remove ${path}`],
      note: null,
    },
    {
      id: 'chromium-linux',
      title: 'Chrome and Chromium on Linux',
      steps: ['Install certutil first: the package is called libnss3-tools on Debian and Ubuntu, nss-tools on Fedora.'],
      commands: [
        'mkdir -p "$HOME/.pki/nssdb"',
        `certutil -d sql:"$HOME/.pki/nssdb" -A -t C,, -n ${shellQuoted(caName)} -i ${path}`,
      ],
      undo: [`certutil -d sql:"$HOME/.pki/nssdb" -D -n ${shellQuoted(caName)}`],
      note: 'Restart the browser afterwards.',
    },
    {
      id: 'firefox',
      title: 'Firefox',
      steps: [
        'Open Settings, Privacy & Security, Certificates, View Certificates, Authorities, Import.',
        `Choose ${caPath} and tick "Trust this CA to identify websites".`,
      ],
      commands: [],
      undo: [],
      note: 'On Windows and macOS Firefox also takes what the system trusts. To take the trust back, delete it in the same window.',
    },
  ];
}

function commonName(pem: string): string {
  return String(new X509Certificate(pem).toLegacyObject().subject.CN);
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function powerShellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** JSON strings are valid Python strings. */
function pythonQuoted(text: string): string {
  return JSON.stringify(text);
}
