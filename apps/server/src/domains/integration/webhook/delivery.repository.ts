import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { WebhookDeliveryTable } from '#platform/db/schema.integration.ts';
import type { Outcome } from '../hook/webhook.send.ts';

export type LoggedDelivery = Pick<
  Selectable<WebhookDeliveryTable>,
  'deliveryId' | 'eventId' | 'state' | 'attempts' | 'createdAt' | 'dueAt'
> & { type: string; status: number | null; durationMs: number | null; error: string | null };

const logOf = (tx: Read, enterpriseId: string, webhookId: string) =>
  tx
    .selectFrom('webhookDeliveries as d')
    .innerJoin('webhookEvents as e', (join) => join.onRef('e.enterpriseId', '=', 'd.enterpriseId').onRef('e.eventId', '=', 'd.eventId'))
    .leftJoin('webhookAttempts as a', (join) =>
      join.onRef('a.enterpriseId', '=', 'd.enterpriseId').onRef('a.deliveryId', '=', 'd.deliveryId').onRef('a.number', '=', 'd.attempts'),
    )
    .select([
      'd.deliveryId',
      'd.eventId',
      'd.state',
      'd.attempts',
      'd.createdAt',
      'd.dueAt',
      'e.type',
      'a.status',
      'a.durationMs',
      'a.error',
    ])
    .where('d.enterpriseId', '=', enterpriseId)
    .where('d.webhookId', '=', webhookId);

/** A page of the deliveries of a webhook, the newest first. @param state '' for all of them */
export const listLogged = (
  tx: Read,
  enterpriseId: string,
  webhookId: string,
  { state, ...page }: { state: string; from: number; limit: number },
): Promise<LoggedDelivery[]> =>
  logOf(tx, enterpriseId, webhookId)
    .$if(state !== '', (query) => query.where('d.state', '=', state as 'WAITING'))
    .orderBy('d.sequence', 'desc')
    .$call(pageOf(page))
    .execute();

/** A delivery with the bytes of its event. */
export const findLogged = (tx: Read, enterpriseId: string, webhookId: string, deliveryId: string) =>
  logOf(tx, enterpriseId, webhookId).select('e.body').where('d.deliveryId', '=', deliveryId).executeTakeFirst();

export const listAttempts = (tx: Read, enterpriseId: string, deliveryId: string) =>
  tx
    .selectFrom('webhookAttempts')
    .select(['number', 'at', 'status', 'durationMs', 'error'])
    .where('enterpriseId', '=', enterpriseId)
    .where('deliveryId', '=', deliveryId)
    .orderBy('number')
    .execute();

/** Lets deliveries wait once more. @param deliveryId none: everything that is dead. @returns how many */
export async function sendAgain(
  tx: Tx,
  enterpriseId: string,
  webhookId: string,
  { deliveryId, now }: { deliveryId: string | undefined; now: Date },
): Promise<number> {
  const again = await tx
    .updateTable('webhookDeliveries')
    .set({ state: 'WAITING', dueAt: now, finishedAt: null, claimedUntil: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', webhookId)
    .$if(deliveryId !== undefined, (query) => query.where('deliveryId', '=', deliveryId as string).where('state', '<>', 'WAITING'))
    .$if(deliveryId === undefined, (query) => query.where('state', '=', 'DEAD'))
    .returning(sql`1`.as('one'))
    .execute();
  return again.length;
}

export type Step = { deliveryId: string; state: 'WAITING' | 'DONE' | 'DEAD'; attempts: number; dueAt: Date; at: Date; outcome: Outcome };

/**
 * Writes down attempts, and moves their deliveries on. The condition on the state names no index of what waits: each delivery is looked up by its
 * key, and not among all that waits.
 * @param steps in the order of their ids
 */
export async function moveDeliveries(tx: Tx, enterpriseId: string, steps: readonly Step[], now: Date): Promise<void> {
  await sql`with g as (
      select * from unnest(${steps.map(({ deliveryId }) => deliveryId)}::uuid[], ${steps.map(({ state }) => state)}::text[],
        ${steps.map(({ attempts }) => attempts)}::integer[], ${steps.map(({ dueAt }) => dueAt)}::timestamptz[],
        ${steps.map(({ at }) => at)}::timestamptz[], ${steps.map(({ outcome }) => outcome.status)}::integer[],
        ${steps.map(({ outcome }) => outcome.durationMs)}::integer[], ${steps.map(({ outcome }) => outcome.error)}::text[])
        as g(delivery_id, state, attempts, due_at, at, status, duration_ms, error)
    ), moved as (
      update webhook_deliveries d set state = g.state, attempts = g.attempts, due_at = g.due_at, claimed_until = null,
        finished_at = case when g.state = 'WAITING' then null else ${now}::timestamptz end
      from g where d.enterprise_id = ${enterpriseId} and d.delivery_id = g.delivery_id and d.state not in ('DONE', 'DEAD') and d.attempts < g.attempts
      returning d.delivery_id
    )
    insert into webhook_attempts (enterprise_id, delivery_id, number, at, status, duration_ms, error)
    select ${enterpriseId}, g.delivery_id, g.attempts, g.at, g.status, g.duration_ms, g.error
    from g join moved m on m.delivery_id = g.delivery_id
    on conflict do nothing`.execute(tx);
}
