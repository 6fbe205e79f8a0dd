import type { Vault } from './vault.ts';

/** Small secrets as text, sealed at rest: an access URL, a grant. Names are for the database, not secret. */
export interface Secrets {
  /** Null when there is none of that name. Throws `vault_wrong_key`. */
  read(name: string): Promise<string | null>;
  /** Durable when it resolves. */
  save(name: string, secret: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Where the sealed bytes are kept. */
export interface SecretBox {
  read(name: string): Buffer | null;
  save(name: string, sealed: Buffer): void;
  remove(name: string): void;
}

/** The vault is opened at the first use: most starts need no secret. */
export function createSecrets(openVault: () => Promise<Vault>, box: SecretBox): Secrets {
  let vault: Promise<Vault> | null = null;
  const opened = (): Promise<Vault> => (vault ??= openVault());
  return {
    read: async (name) => {
      const sealed = box.read(name);
      return sealed === null ? null : (await opened()).open(name, sealed).toString('utf8');
    },
    save: async (name, secret) => box.save(name, (await opened()).seal(name, Buffer.from(secret, 'utf8'))),
    remove: async (name) => box.remove(name),
  };
}
