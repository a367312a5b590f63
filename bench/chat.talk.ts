import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { live } from '@parley/contract';
import type { WebSocket } from 'ws';
import { openAgent, openVisitor } from '../apps/server/test/sockets.ts';
import { percentile } from './table.ts';
import type { World } from './world.ts';

export const chats = 50;
const messagesPerChat = 120;

/** The server closes a socket that has said nothing for two and a half beats. */
export function keepAlive(socket: WebSocket): void {
  const beat = setInterval(() => socket.send(JSON.stringify({ type: 'ping', data: {} })), live.heartbeatMs);
  socket.once('close', () => clearInterval(beat));
}

export type Run = { perSecond: number; p99Ms: number };

/**
 * Every chat writes as soon as its last message has arrived: fifty messages are under way at any moment.
 * @param everyMs or else at this pace, each chat at its own moment; what is late is written at once
 */
export async function measure(
  exchange: (chat: number, text: string) => Promise<void>,
  { everyMs = 0, count = messagesPerChat } = {},
): Promise<Run> {
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: chats }, async (_, chat) => {
      for (let index = 0; index < count; index += 1) {
        const early = started + everyMs * (index + chat / chats) - performance.now();
        if (everyMs > 0 && early > 0) await sleep(early);
        const sentAt = performance.now();
        await exchange(chat, `message ${index} of chat ${chat}`);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  return { perSecond: (chats * count) / ((performance.now() - started) / 1000), p99Ms: percentile(latencies, 0.99) };
}

/** Ours: a visitor's widget writes, the message is stored with its ledger row, and the agent's console receives it. */
export async function openChats(world: World) {
  const { url } = world.running;
  await world.ctx.transaction((tx) =>
    tx
      .insertInto('chatSettings')
      .values({ enterpriseId: world.enterpriseId, settingsNo: 1, deptId: null, own: JSON.stringify({ maxOpenChats: 200 }) })
      .execute(),
  );
  const { token } = await world.makeAgent([3]);
  const agent = await openAgent(url, token);
  const visitors = await Promise.all(Array.from({ length: chats }, () => openVisitor(url, world.channel.widgetKey)));
  for (const visitor of visitors) {
    const { chatId } = await visitor.say('Hello');
    await agent.ask('agentPickupChat', { chatId });
    // Only the measurement reads frames from here on.
    visitor.talker.socket.removeAllListeners('message');
    keepAlive(visitor.talker.socket);
  }
  keepAlive(agent.talker.socket);
  agent.talker.socket.removeAllListeners('message');
  const waiting = new Map<string, () => void>();
  agent.talker.socket.on('message', (data) => {
    const frame = JSON.parse(data.toString()) as { type: string; data: { action?: { message: string } } };
    if (frame.type === 'customerReply') waiting.get(frame.data.action?.message ?? '')?.();
  });
  let round = 0;
  return {
    run(pace = {}) {
      round += 1;
      return measure((chat, text) => {
        const unique = `${round} ${text}`;
        const arrived = new Promise<void>((resolve) => waiting.set(unique, resolve));
        visitors[chat]?.talker.socket.send(JSON.stringify({ type: 'send', data: { key: randomUUID(), text: unique } }));
        return arrived;
      }, pace);
    },
    close() {
      agent.close();
      for (const visitor of visitors) visitor.close();
    },
  };
}
