import { createHash } from 'node:crypto';
import { channelTypes } from '@parley/contract';
import { answerAsBot, finishConversation } from '../src/domains/bot/door.ts';
import {
  closeChat,
  listActions,
  lockChats,
  missChat,
  noteAgentRead,
  noteCustomerReceipt,
  pickUpMissed,
  pickUpNew,
  rateChat,
  receive,
  setTag,
  storeReplies,
  tellMissed,
} from '../src/domains/chat/door.ts';
import { noteHeard } from '../src/domains/customer/door.ts';
import type { Past } from './demo-history.past.ts';
import type { PlannedChat } from './demo-history.plan.ts';
import { carry } from './demo-history.wire.ts';

const readSeconds = 9;
const typeSeconds = 35;
const mostSaid = 50;

/** One customer's conversation while it is made. */
type Talk = { past: Past; planned: PlannedChat; chatId: string; customerId: string; said: number };

/** Visitors of the website have the hash of a token for an address. */
const addressOf = ({ line, key, number }: PlannedChat): string =>
  line === 'whatsApp' ? number : createHash('sha256').update(key).digest('hex');

async function customerSays(talk: Talk, text: string): Promise<void> {
  const { past, planned } = talk;
  const { ctx, tx, mark } = past;
  const address = addressOf(planned);
  const isWhatsApp = planned.line === 'whatsApp';
  const channelId = mark[planned.line];
  talk.said += 1;
  const [stored] = await receive(ctx, tx, [
    {
      enterpriseId: ctx.enterpriseId,
      channelId,
      entry: isWhatsApp ? 'queue' : 'bot',
      address,
      person: planned.number === '' ? undefined : { name: '', number: planned.number },
      ...(isWhatsApp
        ? {
            line: {
              type: channelTypes.WHATSAPP,
              vendor: 'twixormcmi',
              environment: 'sandbox',
              state: 'ACTIVE',
              lastInboundAt: ctx.now().toISOString(),
              session: null,
              isBlocked: false,
            },
          }
        : {}),
      visit: isWhatsApp ? {} : planned.visit,
      key: `${planned.key}.${talk.said}`,
      text,
      attachment: null,
    },
  ]);
  if (!stored) return;
  if (isWhatsApp) await noteHeard(tx, ctx.enterpriseId, channelId, [{ address, at: ctx.now(), session: null }]);
  talk.chatId = stored.chatId;
  talk.customerId = stored.customer.customerId;
}

async function agentSays({ past, planned, chatId }: Talk, text: string): Promise<void> {
  const { ctx, tx } = past;
  const { actor } = past.as(planned.agent);
  const key = `${chatId}.${ctx.now().getTime()}`;
  const reply = {
    enterpriseId: ctx.enterpriseId,
    agentId: actor.userId,
    agentName: actor.name,
    chatId,
    key,
    message: text,
    attachment: null,
  };
  await storeReplies(ctx, tx, [reply]);
}

/** Carries the messages to the customer until they are delivered, or read. */
async function customerGets({ past, planned, chatId, customerId }: Talk, isRead: boolean): Promise<void> {
  past.pass(readSeconds);
  if (planned.line === 'whatsApp') await carry(past, past.mark.whatsApp, () => (isRead ? 'read' : 'delivered'), readSeconds);
  else await noteCustomerReceipt(past.ctx, { chatId, customerId, upTo: Number.MAX_SAFE_INTEGER, isRead });
}

/** The agent has seen everything up to now. */
async function agentReads({ past, planned, chatId }: Talk): Promise<void> {
  const { ctx, tx } = past;
  const actions = await listActions(tx, ctx.enterpriseId, chatId, { perPage: mostSaid });
  await noteAgentRead(
    past.as(planned.agent),
    chatId,
    actions.map(({ actionId }) => actionId),
  );
}

/** Makes the part of the chat before an agent is there. */
async function open(talk: Talk): Promise<void> {
  const { past, planned } = talk;
  for (const [index, text] of planned.asks.entries()) {
    await customerSays(talk, text);
    past.pass(2);
    if (planned.line === 'web') await answerAsBot(past.ctx, past.deps, talk.chatId);
    if (index < planned.asks.length - 1) past.pass(typeSeconds);
  }
  await customerGets(talk, true);
}

async function miss({ past, chatId }: Talk, deadlineAt: Date): Promise<void> {
  past.goTo(new Date(deadlineAt.getTime() + 1000));
  await missChat(past.ctx, chatId, (tx, missed) => tellMissed(past.ctx, tx, missed));
}

async function serve(talk: Talk): Promise<void> {
  const { past, planned, chatId } = talk;
  const { topic } = planned;
  if (planned.end === 'open') await agentReads(talk);
  for (const [index, reply] of topic.replies.entries()) {
    past.pass(typeSeconds);
    await agentSays(talk, reply);
    const answer = topic.answers[index];
    past.pass(typeSeconds);
    // The customer waits for what the agent says to the answer.
    if (planned.end === 'open') await customerGets(talk, false);
    if (answer) await customerSays(talk, answer);
    if (planned.end === 'open') return;
  }
  if (planned.thanks !== '') await customerSays(talk, planned.thanks);
  await customerGets(talk, true);
  past.pass(typeSeconds);
  await agentReads(talk);
  const ctx = past.as(planned.agent);
  await setTag(ctx, chatId, { tag: topic.tag, note: topic.note });
  await closeChat(ctx, chatId, '');
  if (planned.stars === 0) return;
  past.pass(typeSeconds);
  await rateChat(past.ctx, { chatId, customerId: talk.customerId, stars: planned.stars, comment: planned.comment });
}

async function makeChat(past: Past, planned: PlannedChat): Promise<void> {
  past.goTo(planned.startedAt);
  const talk: Talk = { past, planned, chatId: '', customerId: '', said: 0 };
  await open(talk);
  const [chat] = await lockChats(past.tx, past.ctx.enterpriseId, [talk.chatId]);
  const deadlineAt = chat?.deadlineAt;
  if (deadlineAt) {
    if (planned.end === 'missed' || planned.end === 'pickedUpLate') await miss(talk, deadlineAt);
    else past.pass(planned.waitSeconds);
    if (planned.end === 'pickedUpLate') past.pass(5 * 60);
    if (planned.end === 'pickedUpLate') await pickUpMissed(past.as(planned.agent), talk.chatId);
    else if (planned.end !== 'missed') await pickUpNew(past.as(planned.agent), talk.chatId);
    if (planned.end !== 'missed') await serve(talk);
  }
  if (planned.line === 'web') await finishConversation(past.ctx, past.deps, past.mark.botId, talk.chatId);
}

/** Conversations of customers with the bot and with agents, from their first message to their rating. */
export async function makeChats(past: Past, chats: readonly PlannedChat[]): Promise<void> {
  for (const planned of chats) await makeChat(past, planned);
}
