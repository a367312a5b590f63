import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { ProbeStep } from './channel.ts';

/** TLS from the first byte, TLS before the login, or none: that one only to a server that the installation names. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof mailSecurities)[number];
export const mailLogins = ['password', 'oauth'] as const;
export type MailLoginKind = (typeof mailLogins)[number];

/** OFF: not read; CONNECTING: about to be read; ON: read; FAILING: the last try went wrong, and another one follows. */
export const mailboxStates = ['OFF', 'CONNECTING', 'ON', 'FAILING'] as const;
export type MailboxState = (typeof mailboxStates)[number];

/** Addresses at which a mailbox is written to, beside its login. */
export const mostMailAliases = 50;
/** Minutes for which a mailbox may fail before the administrators are told. */
export const mailboxPatienceMinutes = 15;

const host = (most: number) =>
  text(most).refine((value) => value === '' || /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i.test(value), faultTexts['mailbox.host']);
/** A secret that is left empty stays as it is. */
const secret = z.string().max(4000).default('');

export const MailboxSave = z.object({
  host: host(253).refine((value) => value !== '', faultTexts['field.mandatory']),
  port: formNumber(1, 65_535).default(993),
  security: z.enum(mailSecurities).default('tls'),
  login: z.enum(mailLogins).default('password'),
  username: requiredText(254),
  password: secret,
  tokenUrl: text(1000).default(''),
  clientId: text(500).default(''),
  clientSecret: secret,
  refreshToken: secret,
  folder: text(200).default('INBOX'),
  aliases: z.array(z.email(faultTexts['email.invalid']).max(254)).max(mostMailAliases).default([]),
  /** The name by which the receiving server signs Authentication-Results; '': that of the host */
  authservId: text(253).default(''),
  smtpHost: host(253).default(''),
  smtpPort: formNumber(0, 65_535).default(465),
  smtpSecurity: z.enum(mailSecurities).default('tls'),
  smtpSameLogin: formBoolean.default(true),
  smtpUsername: text(254).default(''),
  smtpPassword: secret,
  isOn: formBoolean.default(true),
});
export type MailboxSave = z.infer<typeof MailboxSave>;

/** The mailbox of an e-mail channel; of a secret only that it is set. Version 0: it has none. */
export const Mailbox = z
  .object({
    channelId: Id,
    host: z.string(),
    port: z.number(),
    security: z.enum(mailSecurities),
    login: z.enum(mailLogins),
    username: z.string(),
    hasPassword: z.boolean(),
    tokenUrl: z.string(),
    clientId: z.string(),
    hasClientSecret: z.boolean(),
    hasRefreshToken: z.boolean(),
    folder: z.string(),
    aliases: z.array(z.string()),
    authservId: z.string(),
    smtpHost: z.string(),
    smtpPort: z.number(),
    smtpSecurity: z.enum(mailSecurities),
    smtpSameLogin: z.boolean(),
    smtpUsername: z.string(),
    hasSmtpPassword: z.boolean(),
    state: z.enum(mailboxStates),
    /** The failure in words; '' while it works */
    lastError: z.string(),
    failingSince: z.iso.datetime().nullable(),
    lastReadAt: z.iso.datetime().nullable(),
    version: z.number(),
  })
  .meta({ id: 'Mailbox' });
export type Mailbox = z.infer<typeof Mailbox>;

const tag = 'Channels';
const base = '/e/enterprise/channels/:channelId/mailbox';
const params = z.object({ channelId: Id });
const edit = ['CHANNELS.EDIT'] as const;

export const mailboxEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The mailbox of an e-mail channel',
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.EDIT'],
    params,
    answer: Mailbox,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: base,
    summary: 'Set the mailbox of an e-mail channel, or change it',
    audit: leaves('mailbox', 'edit'),
    tag,
    access: edit,
    params,
    body: MailboxSave.extend({ version: Version }),
    answer: Mailbox,
  }),
  test: defineEndpoint({
    method: 'POST',
    path: `${base}/test`,
    summary: 'Try to reach a mailbox that is not saved yet: the server, the login, the folder, the sending server',
    audit: leaves('mailbox', 'test'),
    tag,
    access: edit,
    perMinute: 10,
    params,
    body: MailboxSave,
    answer: z.object({ isOk: z.boolean(), steps: z.array(ProbeStep) }),
  }),
  off: defineEndpoint({
    method: 'POST',
    path: `${base}/off`,
    summary: 'Stop reading the mailbox; its settings stay',
    audit: leaves('mailbox', 'edit'),
    tag,
    access: edit,
    params,
    answer: Mailbox,
  }),
  read: defineEndpoint({
    method: 'POST',
    path: `${base}/read`,
    summary: 'Read the mailbox now',
    audit: leavesNothing('the mailbox is read sooner, as it would be anyway'),
    tag,
    access: edit,
    perMinute: 20,
    params,
    answer: Mailbox,
  }),
};
