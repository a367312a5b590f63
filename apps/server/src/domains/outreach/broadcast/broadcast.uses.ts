import type { Read, Tx } from '#platform/db/database.ts';
import type { TemplateUse } from '../../channel/door.ts';

const unfinished = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .where('b.enterpriseId', '=', enterpriseId)
    .where('r.state', 'in', ['scheduled', 'freezing', 'sending']);

/** Unfinished broadcasts through a channel, newest first. */
export async function listRunning(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const rows = await unfinished(tx, enterpriseId)
    .select('b.name')
    .where('r.channelId', '=', channelId)
    .orderBy('r.runId', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ name }) => name);
}

/** Unfinished broadcasts of these templates. */
export const listTemplatesInUse = (tx: Tx, enterpriseId: string, templateIds: readonly string[]): Promise<TemplateUse[]> =>
  unfinished(tx, enterpriseId)
    .select(['r.templateId', 'r.source', 'r.createdAt', 'b.createdBy'])
    .where('r.templateId', 'in', [...templateIds])
    .$narrowType<{ templateId: string }>()
    .execute();
