import type { Tx } from '#platform/db/database.ts';
import type { Notices } from '#platform/db/notices.ts';
import { type Remembered, rememberByEnterprise } from '#platform/db/remembered.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { WebhookEvent } from '../../../context.ts';
import { type Listener, listListeners } from '../hook/webhook.repository.ts';
import { insertEvents } from './event.repository.ts';

/** The webhooks that listen in an enterprise: most have none, and then nothing is written. */
export type Listeners = Remembered<readonly Listener[]>;
export const createListeners = (notices: Notices): Listeners => rememberByEnterprise(notices, listListeners);

const isFor = ({ events, channelIds, departmentIds }: Listener, { type, channelId, departmentId }: WebhookEvent): boolean =>
  events.includes(type) &&
  (channelIds.length === 0 || channelIds.includes(channelId)) &&
  (departmentIds.length === 0 || departmentIds.includes(departmentId ?? ''));

/** The bytes of an event, which every attempt and every redelivery sends as they are. */
export const bodyOf = (id: string, type: string, time: Date, enterpriseId: string, data: object): string =>
  JSON.stringify({ id, type, time: time.toISOString(), enterprise: enterpriseId, data });

/** Writes what webhooks are to be told, with the change that it is about; the worker sends it after the commit. */
export async function publishToWebhooks(
  { listeners, now }: { listeners: Listeners; now: () => Date },
  tx: Tx,
  enterpriseId: string,
  events: readonly WebhookEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const listening = await listeners.of(tx, enterpriseId);
  if (listening.length === 0) return;
  const at = now();
  const told = events.flatMap((event) => {
    const webhookIds = listening.filter((listener) => isFor(listener, event)).map(({ webhookId }) => webhookId);
    return webhookIds.length > 0 ? [{ ...event, eventId: newId(), webhookIds }] : [];
  });
  if (told.length === 0) return;
  const deliveries = told.flatMap(({ eventId, orderKey, webhookIds }) =>
    webhookIds.map((webhookId) => ({ deliveryId: newId(), eventId, orderKey, webhookId })),
  );
  const written = told.map(({ eventId, type, data }) => ({ eventId, type, body: bodyOf(eventId, type, at, enterpriseId, data) }));
  writeBehind(tx, insertEvents(tx, enterpriseId, written, deliveries, at));
}
