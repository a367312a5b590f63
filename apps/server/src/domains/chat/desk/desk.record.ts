import { defineRecord } from '#platform/audit/record.ts';
import { findDesk } from './desk.repository.ts';

const statusNames = ['offline', 'online', 'away'];

/** Record of whether an agent takes chats, under the id of the user; what follows sockets and chats at the same desk leaves no entry. */
export const agentStatusRecord = defineRecord({
  kind: 'agent_status',
  module: 'chat',
  tables: [],
  fields: { status: 'plain', reason: 'plain' },
  async read(tx, enterpriseId, id) {
    const desk = await findDesk(tx, enterpriseId, id);
    return desk && { name: desk.name, status: desk.ownName ?? statusNames[desk.status] ?? desk.status, reason: desk.reason };
  },
  nameOf: ({ name }) => String(name),
});
