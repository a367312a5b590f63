import { defineRecord } from '#platform/audit/record.ts';
import { findRule } from './rule.repository.ts';

/** Ids of records that conditions and acts name: they are renamed, and named by their own entries. */
export const chatRuleRecord = defineRecord({
  kind: 'chat_rule',
  module: 'chat',
  tables: ['chatRules'],
  fields: {
    name: 'plain',
    department: 'plain',
    ruleEvent: 'plain',
    waitMinutes: 'plain',
    isOn: 'plain',
    conditions: 'long',
    acts: 'long',
    order: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findRule(tx, enterpriseId, id);
    return (
      row && {
        name: row.name,
        department: row.deptId,
        ruleEvent: row.event,
        waitMinutes: row.waitMinutes,
        isOn: row.isOn,
        conditions: JSON.stringify(row.groups),
        acts: JSON.stringify(row.acts),
        order: row.place + 1,
      }
    );
  },
  nameOf: ({ name }) => String(name),
  link: () => '/admin/chatConfig/chat-config?section=rules',
});
