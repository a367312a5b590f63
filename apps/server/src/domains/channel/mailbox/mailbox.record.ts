import { defineRecord } from '#platform/audit/record.ts';
import { findChannelColumns } from '../channel/channel.repository.ts';
import { findMailbox, type MailboxRow } from './mailbox.repository.ts';

const columns = [
  'host',
  'port',
  'security',
  'login',
  'username',
  'tokenUrl',
  'clientId',
  'folder',
  'aliases',
  'authservId',
  'smtpHost',
  'smtpPort',
  'smtpSecurity',
  'smtpSameLogin',
  'smtpUsername',
] as const;

const snapshotOf = (row: MailboxRow) => Object.fromEntries(columns.map((column) => [column, row[column]]));

/** The mailbox of an e-mail channel. The sealed text tells changed secrets, since it is written anew only when they are others. */
export const mailboxRecord = defineRecord({
  kind: 'mailbox',
  module: 'channels',
  tables: ['mailboxes'],
  fields: {
    channelName: 'plain',
    isOn: 'plain',
    ...Object.fromEntries(columns.map((column) => [column, 'plain' as const])),
    secrets: 'secret',
  },
  async read(tx, enterpriseId, id) {
    const row = await findMailbox(tx, enterpriseId, id);
    if (!row) return undefined;
    const channel = await findChannelColumns(tx, enterpriseId, id, ['name']);
    return { channelName: channel?.name ?? '', isOn: row.state !== 'OFF', ...snapshotOf(row), secrets: row.sealedSecrets };
  },
  nameOf: ({ channelName }) => String(channelName),
  link: (id) => `/admin/channels/${id}`,
});
