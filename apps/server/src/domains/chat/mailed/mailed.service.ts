import { randomInt } from 'node:crypto';
import { emailPattern, fieldError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { queueMail, readMailBrand, renderMail } from '../../account/door.ts';
import { linesOf } from '../conversation/chat.transcript.ts';
import { listActions, lockChats } from '../record/chat.repository.ts';
import { type AskCounts, countAsks, insertAsk, lockAsks, noteSent, tryAsk } from './mailed.repository.ts';

type Own = { chatId: string; customerId: string };
const hourMs = 3_600_000;
const validMs = 15 * 60_000;
/** Asks in an hour: nobody's mailbox is flooded by a widget, whatever chats somebody begins for it. */
const mostAsks: AskCounts = { chat: 3, email: 3, network: 10, all: 300 };
const mostTries = 5;
const mostEntries = 500;

/** The visitor's own chat. @throws DomainError chat.not_found */
async function lockOwn(tx: Tx, enterpriseId: string, { chatId, customerId }: Own): Promise<void> {
  const [chat] = await lockChats(tx, enterpriseId, [chatId]);
  if (chat?.customerId !== customerId) throw new DomainError('chat.not_found', 'No such chat.', {});
}

const hashOf = (ctx: EnterpriseContext, chatId: string, code: string) => ctx.keyedHash('transcript', `${chatId} ${code}`);

/** Sends a code to the address, by which its owner confirms it. @param network from which the visitor comes @throws DomainError chat.not_found, request.invalid or request.rate_limited */
export function askTranscript(
  deps: Deps,
  ctx: EnterpriseContext,
  { email, network, ...own }: Own & { email: string; network: string },
): Promise<void> {
  const { enterpriseId } = ctx;
  const to = email.trim();
  if (!emailPattern.test(to)) throw invalidRequest(fieldError('email', 'customer.email'));
  return ctx.transaction(async (tx) => {
    await lockOwn(tx, enterpriseId, own);
    const now = ctx.now();
    const ask = { chatId: own.chatId, email: to, network: ctx.keyedHash('transcript-network', `${enterpriseId} ${network}`) };
    await lockAsks(tx, enterpriseId);
    const asked = await countAsks(tx, enterpriseId, ask, new Date(now.getTime() - hourMs));
    if (Object.entries(mostAsks).some(([what, most]) => asked[what as keyof AskCounts] >= most))
      throw new DomainError('request.rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds: 3600 });
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await insertAsk(tx, {
      enterpriseId,
      askId: newId(),
      ...ask,
      codeHash: hashOf(ctx, own.chatId, code),
      createdAt: now,
    });
    const brand = await readMailBrand(deps, tx, enterpriseId);
    const mail = renderMail(to, brand, {
      subject: `${code} is your code`,
      greeting: 'Hello,',
      paragraphs: [
        `somebody wants a conversation with ${brand.info.title} to be sent to this address. If it was you, enter this code: ${code}`,
        'It is valid for 15 minutes. If it was not you, ignore this mail.',
      ],
    });
    await queueMail(deps, tx, mail);
  });
}

/** Sends the conversation to the confirmed address. @throws DomainError chat.not_found or chat.transcript_code */
export async function confirmTranscript(deps: Deps, ctx: EnterpriseContext, { code, ...own }: Own & { code: string }): Promise<void> {
  const { enterpriseId } = ctx;
  // The try is counted even where the code is wrong, so the refusal comes after the commit.
  const isSent = await ctx.transaction(async (tx) => {
    await lockOwn(tx, enterpriseId, own);
    const now = ctx.now();
    const ask = await tryAsk(tx, enterpriseId, own.chatId, { since: new Date(now.getTime() - validMs), mostTries });
    if (!ask || !hashOf(ctx, own.chatId, code.trim()).equals(ask.codeHash)) return false;
    const [brand, timeZone, actions] = await Promise.all([
      readMailBrand(deps, tx, enterpriseId),
      ctx.readTimeZone(tx),
      listActions(tx, enterpriseId, own.chatId, { perPage: mostEntries }),
    ]);
    await queueMail(
      deps,
      tx,
      renderMail(ask.email, brand, {
        subject: `Your conversation with ${brand.info.title}`,
        greeting: `Your conversation (times in ${timeZone}):`,
        paragraphs: linesOf(actions, timeZone, brand.info.title),
      }),
    );
    await noteSent(tx, enterpriseId, ask.askId, now);
    return true;
  });
  if (!isSent) throw new DomainError('chat.transcript_code', 'The code is wrong or too old.', {});
}
