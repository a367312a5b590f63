import { isDeepStrictEqual } from 'node:util';
import type { MailboxSave } from '@parley/contract';
import type { MailLogin, MailServer } from '@parley/vendors';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { MailboxRow } from './mailbox.repository.ts';

export type MailboxSecrets = { password: string; clientSecret: string; refreshToken: string; smtpPassword: string };
export type OpenMailbox = Omit<MailboxRow, 'sealedSecrets'> & { secrets: MailboxSecrets };

const none: MailboxSecrets = { password: '', clientSecret: '', refreshToken: '', smtpPassword: '' };

/** The secrets of a mailbox, open: for the time of one connection, never for an answer. */
export const openSecrets = ({ decrypt }: Pick<Secrets, 'decrypt'>, row: Pick<MailboxRow, 'sealedSecrets'> | undefined): MailboxSecrets =>
  row && row.sealedSecrets !== '' ? { ...none, ...(JSON.parse(decrypt(row.sealedSecrets)) as Partial<MailboxSecrets>) } : none;

/**
 * Takes the secrets of a form: one that is left empty stays as it was while the server that gets it is the same one, or whoever edits the
 * mailbox could have it sent to a server of their own.
 */
export function secretsOf(form: MailboxSave, before: MailboxRow | undefined, stored: MailboxSecrets): MailboxSecrets {
  const isSame = before?.host === form.host && before.username === form.username;
  const isSameToken = isSame && before.tokenUrl === form.tokenUrl && before.clientId === form.clientId;
  const isSameSending = before?.smtpHost === form.smtpHost && before.smtpUsername === form.smtpUsername;
  const kept = (given: string, former: string, isKept: boolean) => given || (isKept ? former : '');
  const isPassword = form.login === 'password';
  return {
    password: isPassword ? kept(form.password, stored.password, isSame) : '',
    clientSecret: isPassword ? '' : kept(form.clientSecret, stored.clientSecret, isSameToken),
    refreshToken: isPassword ? '' : kept(form.refreshToken, stored.refreshToken, isSameToken),
    smtpPassword: form.smtpHost === '' || form.smtpSameLogin ? '' : kept(form.smtpPassword, stored.smtpPassword, isSameSending),
  };
}

/** The same secrets stay sealed as they are: a sealed text that differs is how the audit trail tells that they changed. */
export const sealSecrets = (
  { encrypt, decrypt }: Pick<Secrets, 'encrypt' | 'decrypt'>,
  secrets: MailboxSecrets,
  before: MailboxRow | undefined,
): string =>
  before && before.sealedSecrets !== '' && isDeepStrictEqual(openSecrets({ decrypt }, before), secrets)
    ? before.sealedSecrets
    : encrypt(JSON.stringify(secrets));

type Login = Pick<OpenMailbox, 'login' | 'username' | 'tokenUrl' | 'clientId' | 'secrets'>;

export const loginOf = ({ login, username, tokenUrl, clientId, secrets }: Login): MailLogin => ({
  user: username,
  password: secrets.password,
  oauth: login === 'oauth' ? { tokenUrl, clientId, clientSecret: secrets.clientSecret, refreshToken: secrets.refreshToken } : undefined,
});

type Sending = Login & Pick<OpenMailbox, 'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpSameLogin' | 'smtpUsername'>;

/** The server by which the mails of the channel leave; undefined where the mailbox names none. */
export function sendingOf(mailbox: Sending): MailServer | undefined {
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpSameLogin, smtpUsername: user, secrets } = mailbox;
  if (host === '' || security === '') return undefined;
  return {
    host,
    port,
    security,
    login: smtpSameLogin ? loginOf(mailbox) : { user, password: secrets.smtpPassword, oauth: undefined },
  };
}
