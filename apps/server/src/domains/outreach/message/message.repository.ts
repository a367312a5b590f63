import type { Read } from '#platform/db/database.ts';

/** The number or address from which a channel sends; '' where there is none. */
export async function findSender(tx: Read, enterpriseId: string, channelId: string): Promise<string> {
  const row = await tx
    .selectFrom('channels')
    .select('contactId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return row?.contactId ?? '';
}

/** The status of one of these templates that may not be sent; undefined where all may. */
export async function findUnapprovedStatus(tx: Read, enterpriseId: string, templateIds: readonly string[]): Promise<string | undefined> {
  const row = await tx
    .selectFrom('templates')
    .select('status')
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', [...templateIds])
    .where('deletedAt', 'is', null)
    .where('status', '<>', 'APPROVED')
    .executeTakeFirst();
  return row?.status;
}
