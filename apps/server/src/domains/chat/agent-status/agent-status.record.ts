import { agentStatuses } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findKind } from './agent-status.repository.ts';

/** Ids of departments: they are renamed, and named by their own entries. */
export const agentStatusKindRecord = defineRecord({
  kind: 'agent_status_kind',
  module: 'chat',
  tables: ['agentStatusKinds'],
  fields: {
    name: 'plain',
    nameHi: 'plain',
    colour: 'plain',
    base: 'plain',
    isRouted: 'plain',
    departments: 'plain',
    order: 'plain',
    isActive: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findKind(tx, enterpriseId, id);
    if (!row) return undefined;
    const { name, nameHi, colour, base, isRouted, deptIds, place, isActive } = row;
    return {
      ...{ name, nameHi, colour, base: base === agentStatuses.online ? 'online' : 'away', isRouted, isActive },
      departments: deptIds.toSorted(),
      order: place + 1,
    };
  },
  nameOf: ({ name }) => String(name),
});
