import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BotTool, type ChatAction, type ChatSide, endpoints, type SideAct } from '@parley/contract';
import { expect, onTestFinished } from 'vitest';
import type { TestApp } from './app.ts';
import { at, createBots } from './bots.ts';
import type { TestUser } from './factories.ts';
import { type Replayed, replaying, startLlm } from './llm.ts';
import { createScenes } from './scene.ts';

export type Received = { method: string; path: string; body: string; key: string; authorization: string };
type Serve = (received: Received, response: ServerResponse) => void;

const answerJson: Serve = (_received, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"shipped"}');

/** An outside service on loopback that notes what reaches it. */
export async function startService(serve: Serve = answerJson) {
  const received: Received[] = [];
  const state = { serve };
  const server = createServer((incoming: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (part: Buffer) => chunks.push(part));
    incoming.on('end', () => {
      const one = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        body: Buffer.concat(chunks).toString(),
        key: String(incoming.headers['idempotency-key'] ?? ''),
        authorization: incoming.headers.authorization ?? '',
      };
      received.push(one);
      state.serve(one, response);
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/api`, port, received, behave: (next: Serve) => Object.assign(state, { serve: next }) };
}

const order = { name: 'order', type: 'string', description: 'Number of the order', isRequired: true };
export const lookUp = (integrationId: string, more: object = {}) => ({
  name: 'look_up_order',
  title: 'Look an order up',
  description: 'Tells the state of an order.',
  kind: 'service',
  fields: [order],
  service: { integrationId, method: 'GET', path: '/orders/{order}' },
  hasEffect: false,
  confirm: 'none',
  dryAnswer: '{"state":"shipped"}',
  ...more,
});
export const cancel = (integrationId: string, more: object = {}) => ({
  name: 'cancel_order',
  title: 'Cancel an order',
  description: 'Cancels an order.',
  kind: 'service',
  fields: [order, { name: 'reason', type: 'string', description: 'Why', isRequired: false }],
  service: { integrationId, method: 'POST', path: '/orders/{order}/cancel' },
  bound: [{ name: 'customer', source: 'customerId' }],
  hasEffect: true,
  confirm: 'customer',
  question: 'Shall I cancel the order {order}?',
  dryAnswer: '{"state":"cancelled"}',
  ...more,
});
export const handOver = {
  name: 'hand_over',
  title: 'Hand over',
  description: 'Calls a person.',
  kind: 'handOver',
  hasEffect: false,
  confirm: 'none',
};

/** The common steps of tests of tools: an enterprise with a prompt bot on a web channel, an outside service, and a model that replays. */
export function createTools(app: TestApp) {
  const { makeBot, train } = createBots(app);
  const scenes = createScenes(app);
  const { integrations, bots, tools, knowledge } = endpoints;

  const integrate = async (user: TestUser, name: string, baseUrl: string): Promise<string> =>
    (await app.as(user).post(integrations.create.path, { name, authType: 5, llm: 1, apikey: `key of ${name}`, baseUrl })).json().response
      ._id;

  const saveTool = async (user: TestUser, agentId: string, tool: object): Promise<BotTool> => {
    const answer = (await app.as(user).post(at(tools.save.path, { agentId }), tool)).json();
    expect(answer).toMatchObject({ status: true });
    return answer.data;
  };

  async function makeActing(
    answers: readonly Replayed[],
    toolsOf: (integrationId: string) => readonly object[] = (id) => [lookUp(id), cancel(id), handOver],
    { notes = [], serve }: { notes?: readonly string[]; serve?: Serve } = {},
  ) {
    const scene = await scenes.makeScene('bot');
    const admin = await app.makeUser({ enterprise: scene.enterprise, name: 'Admin' });
    const service = await startService(serve);
    const llm = await startLlm(replaying(answers));
    const [openaiKey, serviceId] = [await integrate(admin, 'Model', llm.url), await integrate(admin, 'Shop', service.url)];
    const { id: agentId } = await makeBot(admin, 'Clerk', 'prompt');
    for (const [index, text] of notes.entries())
      await app.as(admin).post(at(knowledge.addNote.path, { agentId }), { title: `Page ${index + 1}`, text });
    await app
      .as(admin)
      .post(at(bots.savePrompt.path, { agentId }), { openaiKey, prompt: 'Help with orders.', extractData: false, userData: [] });
    const made: BotTool[] = [];
    for (const tool of toolsOf(serviceId)) made.push(await saveTool(admin, agentId, tool));
    expect(await train(admin, agentId)).toMatchObject({ phase: 'DONE' });
    await app.as(admin).put(at(bots.connect.path, { agentId }), { channelIds: [scene.channel.id] });
    const { visitor } = scene;
    return {
      ...scene,
      admin,
      service,
      llm,
      agentId,
      serviceId,
      tools: made,
      /** Says something, and reads what the bot answers. */
      async say(text: string): Promise<{ chatId: string; reply: string }> {
        const { chatId } = await visitor.say(text);
        const { entry } = await visitor.next('entry', (heard) => heard.entry.author === 'bot');
        return { chatId, reply: entry.text };
      },
      /** Answers of the model from now on. */
      replay: (next: readonly Replayed[]) => llm.behave(replaying(next)),
      /** The calls that the chat's record tells. */
      async trace(chatId: string): Promise<Extract<SideAct, { act: 'tool' }>[]> {
        const { sides } = (await app.as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data as {
          sides: ChatSide[];
          messages: ChatAction[];
        };
        return sides.flatMap(({ act }) => (act?.act === 'tool' ? [act] : []));
      },
    };
  }

  return { ...scenes, makeActing, saveTool, integrate, makeBot, train };
}
