import { type CustomerChat, chatStates } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { channelsOf } from '../../../channel-right.ts';
import { type Ctx, can } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { accessChat, mayRead, viewerOf } from '../access/chat.access.ts';
import { isOfferedTo } from '../access/chat.scope.ts';
import { isTakenByHand } from '../offer/chat.pickup.ts';
import { presentSummary } from '../record/chat.present.ts';
import { hasOffer, listSummaries, type SummaryRow } from '../record/chat.summary.repository.ts';
import { listOpenOfCustomer } from './customer-chats.repository.ts';

/** Other open chats of the same customer. Of those that the reader may not open, the channel and the state alone are told. */
export function listCustomerChats(ctx: Ctx, chatId: string): Promise<CustomerChat[]> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const chat = await accessChat(tx, actor, chatId);
    const ids = await listOpenOfCustomer(tx, chat, channelsOf(actor));
    if (ids.length === 0) return [];
    const rows = await listSummaries(tx, enterpriseId, actor.userId, ids);
    const names = await departmentNames(tx, enterpriseId);
    const answers: CustomerChat[] = [];
    for (const row of rows.toSorted((a, b) => ids.indexOf(a.chatId) - ids.indexOf(b.chatId)))
      answers.push((await isSeen(tx, ctx, row)) ? await present(tx, ctx, row, names) : hidden(row));
    return answers;
  });
}

const isSeen = async (tx: Read, { enterpriseId, actor }: Ctx, row: SummaryRow): Promise<boolean> =>
  mayRead(actor, row) || (await hasOffer(tx, enterpriseId, actor.userId, row.chatId));

const hidden = ({ chatId, channelType, channelName, state, handledBy }: SummaryRow): CustomerChat => ({
  chatId,
  channelType,
  channelName,
  state,
  handledBy,
  isReadable: false,
  ownerId: '',
  ownerName: '',
  departmentName: '',
  lastMessage: '',
  lastActivityAt: null,
  takesPart: false,
  mayPickUp: false,
  isJITRequired: false,
  windowEndsAt: null,
});

async function present(tx: Read, ctx: Ctx, row: SummaryRow, names: ReadonlyMap<string, string>): Promise<CustomerChat> {
  const { chatId, channelType, channelName, state, ownerId, lastMessage, lastActivityAt, isJITRequired, windowEndsAt, participants } =
    presentSummary(row, viewerOf(ctx.actor), ctx.fileUrl, ctx.now());
  return {
    chatId,
    channelType,
    channelName,
    state,
    handledBy: row.handledBy,
    isReadable: true,
    ownerId,
    ownerName: row.users.find(({ kind }) => kind === 'owner')?.name ?? '',
    departmentName: names.get(row.deptId ?? '') ?? '',
    lastMessage,
    lastActivityAt,
    takesPart: participants.includes(ctx.actor.userId),
    mayPickUp: await mayPickUp(tx, ctx, row),
    isJITRequired,
    windowEndsAt,
  };
}

async function mayPickUp(tx: Read, ctx: Ctx, row: SummaryRow): Promise<boolean> {
  if (!can(ctx.actor, 'CHAT.HANDLE') || row.handledBy !== 'queue' || row.state !== chatStates.created) return false;
  return isOfferedTo(ctx.actor, row) && (await isTakenByHand(tx, ctx, row));
}
