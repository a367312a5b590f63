import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { DepartmentUse } from '../../account/door.ts';
import type { ChannelUse } from '../../channel/door.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';
import { moveLedger } from '../../messaging/door.talk.ts';
import { retimeOpen } from '../clock/clock.jobs.ts';
import { relaxWaiting } from '../clock/clock.repository.ts';

async function assertMergeable(tx: Tx, enterpriseId: string, one: string, other: string): Promise<void> {
  const { rows } = await sql`select from chats a join chats b
    on b.enterprise_id = a.enterprise_id and b.channel_id = a.channel_id and b.customer_id = ${other} and b.state not in (3, 4)
    where a.enterprise_id = ${enterpriseId} and a.customer_id = ${one} and a.state not in (3, 4) limit 1`.execute(tx);
  if (rows.length > 0)
    throw new DomainError('customer.merge_open_chats', 'Both have an open chat on the same channel. Close one of them first.', {});
}

async function move(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('chats')
    .set({ customerId: to })
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', from)
    .returning('chatId')
    .execute();
  await moveLedger(
    tx,
    enterpriseId,
    moved.map(({ chatId }) => chatId),
    { from, to },
  );
}

/** A customer's chats. */
export const chatsOfCustomer: CustomerTrace = {
  assertMergeable,
  move,
  isKnown: {
    by: 'chat',
    condition: sql<boolean>`exists (select from chats k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id)`,
  },
  timeline: (enterpriseId, customerId) => sql`
    select k.chat_id::text, k.created_at, 'chat', '', '[]', 'chat', k.chat_id, n.name
    from chats k join channels n on n.enterprise_id = k.enterprise_id and n.channel_id = k.channel_id
    where k.enterprise_id = ${enterpriseId} and k.customer_id = ${customerId}`,
};

/** Chats that came by a channel. */
export const chatsOfChannel: ChannelUse = {
  async countChats(tx, enterpriseId, channelId, { onlyOpen }) {
    const { count } = await tx
      .selectFrom('chats')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .$if(onlyOpen, (query) => query.where('state', 'not in', [chatStates.closed, chatStates.missed]))
      .executeTakeFirstOrThrow();
    return count;
  },
};

const ended = [chatStates.closed, chatStates.missed];

/** Chats of departments that are open or wait. */
export const chatsOfDepartments: DepartmentUse = {
  name: 'chats',
  async count(tx, enterpriseId, departmentIds) {
    if (departmentIds.length === 0) return new Map();
    const rows = await tx
      .selectFrom('chats')
      .select(['deptId', (eb) => eb.fn.countAll<number>().as('count')])
      .where('enterpriseId', '=', enterpriseId)
      .where('deptId', 'in', departmentIds)
      .where('state', 'not in', ended)
      .groupBy('deptId')
      .execute();
    return new Map(rows.map(({ deptId, count }) => [deptId ?? '', Number(count)]));
  },
  async move({ enterpriseId, now, jobs }, tx, fromId, toId) {
    await tx
      .updateTable('chats')
      .set({ deptId: toId, offeredTo: sql`array_replace(offered_to, ${fromId}::uuid, ${toId}::uuid)` })
      .where('enterpriseId', '=', enterpriseId)
      .where('deptId', '=', fromId)
      .where('state', 'not in', ended)
      .execute();
    // Their demands on agents are another department's now.
    await relaxWaiting(tx, enterpriseId, toId, now());
    await jobs.enqueue(tx, retimeOpen, { enterpriseId, departmentId: toId, onlyHeld: false });
  },
};
