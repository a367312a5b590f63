import type { LedgerStatus } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { MessageActTable } from '#platform/db/schema.sending.ts';

export type MessageAct = Selectable<MessageActTable>;
export type NewAct = Omit<MessageAct, 'place' | 'state' | 'attempts' | 'settledAt' | 'dueAt'>;

/**
 * Asks for an act. It takes the place of an older one of its kind on the message that has not left, and a revocation that of new words too. The
 * chat is locked: whoever asks for one holds that lock.
 */
export async function queueAct(tx: Tx, act: NewAct): Promise<void> {
  const kinds = act.kind === 'revoke' ? (['revoke', 'edit'] as const) : [act.kind];
  await tx
    .deleteFrom('messageActs')
    .where('enterpriseId', '=', act.enterpriseId)
    .where('chatId', '=', act.chatId)
    .where('number', '=', act.number)
    .where('kind', 'in', kinds)
    .where('state', '=', 'queued')
    .execute();
  await tx
    .insertInto('messageActs')
    .values({ ...act, dueAt: act.createdAt })
    .execute();
}

export async function findDueActs(db: Db, now: Date): Promise<{ enterpriseId: string; channelId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; channelId: string }>`select * from due_message_acts(${now})`.execute(db);
  return rows;
}

/** Lets acts wait while the vendor's pause of the channel lasts. @returns false: there is none */
export async function waitForPause(tx: Tx, enterpriseId: string, channelId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ until: Date }>`select blocked_until as until from channel_speeds
    where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and blocked_until > ${now}`.execute(tx);
  if (!rows[0]) return false;
  await sql`update message_acts a set due_at = ${rows[0].until} from (select d.act_id from message_acts d
      where d.enterprise_id = ${enterpriseId} and d.channel_id = ${channelId} and d.state in ('queued', 'sending') and d.due_at <= ${now}
      for update skip locked) c
    where a.enterprise_id = ${enterpriseId} and a.act_id = c.act_id`.execute(tx);
  return true;
}

/**
 * Takes acts of a channel that are due, until `heldUntil`; one whose worker has not told its outcome by then is taken over. Of one message
 * only the first waits for its turn.
 */
export async function claimActs(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  { now, heldUntil, atMost }: { now: Date; heldUntil: Date; atMost: number },
): Promise<MessageAct[]> {
  const { rows } = await sql<MessageAct>`
    update message_acts a set state = 'sending', attempts = a.attempts + 1, due_at = ${heldUntil}
    from (select d.act_id from message_acts d
      where d.enterprise_id = ${enterpriseId} and d.channel_id = ${channelId} and d.state in ('queued', 'sending') and d.due_at <= ${now}
        and not exists (select from message_acts e where e.enterprise_id = d.enterprise_id and e.chat_id = d.chat_id and e.number = d.number
          and e.state in ('queued', 'sending') and e.place < d.place)
      order by d.place limit ${atMost} for update skip locked) c
    where a.enterprise_id = ${enterpriseId} and a.act_id = c.act_id
    returning a.*`.execute(tx);
  return rows;
}

const claimed = ({ enterpriseId, actId, attempts }: MessageAct) =>
  sql`enterprise_id = ${enterpriseId} and act_id = ${actId} and state = 'sending' and attempts = ${attempts}`;

/**
 * Gives a taken act back until then; one whose place a newer act has taken meanwhile is gone.
 * @param wasTried false: nothing has left, and no attempt counts
 */
export async function putOffAct(tx: Tx, act: MessageAct, until: Date, wasTried: boolean): Promise<void> {
  const { chatId, number, kind, place } = act;
  await sql`delete from message_acts where ${claimed(act)} and exists (select from message_acts n
    where n.enterprise_id = ${act.enterpriseId} and n.chat_id = ${chatId} and n.number = ${number} and n.place > ${place}
      and n.state = 'queued' and (n.kind = ${kind} or (n.kind = 'revoke' and ${kind} = 'edit')))`.execute(tx);
  await sql`update message_acts set state = 'queued', due_at = ${until}, attempts = attempts - ${wasTried ? 0 : 1}
    where ${claimed(act)}`.execute(tx);
}

/** Settles a taken act. @returns false: another worker has taken it over, or it is gone */
export async function settleAct(tx: Tx, act: MessageAct, state: 'sent' | 'failed' | 'unknown', now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update message_acts set state = ${state}, value = '', settled_at = ${now}
    where ${claimed(act)}`.execute(tx);
  return numAffectedRows === 1n;
}

/** A message of ours in a chat, as the vendor knows it. @property vendorMessageId '' while it is not handed over */
export async function findOurs(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  number: number,
): Promise<{ status: LedgerStatus; vendorMessageId: string } | undefined> {
  const { rows } = await sql<{ status: LedgerStatus; vendorMessageId: string }>`
    select m.status, coalesce((select h.vendor_message_id from message_handovers h
      where h.enterprise_id = m.enterprise_id and h.message_id = m.message_id and h.vendor_message_id <> '' order by h.at desc limit 1), '')
      as vendor_message_id
    from messages m where m.enterprise_id = ${enterpriseId} and m.resource_id = ${chatId} and m.number = ${number} and m.direction = 'out'`.execute(
    tx,
  );
  return rows[0];
}

/** Takes away all acts of these chats, those that have not left too. */
export async function forgetActs(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<void> {
  await sql`delete from message_acts a where a.enterprise_id = ${enterpriseId} and a.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
}
