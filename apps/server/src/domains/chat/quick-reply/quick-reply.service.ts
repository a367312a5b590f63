import { endpoints, type FilledReply, faultWords, type QuickReply, quickRepliesMax } from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments } from '../../account/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { findOfChat } from '../settings/settings.repository.ts';
import { messageLanguage } from '../settings/settings.rules.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { quickReplyRecord } from './quick-reply.record.ts';
import {
  countReplies,
  findReply,
  findVisitLanguage,
  insertReplies,
  listReplies,
  lockQuickReplies,
  lockReply,
  type QuickReplyRow,
  replaceWords,
  updateReply,
} from './quick-reply.repository.ts';
import { foldKey, readSearch } from './quick-reply.rules.ts';
import { faultsOf, fillReply } from './quick-reply.text.ts';

const present = (row: QuickReplyRow): QuickReply => ({
  id: row.replyId,
  deptId: row.deptId ?? '',
  shortcut: row.shortcut,
  text: row.textEn,
  textHi: row.textHi,
  usedCount: row.usedCount,
  version: row.version,
});

export const quickReplyNotFound = () => new DomainError('quick_reply.not_found', 'No such quick reply.', {});

type ListQuery = { deptId: string; chatId: string; search: string; sort: 'shortcut' | 'used'; from: number; perPage: number };

/** @throws DomainError chat.not_found or department.not_found */
export function readQuickReplies(ctx: Ctx, { deptId, chatId, search, sort, from, perPage }: ListQuery) {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    const departmentIds = chatId === '' ? [await scopeOf(tx, ctx, deptId)] : [null, (await accessChat(tx, actor, chatId)).deptId];
    const rows = await listReplies(tx, enterpriseId, { departmentIds, search: readSearch(search), sort, from, limit: perPage + 1 });
    return { replies: rows.slice(0, perPage).map(present), more: rows.length > perPage };
  });
}

async function scopeOf(tx: Read, { enterpriseId, actor }: Ctx, deptId: string): Promise<string | null> {
  if (deptId === '') return null;
  if (!reaches(actor, deptId)) throw new DomainError('department.not_found', 'No such department.', {});
  await assertDepartments(tx, enterpriseId, [deptId]);
  return deptId;
}

/** @throws DomainError quick_reply.not_found */
export const readQuickReply = (ctx: Ctx, replyId: string): Promise<QuickReply> =>
  ctx.read(async (tx) => {
    const row = await findReply(tx, ctx.enterpriseId, replyId);
    if (!row || (row.deptId !== null && !reaches(ctx.actor, row.deptId))) throw quickReplyNotFound();
    return present(row);
  });

/** The text for a chat, in its customer's language. @throws DomainError quick_reply.not_found or chat.not_found */
export const fillQuickReply = (ctx: Ctx, replyId: string, chatId: string): Promise<FilledReply> =>
  ctx.read(async (tx) => {
    const row = await findReply(tx, ctx.enterpriseId, replyId);
    if (!row) throw quickReplyNotFound();
    const chat = await accessChat(tx, ctx.actor, chatId);
    if (row.deptId !== null && row.deptId !== chat.deptId) throw quickReplyNotFound();
    const { customer, departmentName, timeZone, country } = await findOfChat(tx, { ...chat, settingsNo: null });
    const language = messageLanguage(customer.language, await findVisitLanguage(tx, ctx.enterpriseId, chatId));
    const facts = { customer: customer.name, agent: ctx.actor.name, department: departmentName ?? '' };
    return fillReply(row, facts, { now: ctx.now().getTime(), zone: timeZone, language, country });
  });

/** A reply to change. @throws DomainError quick_reply.not_found, or 1403 for one of all departments that the caller does not reach */
async function accessReply(tx: Tx, { enterpriseId, actor }: Ctx, replyId: string): Promise<QuickReplyRow> {
  const row = await lockReply(tx, enterpriseId, replyId);
  if (!row || (row.deptId !== null && !reaches(actor, row.deptId))) throw quickReplyNotFound();
  if (row.deptId === null) await assertMayChange(tx, actor, null);
  return row;
}

