import { channelTypes } from '@parley/contract';
import type { EnterpriseContext } from '../src/context.ts';
import { createChannel } from '../src/modules/channel/channel.service.ts';

/** The demo enterprise's website channel, for the widget on /demo. */
export async function seedDemoChannel(ctx: EnterpriseContext): Promise<void> {
  await createChannel(ctx, {
    name: 'Demo shop website',
    type: channelTypes.WEB,
    isActive: true,
    data: {
      allowedDomains: ['localhost', '127.0.0.1'],
      title: 'Demo shop',
      greeting: 'Hello! Ask us about opening hours, delivery or returns.',
      colour: '#1f6f78',
      entry: 'bot',
    },
  });
}
