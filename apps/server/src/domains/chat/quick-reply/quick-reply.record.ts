import { defineRecord } from '#platform/audit/record.ts';
import { findReply, type QuickReplyRow } from './quick-reply.repository.ts';

/** The id of the department: departments are renamed, and named by their own entries. */
export const snapshotOf = ({ shortcut, textEn, textHi, deptId }: Pick<QuickReplyRow, 'shortcut' | 'textEn' | 'textHi' | 'deptId'>) => ({
  shortcut,
  text: textEn,
  textHi,
  department: deptId,
});

export const quickReplyRecord = defineRecord({
  kind: 'quick_reply',
  module: 'chat',
  tables: ['quickReplies', 'quickReplyWords'],
  fields: { shortcut: 'plain', text: 'plain', textHi: 'plain', department: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findReply(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ shortcut }) => String(shortcut),
  link: (_id, { department }) =>
    `/admin/chatConfig/chat-config?section=quickReplies${typeof department === 'string' ? `&dept=${department}` : ''}`,
});
