import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { webhookNoun } from '../hook/webhook.noun.ts';
import { webhookRecord } from '../hook/webhook.record.ts';
import { startDelivering } from './webhook.deliver.ts';
import { getDelivery, listDeliveries, redeliver } from './webhook.log.ts';
import { webhookEventsOfPerson } from './webhook.personal.ts';
import { createWebhook, deleteWebhook, listWebhooks, putWebhookBack, rotateSecret, testWebhook, updateWebhook } from './webhook.service.ts';

const { webhooks } = endpoints;

export const webhook: Module = {
  name: 'webhook',
  extensions: [extend(personalData, webhookEventsOfPerson)],
  records: [
    withPutBack(webhookRecord, {
      fields: ['name', 'url', 'sandboxUrl', 'events', 'channels', 'departments', 'state'],
      save: (ctx, id, values, deps) => putWebhookBack(ctx, deps, webhookNoun, id, values),
    }),
  ],
  routes(app, deps) {
    route(app, webhooks.list, async (ctx) => ({ webhooks: await listWebhooks(ctx, webhookNoun) }));
    route(app, webhooks.create, async (ctx, { body }) =>
      answer(await createWebhook(ctx, deps, webhookNoun, body), 'The webhook is made. Copy its secret now: it is not shown again.'),
    );
    route(app, webhooks.update, async (ctx, { params, body }) =>
      answer(await updateWebhook(ctx, deps, webhookNoun, params.webhookId, body), 'The webhook is saved.'),
    );
    route(app, webhooks.remove, async (ctx, { params }) => {
      await deleteWebhook(ctx, webhookNoun, params.webhookId);
      return answer(null, 'The webhook is deleted.');
    });
    route(app, webhooks.rotateSecret, async (ctx, { params }) =>
      answer(
        await rotateSecret(ctx, deps, webhookNoun, params.webhookId),
        'The webhook has a new secret. The former one works for 24 hours.',
      ),
    );
    route(app, webhooks.test, (ctx, { params }) => testWebhook(ctx, deps, webhookNoun, params.webhookId));
    route(app, webhooks.deliveries, (ctx, { params, query }) => listDeliveries(ctx, webhookNoun, params.webhookId, query));
    route(app, webhooks.delivery, (ctx, { params }) => getDelivery(ctx, webhookNoun, params.webhookId, params.deliveryId));
    route(app, webhooks.redeliver, (ctx, { params, body }) => redeliver(ctx, webhookNoun, params.webhookId, body.deliveryId));
  },
  work: (deps) => Promise.resolve(startDelivering(deps)),
  tend: ({ db }) => sql`select tend_webhooks()`.execute(db),
};
