import { type Channel, channelTypes } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { addChannel } from '../src/domains/channel/door.ts';

/** The demo enterprise's website channel, for the widget on /demo. */
export function seedDemoChannel(tx: Tx, enterpriseId: string): Promise<Channel> {
  return addChannel(tx, enterpriseId, {
    name: 'Demo shop website',
    type: channelTypes.WEB,
    isActive: true,
    data: {
      allowedDomains: ['localhost', '127.0.0.1'],
      title: 'Demo shop',
      greeting: 'Hello! Ask us about opening hours, delivery or returns.',
      colour: '#1f6f78',
      entry: 'bot',
      botId: '',
    },
  });
}
