import { type ChatSearchPage, readChatNumber } from '@parley/contract';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { findNamedCustomers } from '../../customer/door.ts';
import { viewerOf } from '../access/chat.access.ts';
import { readingScope, servedDepartments } from '../access/chat.scope.ts';
import { shownWords } from '../mail-thread/addresses.ts';
import { presentSummary } from '../record/chat.present.ts';
import { listSummaries } from '../record/chat.summary.repository.ts';
import { findChatByNumber, findChatsOfCustomers, listOwnChats, readEntries, type SearchPlace, searchEntries } from './search.repository.ts';
import { askedWords, passageOf, toQuery } from './search.words.ts';

const pageSize = 20;
const mostCustomers = 5;
/** Namesakes that are looked through for those whose chats the reader may read */
const mostNamesakes = 200;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The place that a cursor names; the contract has checked it. */
function placeOf(before: string | undefined, now: Date): SearchPlace {
  const [at, chatId, number] = before?.split('_') ?? [];
  if (!at) return { actedOn: now, chatId: lastId, number: 2_147_483_647 };
  return { actedOn: new Date(at), chatId: chatId ?? lastId, number: Number(number ?? 0) };
}

/**
 * Searches the messages of all chats that the actor may read, newest first, and on the first page their customers by name and the chat by its number. The scope is a
 * condition of the same query, so a page is full however little of all messages is the actor's.
 * @throws DomainError 1403 for a key that was made for some channels: the index of words knows none
 */
export function searchChats(ctx: Ctx, { q, before }: { q: string; before?: string | undefined }): Promise<ChatSearchPage> {
  const { enterpriseId, actor } = ctx;
  assertMayUseChannel(actor, '');
  const words = askedWords(q);
  const query = toQuery(words);
  if (query === undefined) return Promise.resolve({ chats: [], hits: [], next: null, lookedTo: null });
  return ctx.read(async (tx) => {
    const scope = readingScope(actor);
    const reader = { enterpriseId, userId: actor.userId, served: servedDepartments(actor) };
    const own = scope === 'enterprise' ? [] : await listOwnChats(tx, reader);
    const found = await searchEntries(tx, { query, before: placeOf(before, ctx.now()), most: pageSize + 1, own, scope });
    const page = found.entries.slice(0, pageSize);
    const customers = before === undefined ? await findNamedCustomers(tx, actor, q, mostNamesakes) : [];
    const chatNo = before === undefined ? readChatNumber(q) : undefined;
    const numbered = chatNo === undefined ? [] : await findChatByNumber(tx, enterpriseId, chatNo, { own, scope });
    const ofCustomers = (await findChatsOfCustomers(tx, enterpriseId, customers, { own, scope })).slice(0, mostCustomers);
    const named = [...new Set([...numbered, ...ofCustomers])];
    const texts = await readEntries(tx, enterpriseId, page);
    const rows = await listSummaries(tx, enterpriseId, actor.userId, [...new Set([...named, ...page.map(({ chatId }) => chatId)])]);
    const chats = new Map(rows.map((row) => [row.chatId, presentSummary(row, viewerOf(actor), ctx.fileUrl, ctx.now())]));
    const last = page.at(-1);
    const isMore = found.entries.length > pageSize && last !== undefined;
    return {
      chats: named.flatMap((chatId) => chats.get(chatId) ?? []),
      hits: texts.flatMap(({ chatId, number, actedOn, message, authorKind, authorName }) => {
        const chat = chats.get(chatId);
        if (!chat) return [];
        const { customerName, customerNumber, channelType, state } = chat;
        const { text, marks } = passageOf(shownWords(message, channelType, viewerOf(actor)), words);
        const at = actedOn.toISOString();
        return [{ chatId, number, actedOn: at, customerName, customerNumber, channelType, state, authorKind, authorName, text, marks }];
      }),
      next: isMore
        ? `${last.actedOn.toISOString()}_${last.chatId}_${last.number}`
        : found.lookedTo && `${found.lookedTo.toISOString()}_${lastId}_0`,
      lookedTo: isMore ? null : (found.lookedTo?.toISOString() ?? null),
    };
  });
}
