import { channelTypes, type WebChannelData } from '@parley/contract';
import { afterAll } from 'vitest';
import { createChannel } from '../src/domains/channel/door.ts';
import type { TestApp } from './app.ts';
import type { TestEnterprise } from './factories.ts';
import { openAgent, openVisitor } from './sockets.ts';

export const webData = (more: Partial<WebChannelData> = {}): WebChannelData => ({
  allowedDomains: [],
  title: 'Chat',
  greeting: 'Hello',
  colour: '#1f6f78',
  entry: 'queue',
  botId: '',
  ...more,
});

export const makeWebChannel = (enterprise: TestEnterprise, more: Partial<WebChannelData> = {}) =>
  createChannel(enterprise.ctx, { name: 'Website', type: channelTypes.WEB, isActive: true, data: webData(more) });

/** People who talk to each other; called once at the top of a file, whose end closes what they opened. */
export function createScenes(app: TestApp) {
  const open: { close: () => void }[] = [];
  afterAll(() => {
    for (const socket of open) socket.close();
  });

  const keep = <T extends { close: () => void }>(socket: T): T => {
    open.push(socket);
    return socket;
  };
  const connect = async (user: { token: string }) => keep(await openAgent(app.url, user.token));
  const visit = async (widgetKey: string, hello?: Parameters<typeof openVisitor>[2]) => keep(await openVisitor(app.url, widgetKey, hello));

  return {
    connect,
    visit,
    /** An enterprise with a web channel and two agents, all connected, and a visitor who has said hello. */
    async makeScene(entry: 'bot' | 'queue' = 'queue') {
      const enterprise = await app.makeEnterprise();
      const channel = await makeWebChannel(enterprise, { entry });
      const [first, second] = await Promise.all([
        app.makeUser({ enterprise, roles: [3], name: 'Asha' }),
        app.makeUser({ enterprise, roles: [3], name: 'Ben' }),
      ]);
      const [asha, ben] = await Promise.all([connect(first), connect(second)]);
      return { enterprise, channel, users: { asha: first, ben: second }, asha, ben, visitor: await visit(channel.widgetKey) };
    },
  };
}
