import { channelTypes, type FieldError, fieldError, type Mailbox, type MailboxSave } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { BlockedAddress, guardOf } from '#platform/safe-fetch/safe-fetch.ts';
import { ownHostsOf } from '#platform/safe-fetch/vendor-io.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import type { ChannelRow } from '../channel/channel.present.ts';
import { accessChannel } from '../channel/channel.repository.ts';
import { mailboxRecord } from './mailbox.record.ts';
import { changeMailbox, findMailbox, type MailboxRow, putMailbox, setMailServer } from './mailbox.repository.ts';
import { type MailboxSecrets, openSecrets, sealSecrets, secretsOf, sendingOf } from './mailbox.secrets.ts';

export type UsedDeps = Pick<Deps, 'secrets' | 'config' | 'bus'>;

/** Tells the worker of a mailbox that it has other settings, or is to look now. */
export const mailboxTopic = 'mailbox';

/** An e-mail channel of the enterprise. @throws DomainError channel.not_found, for channels of other types too */
export async function accessMailChannel(tx: Read, enterpriseId: string, channelId: string, lock = false): Promise<ChannelRow> {
  const row = await accessChannel(tx, enterpriseId, channelId, { lock });
  if (row.type !== channelTypes.EMAIL) throw new DomainError('channel.not_found', 'No such channel.', {});
  return row;
}

const empty = (channelId: string): Mailbox => ({
  channelId,
  host: '',
  port: 993,
  security: 'tls',
  login: 'password',
  username: '',
  hasPassword: false,
  tokenUrl: '',
  clientId: '',
  hasClientSecret: false,
  hasRefreshToken: false,
  folder: 'INBOX',
  aliases: [],
  authservId: '',
  smtpHost: '',
  smtpPort: 465,
  smtpSecurity: 'tls',
  smtpSameLogin: true,
  smtpUsername: '',
  hasSmtpPassword: false,
  state: 'OFF',
  lastError: '',
  failingSince: null,
  lastReadAt: null,
  version: 0,
});

function present(deps: Pick<Deps, 'secrets'>, row: MailboxRow): Mailbox {
  const secrets = openSecrets(deps.secrets, row);
  return {
    channelId: row.channelId,
    host: row.host,
    port: row.port,
    security: row.security,
    login: row.login,
    username: row.username,
    hasPassword: secrets.password !== '',
    tokenUrl: row.tokenUrl,
    clientId: row.clientId,
    hasClientSecret: secrets.clientSecret !== '',
    hasRefreshToken: secrets.refreshToken !== '',
    folder: row.folder,
    aliases: row.aliases,
    authservId: row.authservId,
    smtpHost: row.smtpHost,
    smtpPort: row.smtpPort || 465,
    smtpSecurity: row.smtpSecurity || 'tls',
    smtpSameLogin: row.smtpSameLogin,
    smtpUsername: row.smtpUsername,
    hasSmtpPassword: secrets.smtpPassword !== '',
    state: row.state,
    lastError: row.lastError,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastReadAt: row.lastReadAt?.toISOString() ?? null,
    version: row.version,
  };
}

export const readMailbox = (ctx: Ctx, deps: UsedDeps, channelId: string): Promise<Mailbox> =>
  ctx.read(async (tx) => {
    await accessMailChannel(tx, ctx.enterpriseId, channelId);
    const row = await findMailbox(tx, ctx.enterpriseId, channelId);
    return row ? present(deps, row) : empty(channelId);
  });

const invalid = (...errors: FieldError[]) => new DomainError('channel.invalid', errors.map(({ message }) => message).join(' '), { errors });

/** A server that an administrator enters: a public one, or one that the installation names; only such a one without encryption. */
function faultsOfServer(own: readonly string[], host: string, security: string, fields: { host: string; security: string }): FieldError[] {
  try {
    guardOf(host, own);
  } catch (error) {
    if (!(error instanceof BlockedAddress)) throw error;
    return [fieldError(fields.host, 'mailbox.private')];
  }
  return security === 'none' && !own.includes(host) ? [fieldError(fields.security, 'mailbox.unsafe')] : [];
}

/** @throws DomainError channel.invalid naming each field */
export function assertMailbox({ config }: Pick<Deps, 'config'>, form: MailboxSave, secrets: MailboxSecrets, channel: ChannelRow): void {
  const own = ownHostsOf(config.vendorUrls);
  const faults = faultsOfServer(own, form.host, form.security, { host: 'host', security: 'security' });
  const need = (field: string, value: string) => {
    if (value === '') faults.push(fieldError(field, 'field.mandatory'));
  };
  if (form.login === 'password') need('password', secrets.password);
  else {
    need('clientId', form.clientId);
    need('refreshToken', secrets.refreshToken);
    const isNamed = Object.values(config.vendorUrls).some((base) => form.tokenUrl.startsWith(base));
    if (!(URL.canParse(form.tokenUrl) && (isNamed || new URL(form.tokenUrl).protocol === 'https:')))
      faults.push(fieldError('tokenUrl', 'webhook.address'));
  }
  if (form.smtpHost !== '') {
    faults.push(...faultsOfServer(own, form.smtpHost, form.smtpSecurity, { host: 'smtpHost', security: 'smtpSecurity' }));
    if (form.smtpPort === 0) faults.push(fieldError('smtpPort', 'field.mandatory'));
    if (!form.smtpSameLogin && form.smtpUsername !== '') need('smtpPassword', secrets.smtpPassword);
  }
  if (form.isOn && channel.environment === 'sandbox') faults.push(fieldError('isOn', 'mailbox.sandbox'));
  if (faults.length > 0) throw invalid(...faults);
}

