import { screens } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findView, type ViewRow } from './view.repository.ts';

/** Ids of user and department: they are renamed, and named by their own entries. */
const snapshotOf = ({ name, filter, place, userId, deptId }: ViewRow) => ({
  name,
  filters: JSON.stringify(filter),
  order: place + 1,
  user: userId,
  department: deptId,
});

export const viewRecord = defineRecord({
  kind: 'chat_view',
  module: 'chat',
  tables: ['chatViews'],
  fields: { name: 'plain', filters: 'search', order: 'plain', user: 'plain', department: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findView(tx, enterpriseId, id);
    return row && snapshotOf(row);
  },
  nameOf: ({ name }) => String(name),
  link: () => screens.conversation.path,
});
