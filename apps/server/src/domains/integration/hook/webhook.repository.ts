import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { WebhookTable } from '#platform/db/schema.integration.ts';

export type HookKind = 'webhook' | 'relay';

/** Settings of the integration. */
export type WebhookSettings = { url: string; sandboxUrl: string; headerNames: string[] };

const rows = (tx: Read, enterpriseId: string, kind: HookKind) =>
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

export const listWebhookRows = (tx: Read, enterpriseId: string, kind: HookKind): Promise<WebhookRow[]> =>
  rows(tx, enterpriseId, kind).orderBy(sql`lower(i.name)`).limit(100).execute();

export const findWebhook = (
  tx: Read,
  enterpriseId: string,
  kind: HookKind,
  webhookId: string,
  { lock = false } = {},
): Promise<WebhookRow | undefined> =>
  rows(tx, enterpriseId, kind)
    .where('w.webhookId', '=', webhookId)
    .$if(lock, (query) => query.forUpdate(['w', 'i']))
    .executeTakeFirst();

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

/** The values of a hook that the audit trail keeps. */
export async function findHookRecord(tx: Read, enterpriseId: string, webhookId: string, kind: HookKind) {
  const row = await tx
    .selectFrom('webhooks as w')
    .innerJoin('integrations as i', (join) =>
      join.onRef('i.enterpriseId', '=', 'w.enterpriseId').onRef('i.integrationId', '=', 'w.webhookId'),
    )
    .select(['i.name', 'i.settings', 'w.events', 'w.channelIds as channels', 'w.departmentIds as departments', 'w.state', 'i.secret'])
    .where('w.enterpriseId', '=', enterpriseId)
    .where('w.webhookId', '=', webhookId)
    .where('w.kind', '=', kind)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, ...values } = row;
  return { ...values, ...settings };
}

export async function insertWebhook(tx: Tx, row: Insertable<WebhookTable>): Promise<void> {
  await tx.insertInto('webhooks').values(row).execute();
}

export async function changeWebhook(tx: Tx, enterpriseId: string, webhookId: string, change: Updateable<WebhookTable>): Promise<void> {
  await tx.updateTable('webhooks').set(change).where('enterpriseId', '=', enterpriseId).where('webhookId', '=', webhookId).execute();
}

/** The health of a webhook, locked. */
export const lockHealth = (tx: Tx, enterpriseId: string, webhookId: string) =>
  tx
    .selectFrom('webhooks')
    .select(['failuresInRow', 'failingSince', 'probeAt', 'state', 'createdBy', 'kind'])
    .where('enterpriseId', '=', enterpriseId)
    .where('webhookId', '=', webhookId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Stores how the last attempts of a webhook went, for the list. @returns its name */
export async function noteResult(
  tx: Tx,
  enterpriseId: string,
  webhookId: string,
  result: { lastSuccessAt?: Date; lastError: string },
): Promise<string> {
  const { name } = await tx
    .updateTable('integrations')
    .set(result)
    .where('enterpriseId', '=', enterpriseId)
    .where('integrationId', '=', webhookId)
    .returning('name')
    .executeTakeFirstOrThrow();
  return name;
}
