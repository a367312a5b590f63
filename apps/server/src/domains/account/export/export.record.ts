import { defineRecord } from '#platform/audit/record.ts';
import { findExport } from './export.repository.ts';

/** Files of lists: who asked for one by which filter, and who has taken it. */
export const exportRecord = defineRecord({
  kind: 'export',
  module: 'account',
  tables: ['exports'],
  fields: { list: 'plain', name: 'plain', filter: 'search', state: 'plain', rows: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findExport(tx, enterpriseId, id);
    return row && { list: row.kind, name: row.name, filter: JSON.stringify(row.filter), state: row.state, rows: row.rows };
  },
  nameOf: ({ name, list }) => String(name || list),
  link: () => '/exports',
});
