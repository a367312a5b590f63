import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@parley/contract';
import { type AgentSocket, openAgent } from '../apps/server/test/sockets.ts';

const declineShare = 0.08;
const ignoreShare = 0.03;
/** Chats that an agent picks up by hand, in seconds between them. */
const byHandSeconds = [2, 12] as const;
const awayEverySeconds = [40, 160] as const;
const between = ([from, to]: readonly [number, number]) => from + Math.random() * (to - from);

/**
 * Agents at their sockets: they accept what is offered, decline some of it, let some of it go by, pick chats up by hand, close what they have,
 * go away and come back. None does more than its console lets it.
 */
export async function seatAgents(
  url: string,
  agents: readonly { userId: string; token: string }[],
  holdSeconds: readonly [number, number],
) {
  let isOpen = true;
  const refusals = new Map<string, number>();
  const sockets = await Promise.all(agents.map(({ token }) => openAgent(url, token)));
  const note = ({ status, code }: { status: boolean; code: string }) => {
    if (!status) refusals.set(code, (refusals.get(code) ?? 0) + 1);
    return status;
  };

  async function hold(token: string, chatId: string): Promise<void> {
    await sleep(between(holdSeconds) * 1000);
    const path = endpoints.chats.close.path.replace(':chatId', chatId);
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { 'authentication-token': token } });
    note((await answer.json()) as { status: boolean; code: string });
  }

  async function setStatus(token: string, agentStatus: number): Promise<void> {
    const answer = await fetch(`${url}${endpoints.chats.updateAgentStatus.path}`, {
      method: 'PUT',
      headers: { 'authentication-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ agentStatus }),
    });
    note((await answer.json()) as { status: boolean; code: string });
  }

  async function decide(socket: AgentSocket, token: string, chatId: string): Promise<void> {
    await sleep(between([50, 400]));
    const chance = Math.random();
    if (chance < ignoreShare) return;
    if (chance < ignoreShare + declineShare) return void note(await socket.ask('declineOffer', { chatId, kind: 'assigned' }));
    if (note(await socket.ask('acceptAssign', { chatId }))) await hold(token, chatId);
  }

  const busy = new Set<Promise<void>>();
  const begin = (work: Promise<void>) => {
    const done = work.finally(() => busy.delete(done));
    busy.add(done);
  };

  const lines = sockets.flatMap((socket, index) => {
    const token = agents[index]?.token as string;
    socket.talker.socket.on('message', (text) => {
      const frame = JSON.parse(text.toString()) as { type: string; data: { chatId: string; uId: string; agentStatus: number } };
      // Replies alone are taken by those who wait for them; all else would be kept for good.
      socket.talker.received.splice(0, socket.talker.received.length, ...socket.talker.received.filter(({ type }) => type === 'reply'));
      if (frame.type === 'assignWaiting') begin(decide(socket, token, frame.data.chatId));
    });
    const pickUp = async () => {
      while (isOpen) {
        await sleep(between(byHandSeconds) * 1000);
        const answer = await socket.ask('agentPickupChat', {});
        const chatId = (answer.data as { chatId?: string } | null)?.chatId;
        if (note(answer) && chatId) begin(hold(token, chatId));
      }
    };
    const comeAndGo = async () => {
      while (isOpen) {
        await sleep(between(awayEverySeconds) * 500);
        await setStatus(token, 2);
        await sleep(between([2000, 6000]));
        // An agent who has missed two offers in a row was made Away meanwhile, and comes back here too.
        await setStatus(token, 1);
      }
    };
    return [pickUp(), comeAndGo()];
  });
  return {
    refusals,
    async leave() {
      isOpen = false;
      await Promise.all([...lines, ...busy]);
      for (const socket of sockets) socket.close();
    },
  };
}
