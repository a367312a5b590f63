import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/db/id-at.ts';
import type { MarkedStreams } from '../../outreach/door.sql.ts';

/** Walks of a stream in production that began, ended well or reached a milestone: what recipients of a campaign may do. */
export const marksOf: MarkedStreams['marks'] = ({ enterpriseId, kind, journeyId, milestoneId, since }): RawBuilder<unknown> => {
  const walks = sql`i.enterprise_id = ${enterpriseId} and i.journey_id = ${journeyId} and i.environment = 'production' and i.started_at >= ${since}`;
  switch (kind) {
    case 'streamStarted':
      return sql`select i.customer_id, i.started_at as at from journey_instances i where ${walks}`;
    case 'streamCompleted':
      return sql`select i.customer_id, i.ended_at as at from journey_instances i where ${walks} and i.state = 'COMPLETED' and i.ended_at is not null`;
    case 'streamMilestone':
      return sql`select m.customer_id, m.at from journey_milestones m
        join journey_instances i on i.enterprise_id = m.enterprise_id and i.instance_id = m.instance_id and ${walks}
        where m.enterprise_id = ${enterpriseId} and m.journey_id = ${journeyId} and m.milestone_id = ${milestoneId} and m.instance_id >= ${firstIdAt(since)}`;
  }
};

const most = 200;

/** Streams that were published, by name, with the milestones of their newest version. */
export const listMarkedStreams: MarkedStreams['list'] = async (tx: Read, enterpriseId, ids) => {
  const { rows } = await sql<{ id: string; name: string; milestones: { id: string; name: string }[] }>`
    select j.journey_id as id, j.name, v.document -> 'milestones' as milestones
    from journeys j join journey_versions v on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
    where j.enterprise_id = ${enterpriseId} and j.deleted_at is null ${ids ? sql`and j.journey_id = any(${[...ids]}::uuid[])` : sql``}
    order by lower(j.name), j.journey_id limit ${most}`.execute(tx);
  return rows.map(({ id, name, milestones }) => ({ id, name, milestones: milestones.map((one) => ({ id: one.id, name: one.name })) }));
};
