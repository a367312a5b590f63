import { defineRecord } from '#platform/audit/record.ts';
import { findMacro, type MacroRow } from './macro.repository.ts';

/** Ids of user and department: they are renamed, and named by their own entries. */
export const snapshotOf = ({ name, letter, steps, place, userId, deptId }: MacroRow) => ({
  name,
  letter,
  steps: JSON.stringify(steps),
  order: place + 1,
  user: userId,
  department: deptId,
});

export const macroRecord = defineRecord({
  kind: 'macro',
  module: 'chat',
  tables: ['macros'],
  fields: { name: 'plain', letter: 'plain', steps: 'long', order: 'plain', user: 'plain', department: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findMacro(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ name }) => String(name),
  link: (_id, { department }) =>
    `/admin/chatConfig/chat-config?section=macros${typeof department === 'string' ? `&dept=${department}` : ''}`,
});