type ReplySave = { shortcut: string; text: string; textHi: string };

const shortcutTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'quick_replies_by_shortcut'
    ? new DomainError('quick_reply.shortcut_taken', faultWords('quick_reply.taken').message, {})
    : error;

function assertTexts(save: ReplySave): void {
  const faults = faultsOf(save);
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** @throws DomainError quick_reply.too_many */
export async function assertRoom(tx: Tx, enterpriseId: string, count: number): Promise<void> {
  if ((await countReplies(tx, enterpriseId)) + count > quickRepliesMax)
    throw new DomainError('quick_reply.too_many', `At most ${quickRepliesMax} quick replies are possible.`, { maximum: quickRepliesMax });
}

const toColumns = ({ shortcut, text, textHi }: ReplySave) => ({
  shortcut,
  shortcutKey: foldKey(shortcut),
  textEn: text.trim(),
  textHi: textHi.trim(),
});

/** @throws DomainError department.not_found, request.invalid, quick_reply.shortcut_taken or quick_reply.too_many */
export async function createQuickReply(ctx: Ctx, { deptId, ...save }: ReplySave & { deptId: string }): Promise<QuickReply> {
  const { enterpriseId, actor } = ctx;
  const replyId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await assertMayChange(tx, actor, deptId || null);
      assertTexts(save);
      await lockQuickReplies(tx, enterpriseId);
      await assertRoom(tx, enterpriseId, 1);
      const reply = { replyId, deptId: deptId || null, ...toColumns(save) };
      await creating(
        ctx,
        tx,
        quickReplyRecord,
        () => replyId,
        () => insertReplies(tx, enterpriseId, [reply]),
      );
      return present((await findReply(tx, enterpriseId, replyId)) as QuickReplyRow);
    });
  } catch (error) {
    throw shortcutTaken(error);
  }
}

/** @throws DomainError quick_reply.not_found, record.changed, request.invalid or quick_reply.shortcut_taken */
export async function saveQuickReply(
  ctx: Ctx,
  replyId: string,
  { version, ...save }: ReplySave & { version?: number | undefined },
): Promise<QuickReply> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessReply(tx, ctx, replyId);
      await assertVersion(ctx, tx, quickReplyRecord, { id: replyId, version: row.version }, version);
      assertTexts(save);
      const columns = toColumns(save);
      await changing(ctx, tx, quickReplyRecord, replyId, 'edit', async () => {
        await updateReply(tx, { enterpriseId, replyId }, { ...columns, version: row.version + 1 });
        await replaceWords(tx, { enterpriseId, replyId, ...columns });
      });
      return present((await findReply(tx, enterpriseId, replyId)) as QuickReplyRow);
    });
  } catch (error) {
    throw shortcutTaken(error);
  }
}

/** Moves a quick reply into the bin. @throws DomainError quick_reply.not_found */
export function deleteQuickReply(ctx: Ctx, replyId: string): Promise<void> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    const { shortcut, deptId } = await accessReply(tx, ctx, replyId);
    const parents = deptId === null ? [] : [{ kind: 'department' as const, id: deptId, isNeeded: true }];
    await ctx.bin.put(tx, actor.userId, [{ kind: 'quick_reply', recordId: replyId, name: shortcut, contains: {}, parents }]);
    await changing(ctx, tx, quickReplyRecord, replyId, 'delete', () =>
      updateReply(tx, { enterpriseId, replyId }, { deletedAt: ctx.now() }),
    );
  });
}

/** Puts former values back, as a save of them. The department of a reply does not change. */
export async function putQuickReplyBack(ctx: Ctx, replyId: string, values: Snapshot): Promise<QuickReply> {
  assertMay(ctx.actor, endpoints.quickReplies.update);
  const { id: _id, deptId: _deptId, usedCount: _uses, ...now } = await readQuickReply(ctx, replyId);
  const former = (name: 'shortcut' | 'text' | 'textHi') => (typeof values[name] === 'string' ? values[name] : now[name]);
  return saveQuickReply(ctx, replyId, {
    shortcut: former('shortcut'),
    text: former('text'),
    textHi: former('textHi'),
    version: now.version,
  });
}
