import { channelTypes, endpoints, type Template, type VendorName } from '@parley/contract';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

/** Channels that send, and templates on them. */
export function createTemplates({ as, contextOf, deps }: Pick<TestApp, 'as' | 'contextOf' | 'deps'>) {
  const { templates } = endpoints;
  return {
    async makeSendingChannel(
      owner: TestUser,
      {
        vendor = 'twixormcmi',
        type = channelTypes.WHATSAPP,
        name = 'Shop',
        environment = 'sandbox',
      }: { vendor?: VendorName; type?: number; name?: string; environment?: 'sandbox' | 'production' } = {},
    ): Promise<string> {
      const channelId = newId();
      await contextOf(owner).transaction((tx) =>
        tx
          .insertInto('channels')
          .values({
            enterpriseId: owner.enterpriseId,
            channelId,
            type,
            name,
            vendor,
            widgetKey: channelId,
            environment,
            sealedHookSecret: deps.secrets.encrypt('hook-secret'),
            contactId: '919820012345',
            config: JSON.stringify({ wabaId: 'waba-1', authToken: 'token-1', appId: 'app-1', clientSecret: 'secret-1' }),
            data: '{}',
          })
          .execute(),
      );
      return channelId;
    },
    async makeTemplate(owner: TestUser, channelId: string, more: object = {}): Promise<Template> {
      const components = [{ type: 'BODY', text: 'Hi {{1}}, your order is ready.', samples: { 1: 'Asha' } }];
      const body = { channelId, name: 'order_ready', language: 'en', category: 'UTILITY', components, extra: {}, ...more };
      return (await as(owner).post(templates.create.path, body)).json().data;
    },
  };
}
