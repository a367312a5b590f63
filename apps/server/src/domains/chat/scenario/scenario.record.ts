import { screens } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findScenario } from './scenario.repository.ts';

/** Ids of departments: they are renamed, and named by their own entries. */
export const scenarioRecord = defineRecord({
  kind: 'scenario',
  module: 'chat',
  tables: ['chatScenarios'],
  fields: { name: 'plain', fromDate: 'plain', toDate: 'plain', departments: 'plain', changes: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await findScenario(tx, enterpriseId, id);
    if (!row) return undefined;
    const { name, fromDate, toDate, departments, changes } = row;
    return { name, fromDate, toDate, departments: departments.toSorted(), changes: JSON.stringify(changes) };
  },
  nameOf: ({ name }) => String(name),
  link: (id) => `${screens.chatScenarios.path}?scenario=${id}`,
});
