import { endpoints, type Relay, type RelaySave, relayEventType, type Webhook, type WebhookSave } from '@parley/contract';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { relayNoun } from '../hook/webhook.noun.ts';
import { relayRecord } from '../hook/webhook.record.ts';
import { getDelivery, listDeliveries, redeliver } from '../webhook/webhook.log.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  putWebhookBack,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '../webhook/webhook.service.ts';
import { relayHook } from './relay.routes.ts';

const { relays } = endpoints;

/** A bridge hears one event, of all departments; streams do not call it. */
const toSave = (save: RelaySave): WebhookSave => ({ ...save, sandboxUrl: '', events: [relayEventType as never], deptIds: [] });
function toRelay<T extends Webhook>(webhook: T): Omit<T, 'sandboxUrl' | 'events' | 'deptIds'> & Relay {
  const { sandboxUrl: _sandboxUrl, events: _events, deptIds: _deptIds, ...relay } = webhook;
  return relay;
}

export const relay: Module = {
  name: 'relay',
  records: [
    withPutBack(relayRecord, {
      fields: ['name', 'url', 'channels', 'state'],
      save: (ctx, id, values, deps) => putWebhookBack(ctx, deps, relayNoun, id, values),
    }),
  ],
  routes(app, deps) {
    relayHook(app, deps);
    route(app, relays.list, async (ctx) => ({ relays: (await listWebhooks(ctx, relayNoun)).map(toRelay) }));
    route(app, relays.get, async (ctx, { query }) => toRelay(await getWebhook(ctx, relayNoun, query.id)));
    route(app, relays.address, async (ctx, { query }) => {
      const { id } = await getWebhook(ctx, relayNoun, query.id);
      return { url: `${deps.publicUrl()}/hooks/relay/${id}` };
    });
    route(app, relays.create, async (ctx, { body }) =>
      answer(
        toRelay(await createWebhook(ctx, deps, relayNoun, toSave(body))),
        'The relay bridge is made. Copy its secret now: it is not shown again.',
      ),
    );
    route(app, relays.update, async (ctx, { body: { id, version, ...save } }) =>
      answer(toRelay(await updateWebhook(ctx, deps, relayNoun, id, { ...toSave(save), version })), 'The relay bridge is saved.'),
    );
    route(app, relays.remove, async (ctx, { query }) => {
      await deleteWebhook(ctx, relayNoun, query.id);
      return answer(null, 'The relay bridge is deleted.');
    });
    route(app, relays.rotateSecret, async (ctx, { body }) =>
      answer(
        toRelay(await rotateSecret(ctx, deps, relayNoun, body.id)),
        'The relay bridge has a new secret. The former one works for 24 hours.',
      ),
    );
    route(app, relays.test, (ctx, { body }) => testWebhook(ctx, deps, relayNoun, body.id));
    route(app, relays.deliveries, (ctx, { query: { id, ...query } }) => listDeliveries(ctx, relayNoun, id, query));
    route(app, relays.delivery, (ctx, { query }) => getDelivery(ctx, relayNoun, query.id, query.deliveryId));
    route(app, relays.redeliver, (ctx, { body }) => redeliver(ctx, relayNoun, body.id, body.deliveryId));
  },
};
