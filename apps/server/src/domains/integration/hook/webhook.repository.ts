import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { WebhookDeliveryTable, WebhookTable } from '#platform/db/schema.integration.ts';
import type { HookNoun } from './webhook.noun.ts';

/** Settings of the integration. */
export type WebhookSettings = { url: string; sandboxUrl: string; headerNames: string[] };

const rows = (tx: Read, enterpriseId: string, { kind }: Pick<HookNoun, 'kind'>) =>
  tx
    .selectFrom('webhooks as w')
    .innerJoin('integrations as i', (join) =>
      join.onRef('i.enterpriseId', '=', 'w.enterpriseId').onRef('i.integrationId', '=', 'w.webhookId'),
    )
    .selectAll('w')
    .select(['i.name', 'i.settings', 'i.secret', 'i.secretEnding', 'i.lastSuccessAt', 'i.lastError', 'i.updatedAt', 'i.version'])
    .select(
      sql<number>`(select count(*) from webhook_deliveries d
        where d.enterprise_id = w.enterprise_id and d.webhook_id = w.webhook_id and d.state = 'WAITING')`.as('waiting'),
    )
    .where('w.enterpriseId', '=', enterpriseId)
    .where('w.kind', '=', kind);

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];
export const settingsOf = ({ settings }: Pick<WebhookRow, 'settings'>): WebhookSettings =>
  ({ sandboxUrl: '', ...settings }) as unknown as WebhookSettings;

export const listWebhookRows = (tx: Read, enterpriseId: string, noun: HookNoun): Promise<WebhookRow[]> =>
  rows(tx, enterpriseId, noun).orderBy(sql`lower(i.name)`).limit(100).execute();

/** @throws DomainError webhook.not_found, relay.not_found */
export async function accessWebhook(
  tx: Read,
  enterpriseId: string,
  noun: HookNoun,
  webhookId: string,
  { lock = false } = {},
): Promise<WebhookRow> {
  const row = await rows(tx, enterpriseId, noun)
    .where('w.webhookId', '=', webhookId)
    .$if(lock, (query) => query.forUpdate(['w', 'i']))
    .executeTakeFirst();
  if (!row) throw noun.notFound();
  return row;
}

/** A webhook that is on, as far as it decides what is written for it. */
export type Listener = Pick<Selectable<WebhookTable>, 'webhookId' | 'events' | 'channelIds' | 'departmentIds'>;

export const listListeners = (tx: Tx, enterpriseId: string): Promise<Listener[]> =>
  tx
    .selectFrom('webhooks')
    .select(['webhookId', 'events', 'channelIds', 'departmentIds'])
    .where('enterpriseId', '=', enterpriseId)
    .where('state', '<>', 'paused')
    .execute();

/** A delivery that this process has claimed, with all that it takes to send it. Secrets are sealed. */
export type Claimed = {
  enterpriseId: string;
  deliveryId: string;
  webhookId: string;
  eventId: string;
  type: string;
  body: string;
  attempts: number;
  createdAt: Date;
  url: string;
  secret: string;
  formerSecret: string;
};

/** @param most in all, @param atOnce of one webhook, @param heldMs until others may take it again */
export async function claimDeliveries(db: Db, most: number, atOnce: number, heldMs: number): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    select * from claim_webhook_deliveries(${most}, ${atOnce}, make_interval(secs => ${heldMs / 1000}))`.execute(db);
  return rows;
}

/** The address is back: what waits for its next attempt is due now. */
export async function sendWaiting(tx: Tx, enterpriseId: string, webhookId: string, now: Date): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ dueAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'WAITING')
    .where('dueAt', '>', now)
    .execute();
}

export type LoggedDelivery = Pick<
  Selectable<WebhookDeliveryTable>,
  'deliveryId' | 'eventId' | 'state' | 'attempts' | 'createdAt' | 'dueAt'
> & { type: string; status: number | null; durationMs: number | null; error: string | null };

export const logOf = (tx: Read, enterpriseId: string, webhookId: string) =>
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