/** Columns of a form. */
export const columnsOf = (form: MailboxSave) => ({
  host: form.host,
  port: form.port,
  security: form.security,
  login: form.login,
  username: form.username,
  tokenUrl: form.login === 'oauth' ? form.tokenUrl : '',
  clientId: form.login === 'oauth' ? form.clientId : '',
  folder: form.folder || 'INBOX',
  aliases: [...new Set(form.aliases.map((alias) => alias.toLowerCase()))],
  authservId: form.authservId.toLowerCase(),
  smtpHost: form.smtpHost,
  smtpPort: form.smtpHost === '' ? 0 : form.smtpPort,
  smtpSecurity: form.smtpHost === '' ? ('' as const) : form.smtpSecurity,
  smtpSameLogin: form.smtpSameLogin,
  smtpUsername: form.smtpHost === '' || form.smtpSameLogin ? '' : form.smtpUsername,
});

/** Another mailbox or folder has numbers of its own: they are counted from its opening on. */
const isSamePlace = (before: MailboxRow | undefined, form: MailboxSave): boolean =>
  before?.host === form.host && before.username === form.username && before.folder === (form.folder || 'INBOX');

export function saveMailbox(
  ctx: Ctx,
  deps: UsedDeps,
  channelId: string,
  { version, ...form }: MailboxSave & { version: number },
): Promise<Mailbox> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const channel = await accessMailChannel(tx, enterpriseId, channelId, true);
    const before = await findMailbox(tx, enterpriseId, channelId);
    await assertVersion(ctx, tx, mailboxRecord, { id: channelId, version: before?.version ?? 0 }, version);
    const secrets = secretsOf(form, before, openSecrets(deps.secrets, before));
    assertMailbox(deps, form, secrets, channel);
    const columns = columnsOf(form);
    const sending = sendingOf({ ...columns, secrets });
    await changing(ctx, tx, mailboxRecord, channelId, before ? 'edit' : 'create', async () => {
      await putMailbox(tx, {
        enterpriseId,
        channelId,
        ...columns,
        sealedSecrets: sealSecrets(deps.secrets, secrets, before),
        state: form.isOn ? 'CONNECTING' : 'OFF',
        lastError: '',
        failingSince: null,
        isTold: false,
        ...(isSamePlace(before, form) ? {} : { uidValidity: null, lastUid: 0 }),
        version: (before?.version ?? 0) + 1,
        changedAt: ctx.now(),
      });
      await setMailServer(tx, enterpriseId, channelId, sending ? deps.secrets.encrypt(JSON.stringify(sending)) : '');
    });
    return tell(ctx, deps, tx, channelId);
  });
}

/** Answers with what stands, and wakes the worker when that is committed. */
async function tell(ctx: Ctx, deps: UsedDeps, tx: Tx, channelId: string): Promise<Mailbox> {
  const row = await findMailbox(tx, ctx.enterpriseId, channelId);
  afterCommit(tx, () => deps.bus.publish(mailboxTopic, { channelId }));
  return row ? present(deps, row) : empty(channelId);
}

async function accessMailbox(tx: Tx, ctx: Ctx, channelId: string): Promise<MailboxRow> {
  await accessMailChannel(tx, ctx.enterpriseId, channelId, true);
  const row = await findMailbox(tx, ctx.enterpriseId, channelId);
  if (!row) throw new DomainError('channel.state_invalid', 'This channel has no mailbox yet.', { state: 'OFF' });
  return row;
}

/** Its settings stay, and what comes until it is switched on again is read then. */
export const switchOff = (ctx: Ctx, deps: UsedDeps, channelId: string): Promise<Mailbox> =>
  ctx.transaction(async (tx) => {
    const { version } = await accessMailbox(tx, ctx, channelId);
    const change = { state: 'OFF' as const, lastError: '', failingSince: null, isTold: false, version: version + 1 };
    await changing(ctx, tx, mailboxRecord, channelId, 'edit', () => changeMailbox(tx, ctx.enterpriseId, channelId, change));
    return tell(ctx, deps, tx, channelId);
  });

/** @throws DomainError channel.state_invalid while it is switched off */
export const readNow = (ctx: Ctx, deps: UsedDeps, channelId: string): Promise<Mailbox> =>
  ctx.transaction(async (tx) => {
    const { state } = await accessMailbox(tx, ctx, channelId);
    if (state === 'OFF') throw new DomainError('channel.state_invalid', 'This mailbox is switched off.', { state });
    await changeMailbox(tx, ctx.enterpriseId, channelId, { askedAt: ctx.now() });
    return tell(ctx, deps, tx, channelId);
  });
