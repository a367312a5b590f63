import { faultWords } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { type LineFault, readQuickReplyFile } from './quick-reply.csv.ts';
import { quickReplyRecord, snapshotOf } from './quick-reply.record.ts';
import { insertReplies, keyIn, listDepartments, listKeys, lockQuickReplies, type NewReply } from './quick-reply.repository.ts';
import { foldKey } from './quick-reply.rules.ts';
import { assertRoom } from './quick-reply.service.ts';

/**
 * Adds the quick replies of a file. A faulty line is said, and the others are taken; a shortcut that is in use is a fault, so nothing is
 * overwritten.
 * @throws DomainError department.not_found, 1403 or quick_reply.too_many
 */
export function importQuickReplies(
  ctx: Ctx,
  { csv, deptId }: { csv: string; deptId: string },
): Promise<{ added: number; faults: LineFault[] }> {
  const { enterpriseId, actor } = ctx;
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, actor, deptId || null);
    await lockQuickReplies(tx, enterpriseId);
    const reached = (await listDepartments(tx, enterpriseId)).filter(({ departmentId }) => reaches(actor, departmentId));
    const departments = new Map(reached.map(({ departmentId, name }) => [foldKey(name.trim()), departmentId]));
    const { replies, faults } = readQuickReplyFile(csv, { departments, usual: deptId || null });
    const rows = replies.map(({ line, ...reply }) => ({ line, replyId: newId(), shortcutKey: foldKey(reply.shortcut), ...reply }));
    const taken = await listKeys(
      tx,
      enterpriseId,
      rows.map(({ shortcutKey }) => shortcutKey),
    );
    const isTaken = ({ deptId: of, shortcutKey }: NewReply) => taken.has(keyIn(of, shortcutKey));
    faults.push(...rows.filter(isTaken).map(({ line }) => ({ line, ...faultWords('quick_reply.taken') })));
    const added = rows.filter((row) => !isTaken(row)).map(({ line: _line, ...reply }) => reply);
    await assertRoom(tx, enterpriseId, added.length);
    await insertReplies(tx, enterpriseId, added);
    for (const reply of added)
      recordChange(ctx, tx, { record: quickReplyRecord, id: reply.replyId, action: 'import', after: snapshotOf(reply) });
    return { added: added.length, faults: faults.toSorted((a, b) => a.line - b.line) };
  });
}
