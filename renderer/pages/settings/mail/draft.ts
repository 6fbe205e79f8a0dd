import { MAIL_PORTS, type MailCycle, type MailSecurity, type MailView } from '../../../../src/contract/control/mail.ts';

/** What a person has filled in so far. */
export interface Draft extends MailCycle {
  readonly host: string;
  readonly port: string;
  readonly security: MailSecurity;
  readonly user: string;
  /** Never what is stored: that is not shown. */
  readonly password: string;
  readonly from: string;
  readonly to: string;
}

export function toDraft(mail: MailView | null, language: string): Draft {
  const target = mail?.target ?? null;
  return {
    host: target?.server.host ?? '',
    port: String(target?.server.port ?? MAIL_PORTS.tls),
    security: target?.server.security ?? 'tls',
    user: target?.server.user ?? '',
    password: '',
    from: target?.from ?? '',
    to: target?.to ?? '',
    cycle: mail?.cycle ?? 'daily',
    weekday: mail?.weekday ?? 1,
    time: mail?.time ?? '07:00',
    language: mail?.language ?? language,
    listsTransactions: mail?.listsTransactions ?? true,
  };
}

/** Without a sender it is the recipient, and without a user there is no login. */
export function isWhole({ host, port, to, time }: Draft): boolean {
  return [host, port, to, time].every((value) => value.trim() !== '');
}
