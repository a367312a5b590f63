import type { Read } from '#platform/db/database.ts';
import type { Actor } from '../../../context.ts';
import { maySee } from '../row/campaign.repository.ts';

/** The names of groups and labels, each with its kind. */
export const nameSets = (tx: Read, enterpriseId: string, setIds: readonly string[]) =>
  tx
    .selectFrom('customerSets')
    .select(['setId as id', 'kind', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('setId', 'in', [...setIds])
    .execute();

/** The names of those iterations that the actor may see. */
export const nameIterations = (tx: Read, actor: Actor, activityIds: readonly string[]) =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .select(['a.activityId as id', 'c.name', 'a.number'])
    .where('a.enterpriseId', '=', actor.enterpriseId)
    .where('a.activityId', 'in', [...activityIds])
    .where('a.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .execute();
