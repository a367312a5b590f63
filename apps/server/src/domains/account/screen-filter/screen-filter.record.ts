import { defineRecord } from '#platform/audit/record.ts';
import { findScreenFilter } from './screen-filter.repository.ts';

/** Ids of user and department: they are renamed, and named by their own entries. */
export const screenFilterRecord = defineRecord({
  kind: 'screen_filter',
  module: 'account',
  tables: ['screenFilters'],
  fields: { name: 'plain', filters: 'search', user: 'plain', department: 'plain', isDefault: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findScreenFilter(tx, enterpriseId, id);
    return (
      row && { name: row.name, filters: JSON.stringify(row.search), user: row.userId, department: row.deptId, isDefault: row.isDefault }
    );
  },
  nameOf: ({ name }) => String(name),
});
