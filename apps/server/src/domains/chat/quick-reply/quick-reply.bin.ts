import { endpoints, quickRepliesMax } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { quickReplyRecord } from './quick-reply.record.ts';
import {
  countReplies,
  deleteReplies,
  findDeletedReply,
  keyIn,
  listKeys,
  lockQuickReplies,
  replaceWords,
  updateReply,
} from './quick-reply.repository.ts';
import { foldKey } from './quick-reply.rules.ts';
import { quickReplyNotFound } from './quick-reply.service.ts';

const longestShortcut = 40;

export const quickReplyBin: BinDefinition = {
  edit: endpoints.quickReplies.update,
  async restore(ctx, tx, { recordId: replyId }) {
    const { enterpriseId } = ctx;
    await lockQuickReplies(tx, enterpriseId);
    const row = await findDeletedReply(tx, enterpriseId, replyId);
    if (!row) throw quickReplyNotFound();
    await assertMayChange(tx, ctx.actor, row.deptId);
    if ((await countReplies(tx, enterpriseId)) >= quickRepliesMax)
      throw new DomainError('bin.full', `At most ${quickRepliesMax} quick replies are possible.`, {});
    const isTaken = async (shortcut: string) =>
      (await listKeys(tx, enterpriseId, [foldKey(shortcut)])).has(keyIn(row.deptId, foldKey(shortcut)));
    const suffix = (turn: number) => (turn === 1 ? '-restored' : `-restored-${turn}`);
    const shortcut = await findFreeName(row.shortcut, isTaken, { longest: longestShortcut, suffix });
    await changing(ctx, tx, quickReplyRecord, replyId, 'restore', async () => {
      await updateReply(
        tx,
        { enterpriseId, replyId },
        { shortcut, shortcutKey: foldKey(shortcut), deletedAt: null, version: row.version + 1 },
      );
      await replaceWords(tx, { enterpriseId, replyId, shortcut, textEn: row.textEn, textHi: row.textHi });
    });
    return { name: shortcut, missing: [] };
  },
  async purge({ enterpriseId }, tx, entries) {
    await deleteReplies(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    );
  },
};
