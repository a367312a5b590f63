import type { MailOfOurs } from '@parley/vendors';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { amongRows } from '../ledger/ledger.repository.ts';
import { findMessages } from './receipts.ts';

/** @property address whom the message was for. @property named everybody whom its mail names, in lower case */
export type Recipients = { address: string; named: ReadonlySet<string> };

/** Finds whom mails of ours name, by the ids of their messages. */
export async function findRecipients(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  mails: readonly MailOfOurs[],
): Promise<ReadonlyMap<string, Recipients>> {
  const known = mails.length > 0 ? [...(await findMessages(tx, enterpriseId, channelId, mails)).values()] : [];
  if (known.length === 0) return new Map();
  const { rows } = await sql<{ messageId: string; address: string; named: string[] }>`
    select m.message_id, m.address, array(select lower(p->>'address') from jsonb_path_query(m.content, '$.mail.*[*] ? (exists (@.address))') p) as named
    from messages m where m.enterprise_id = ${enterpriseId} and ${amongRows(known)}`.execute(tx);
  const byId = new Map(rows.map(({ messageId, address, named }) => [messageId, { address, named: new Set(named) }]));
  return new Map(known.flatMap(({ messageId, wanted }) => (byId.has(messageId) ? [[wanted, byId.get(messageId) as Recipients]] : [])));
}
