import { chatStates, showChatNumber } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findActedOn } from './monitor.repository.ts';

const stateNames = Object.fromEntries(Object.entries(chatStates).map(([name, state]) => [state, name]));

/**
 * Record of what supervisors do on the monitor, under the id of the chat, whose number names it: customers can be erased. Changes of an agent's
 * status are under the agent's id.
 */
export const chatMonitorRecord = defineRecord({
  kind: 'chat_monitor',
  module: 'chat',
  tables: [],
  fields: {
    owner: 'plain',
    offeredTo: 'plain',
    department: 'plain',
    priority: 'plain',
    state: 'plain',
    isOver: 'plain',
    status: 'plain',
    reason: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findActedOn(tx, enterpriseId, id);
    return (
      row && {
        name: `#${showChatNumber(row.chatNo)}`,
        owner: row.owner,
        offeredTo: row.offeredTo,
        department: row.department,
        priority: row.priority,
        state: stateNames[row.state] ?? row.state,
      }
    );
  },
  nameOf: ({ name }) => String(name),
  link: () => '/chat/monitor?tab=chats',
});
