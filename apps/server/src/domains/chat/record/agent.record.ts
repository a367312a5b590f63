import { defineRecord } from '#platform/audit/record.ts';

const statusNames = ['offline', 'online', 'away'];

/** Record of whether an agent takes chats, under the id of the user; the columns are those of the user's own record. */
export const agentStatusRecord = defineRecord({
  kind: 'agent_status',
  module: 'chat',
  tables: [],
  fields: { status: 'plain', reason: 'plain' },
  async read(tx, enterpriseId, id) {
    const row = await tx
      .selectFrom('users')
      .select(['name', 'agentStatus', 'agentStatusReason'])
      .where('enterpriseId', '=', enterpriseId)
      .where('userId', '=', id)
      .executeTakeFirst();
    return row && { name: row.name, status: statusNames[row.agentStatus] ?? row.agentStatus, reason: row.agentStatusReason };
  },
  nameOf: ({ name }) => String(name),
});
