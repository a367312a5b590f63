import type { Read } from '#platform/db/database.ts';

export type Channel = { channelId: string; name: string; type: number; vendor: string; environment: string };

export async function findChannels(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, Channel>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('channels')
    .select(['channelId', 'name', 'type', 'vendor', 'environment'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.channelId, row]));
}

export async function findCategories(tx: Read, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('templates')
    .select(['templateId', 'category'])
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', [...ids])
    .where('deletedAt', 'is', null)
    .execute();
  return new Map(rows.map(({ templateId, category }) => [templateId, category]));
}
