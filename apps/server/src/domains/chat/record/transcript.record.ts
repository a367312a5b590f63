import { defineRecord } from '#platform/audit/record.ts';

/** Record of a chat's transcript that was mailed to an address, under the id of the chat. */
export const transcriptRecord = defineRecord({
  kind: 'transcript',
  module: 'chat',
  tables: [],
  fields: { email: 'email' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('chats as c')
      .innerJoin('customers as p', (join) => join.onRef('p.enterpriseId', '=', 'c.enterpriseId').onRef('p.customerId', '=', 'c.customerId'))
      .select(['p.name', 'p.customerId'])
      .where('c.enterpriseId', '=', enterpriseId)
      .where('c.chatId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  customerOf: (_id, { customerId }) => String(customerId),
});
