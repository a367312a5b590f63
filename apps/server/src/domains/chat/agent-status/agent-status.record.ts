import { agentStatuses } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findKind } from './agent-status.repository.ts';

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
    order: 'plain',
    isActive: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findKind(tx, enterpriseId, id);
    if (!row) return undefined;
    const { name, nameHi, colour, base, isRouted, place, isActive } = row;
    return { name, nameHi, colour, base: base === agentStatuses.online ? 'online' : 'away', isRouted, order: place + 1, isActive };
  },
  nameOf: ({ name }) => String(name),
});
