import { defineRecord } from '#platform/audit/record.ts';
import { findField } from './field.repository.ts';

export const fieldRecord = defineRecord({
  kind: 'chat_field',
  module: 'chat',
  tables: ['chatFields'],
  fields: {
    ...{ name: 'plain', type: 'plain', options: 'long', mandatory: 'plain' },
    ...{ isActive: 'plain', order: 'plain', department: 'plain' },
  },
  async read(tx, enterpriseId, id) {
    const row = await findField(tx, enterpriseId, id);
    if (!row) return undefined;
    const { name, kind: type, options, isRequired: mandatory, isActive, place, deptId: department } = row;
    // The id: departments are renamed, and named by their own entries.
    return { name, type, options: options.join(', '), mandatory, isActive, order: place + 1, department };
  },
  nameOf: ({ name }) => String(name),
  link: (_id, { department }) =>
    `/admin/chatConfig/chat-config?section=fields${typeof department === 'string' ? `&dept=${department}` : ''}`,
});
