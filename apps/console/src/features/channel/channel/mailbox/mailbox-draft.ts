import type { Mailbox, MailboxSave } from '@parley/contract';

/** The typed values; a secret that is left empty stays as it is. */
export type MailboxDraft = Omit<MailboxSave, 'port' | 'smtpPort' | 'isOn'> & { port: string; smtpPort: string };

export const toDraft = (box: Mailbox): MailboxDraft => ({
  host: box.host,
  port: String(box.port),
  security: box.security,
  login: box.login,
  username: box.username,
  password: '',
  tokenUrl: box.tokenUrl,
  clientId: box.clientId,
  clientSecret: '',
  refreshToken: '',
  folder: box.folder,
  aliases: box.aliases,
  authservId: box.authservId,
  smtpHost: box.smtpHost,
  smtpPort: String(box.smtpPort),
  smtpSecurity: box.smtpSecurity,
  smtpSameLogin: box.smtpSameLogin,
  smtpUsername: box.smtpUsername,
  smtpPassword: '',
});

/** A mailbox that is saved is read from then on. */
export const toBody = ({ port, smtpPort, ...draft }: MailboxDraft): MailboxSave => ({
  ...draft,
  port: Number(port),
  smtpPort: Number(smtpPort),
  isOn: true,
});
