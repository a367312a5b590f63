import { quickRepliesMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { newId } from '#platform/ids.ts';
import type { Sample, SampleMaker } from '../../account/door.ts';
import { quickReplyRecord } from './quick-reply.record.ts';
import { countReplies, insertReplies, keyIn, listKeys, lockQuickReplies, lockReply, updateReply } from './quick-reply.repository.ts';
import { foldKey } from './quick-reply.rules.ts';

const replies = [
  {
    shortcut: 'sample-hello',
    textEn: 'Hello {{customer.name}}, how can I help you?',
    textHi: 'नमस्ते {{customer.name}}, मैं आपकी क्या मदद कर सकता हूँ?',
  },
  { shortcut: 'sample-wait', textEn: 'Thank you. Give me a moment to look into it.', textHi: 'धन्यवाद। मुझे देखने के लिए एक क्षण दीजिए।' },
  { shortcut: 'sample-bye', textEn: 'Thank you for writing to us. Have a nice day!', textHi: 'हमें लिखने के लिए धन्यवाद। आपका दिन शुभ हो!' },
];

/** Replies of all departments. One whose shortcut is taken is left out. */
export const sampleReplies: SampleMaker = {
  kind: 'quick_reply',
  async make(ctx, tx) {
    const { enterpriseId } = ctx;
    await lockQuickReplies(tx, enterpriseId);
    if ((await countReplies(tx, enterpriseId)) + replies.length > quickRepliesMax) return [];
    const taken = await listKeys(
      tx,
      enterpriseId,
      replies.map(({ shortcut }) => foldKey(shortcut)),
    );
    const samples: Sample[] = [];
    for (const { shortcut, ...words } of replies) {
      const [replyId, shortcutKey] = [newId(), foldKey(shortcut)];
      if (taken.has(keyIn(null, shortcutKey))) continue;
      await creating(
        ctx,
        tx,
        quickReplyRecord,
        () => replyId,
        () => insertReplies(tx, enterpriseId, [{ replyId, deptId: null, shortcut, shortcutKey, ...words }]),
      );
      samples.push({ recordId: replyId, mark: '1' });
    }
    return samples;
  },
  async remove(ctx, tx, samples) {
    const { enterpriseId, actor } = ctx;
    const outcome = { removed: 0, kept: [] as string[] };
    for (const { recordId: replyId, mark } of samples) {
      const row = await lockReply(tx, enterpriseId, replyId);
      if (!row) continue;
      if (String(row.version) !== mark) {
        outcome.kept.push(row.shortcut);
        continue;
      }
      await ctx.bin.put(tx, actor.userId, [{ kind: 'quick_reply', recordId: replyId, name: row.shortcut, contains: {}, parents: [] }]);
      await changing(ctx, tx, quickReplyRecord, replyId, 'delete', () =>
        updateReply(tx, { enterpriseId, replyId }, { deletedAt: ctx.now() }),
      );
      outcome.removed += 1;
    }
    return outcome;
  },
};
