import type { Read } from '#platform/db/database.ts';

/** The walks that have sent these messages, by the messages. */
export async function walksOfMessages(tx: Read, enterpriseId: string, messageIds: readonly string[]): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('journeySends')
    .select(['messageId', 'instanceId'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', 'in', [...messageIds])
    .execute();
  return new Map(rows.map(({ messageId, instanceId }) => [messageId, instanceId]));
}
