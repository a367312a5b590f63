import { endpoints, type WebhookDelivery, type WebhookEventType, webhookEventData } from '@parley/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { webhooks } = endpoints;

/**
 * Makes a webhook for one event, whose receiver is never reached. @returns reads the data of all that it was told, oldest first, by the
 * calls of its log
 */
export async function listenTo<T>(app: Pick<TestApp, 'as'>, user: TestUser, type: WebhookEventType): Promise<() => Promise<T[]>> {
  const made = (
    await app.as(user).post(webhooks.create.path, { name: type, url: 'https://hooks.example.com/parley', events: [type] })
  ).json();
  expect(made).toMatchObject({ status: true });
  const at = (path: string, deliveryId = '') => path.replace(':webhookId', made.data.id).replace(':deliveryId', deliveryId);
  return async () => {
    const { deliveries } = (await app.as(user).get(at(webhooks.deliveries.path))).json().data as { deliveries: WebhookDelivery[] };
    const bodies = await Promise.all(
      deliveries.toReversed().map(async ({ id }) => (await app.as(user).get(at(webhooks.delivery.path, id))).json().data.body as string),
    );
    return bodies.map((body) => {
      const told = JSON.parse(body);
      expect(webhookEventData[type].safeParse(told.data).error?.issues).toBeUndefined();
      return told.data as T;
    });
  };
}
