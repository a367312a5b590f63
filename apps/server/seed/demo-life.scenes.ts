import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../src/context.ts';
import type { Deps } from '../src/deps.ts';
import { actOnPhone } from '../src/domains/channel/door.ts';
import { closeChat, pickUpNew, readInbox, setTag, storeReplies } from '../src/domains/chat/door.ts';
import { sendBroadcast } from '../src/domains/outreach/door.ts';
import { mappings } from './demo-history.broadcasts.ts';
import { asDemoUser } from './demo-history.past.ts';
import { dayMs, type HistoryMark } from './demo-history.plan.ts';
import { orders, pleased, surveys, topics } from './demo-history.words.ts';
import type { Random } from './random.ts';

/** The things that a scene is played with. */
export type Stage = { deps: Deps; ctx: EnterpriseContext; mark: HistoryMark; random: Random };
/** Something that happens over several beats: each `yield` waits for the next one. */
export type Scene = AsyncGenerator<void, void>;

/** The agent who answers when nobody else does. */
const helper = 'agent2@demo.example';
/** Beats that a chat waits for a person who looks, before the helper takes it. */
const patienceBeats = 5;
const waitingMost = 50;

/** A customer's phone of the sandbox writes: from here on it is a message like any other, by the vendor's callback. */
async function say({ deps, ctx, mark }: Stage, number: string, text: string): Promise<void> {
  const admin = asDemoUser(deps, ctx, mark, 'admin@demo.example');
  await actOnPhone(admin, deps, mark.whatsApp, number, { name: '', act: { kind: 'text', text } });
}

async function findWaiting(helping: Ctx, number: string): Promise<string | undefined> {
  const query = { tab: 'waiting', sort: 'newest', label: '', department: '', perPage: waitingMost } as const;
  const { chats } = await readInbox(helping, query);
  return chats.find(({ customerNumber }) => customerNumber === number)?.chatId;
}

async function answer(helping: Ctx, chatId: string, message: string): Promise<void> {
  const { enterpriseId, actor } = helping;
  const key = `${chatId}.${helping.now().getTime()}`;
  const reply = { enterpriseId, agentId: actor.userId, agentName: actor.name, chatId, key, message, attachment: null };
  await helping.transaction((tx) => storeReplies(helping, tx, [reply]));
}

/** Days from now that people book for. */
const bookedDays = 3;

/** A customer walks through one of the streams, as far as people do. */
export async function* walk(stage: Stage, number: string): Scene {
  const day = new Date(stage.deps.now().getTime() + bookedDays * dayMs).toISOString().slice(0, 10);
  for (const text of stage.random.pick([...surveys, ...orders, ['appointment', day, '10:00'], ['appointment', day]])) {
    await say(stage, number, text);
    yield;
  }
}

/** A customer asks for something, and waits. Whoever is signed in may take the chat; after a while the helper does, and closes it. */
export async function* chat(stage: Stage, number: string): Scene {
  const topic = stage.random.pick(topics);
  await say(stage, number, topic.opening);
  for (let beat = 0; beat < patienceBeats; beat += 1) yield;
  const helping = asDemoUser(stage.deps, stage.ctx, stage.mark, helper);
  const chatId = await findWaiting(helping, number);
  // A person has it, and goes on as they like.
  if (chatId === undefined) return;
  await pickUpNew(helping, chatId);
  try {
    for (const [index, reply] of topic.replies.entries()) {
      yield;
      await answer(helping, chatId, reply);
      yield;
      await say(stage, number, topic.answers[index] ?? stage.random.pick(pleased));
    }
    yield;
    await setTag(helping, chatId, { tag: topic.tag, note: topic.note });
  } finally {
    // A program that stops leaves no chat with somebody who will not be there.
    await closeChat(helping, chatId, '').catch(ignoreRefusal);
  }
}

/** A broadcast to a few customers, which the ledger and the sandbox's vendor carry as they carry any. */
export async function* run({ deps, ctx, mark }: Stage, numbers: string[]): Scene {
  await sendBroadcast(deps, asDemoUser(deps, ctx, mark, 'maker@demo.example'), {
    channelId: mark.whatsApp,
    phoneNumber: numbers,
    groupIds: [],
    message: { template: { templateId: 'order_update', templateUId: mark.templates.order_update as string, cards: [] } },
    columnMapping: mappings.order_update ?? [],
    sendAt: '',
    requestKey: '',
    country: 'IN',
    calendarId: '',
  });
  yield;
}

/** People at the console may have been quicker: a scene that is refused ends. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DomainError)) throw error;
}
