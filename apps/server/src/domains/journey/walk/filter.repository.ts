import { anyMilestone, type WalkFilter } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { endedAs, isCounted, isUnderWay, metNoAgent } from './counted.repository.ts';

/**
 * Condition for walks that go on by themselves in that time; without walks of a paused stream, and without those that wait for another
 * stream.
 */
const dueBetween = (enterpriseId: string, { dueFrom, dueTo }: WalkFilter): RawBuilder<unknown> => sql`
  (i.instance_id, i.started_at) in (select l.instance_id, l.started_at from journey_waits w
    join journey_live l on l.enterprise_id = w.enterprise_id and l.instance_id = w.instance_id
    where w.enterprise_id = ${enterpriseId} and w.due_at is not null and not w.is_held
      and w.due_at >= ${dueFrom === '' ? sql`'-infinity'` : new Date(dueFrom)} and w.due_at < ${dueTo === '' ? sql`'infinity'` : new Date(dueTo)})`;

/** Condition for walks that stand at a node. */
const standsAtNode = (enterpriseId: string, nodeId: string): RawBuilder<unknown> => sql`
  (i.journey_id, i.node_no) in (select n.journey_id, n.node_no from journey_nodes n
    where n.enterprise_id = ${enterpriseId} and n.node_id = ${nodeId})`;

/** Condition for walks with a visit of a node of their own stream, by their turns, which are kept for 90 days. */
const visited = (enterpriseId: string, nodeId: string, more: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  exists (select from journey_turns t cross join lateral jsonb_array_elements(t.visits) with ordinality v(visit, place)
    where t.enterprise_id = ${enterpriseId} and t.instance_id = i.instance_id and v.visit ->> 'stream' = i.journey_id::text
      and v.visit ->> 'node' = ${nodeId} and ${more})`;

/** Condition for walks by what became of them at a node. One that failed behind an exit to nowhere has not left by it. */
function passageOf(enterpriseId: string, { passage, passedNode, passedExit }: WalkFilter): RawBuilder<unknown> {
  const endedThere = standsAtNode(enterpriseId, passedNode);
  switch (passage) {
    case 'waiting':
      return sql`(${isUnderWay} and ${endedThere})`;
    case 'finished':
      return sql`(i.state in ('COMPLETED', 'HANDED_OVER') and ${endedThere})`;
    case 'dropped':
      return sql`(i.state in ('TIMEDOUT', 'FAILED', 'STOPPED') and ${endedThere})`;
    case 'left':
      if (passedExit !== '') return visited(enterpriseId, passedNode, sql`v.visit ->> 'exit' = ${passedExit}`);
      return visited(
        enterpriseId,
        passedNode,
        sql`v.visit ->> 'exit' is not null
          and not (i.state = 'FAILED' and ${endedThere} and t.turn = i.turn and v.place = jsonb_array_length(t.visits))`,
      );
    default:
      return visited(enterpriseId, passedNode, sql`true`);
  }
}

const reached = (enterpriseId: string, milestone: string): RawBuilder<unknown> => sql`
  exists (select from journey_milestones m where m.enterprise_id = ${enterpriseId} and m.instance_id = i.instance_id
    and (${milestone} = ${anyMilestone} or m.milestone_id = ${milestone}))`;

/** Builds the conditions of a figure, which a report opens. */
function figureConditions(enterpriseId: string, filter: WalkFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.counted) conditions.push(isCounted);
  if (filter.startedFrom !== '') conditions.push(sql`i.started_at >= ${new Date(filter.startedFrom)}`);
  if (filter.startedTo !== '') conditions.push(sql`i.started_at < ${new Date(filter.startedTo)}`);
  if (filter.environment !== '') conditions.push(sql`i.environment = ${filter.environment}`);
  if (filter.ending !== '') conditions.push(endedAs(filter.ending));
  if (filter.withoutAgent) conditions.push(metNoAgent);
  if (filter.passage !== '' && filter.passedNode !== '') conditions.push(passageOf(enterpriseId, filter));
  if (filter.milestone !== '') conditions.push(reached(enterpriseId, filter.milestone));
  return conditions;
}

/**
 * Selects the customers whose number or address begins with one of these patterns, found by index.
 * @param most null: all of them
 */
export const customersBeginning = (enterpriseId: string, beginnings: readonly string[], most: number | null): RawBuilder<unknown> => sql`
  select customer_id from customers where enterprise_id = ${enterpriseId} and deleted_at is null
    and (${sql.join(
      beginnings.map((one) => sql`number like ${one}`),
      sql` or `,
    )})
  union
  select a.customer_id from channels c join customer_addresses a on a.enterprise_id = c.enterprise_id and a.channel_id = c.channel_id
    where c.enterprise_id = ${enterpriseId} and (${sql.join(
      beginnings.map((one) => sql`a.address like ${one}`),
      sql` or `,
    )})
  limit ${most}`;

/** Selects no customer. */
export const nobody: RawBuilder<unknown> = sql`select null::uuid where false`;

/** Builds the conditions of a filter on walks, which are called `i`. @param customers selects whose walks are meant; undefined: anybody's */
export function conditionsOf(enterpriseId: string, filter: WalkFilter, customers: RawBuilder<unknown> | undefined): RawBuilder<unknown>[] {
  const conditions = figureConditions(enterpriseId, filter);
  if (filter.journeyId !== '') conditions.push(sql`i.journey_id = ${filter.journeyId}`);
  if (filter.version > 0) conditions.push(sql`i.version = ${filter.version}`);
  if (filter.channelId !== '') conditions.push(sql`i.channel_id = ${filter.channelId}`);
  if (filter.state !== '') conditions.push(sql`i.state = ${filter.state}`);
  if (filter.node !== '') conditions.push(standsAtNode(enterpriseId, filter.node));
  if (filter.dueFrom !== '' || filter.dueTo !== '') conditions.push(dueBetween(enterpriseId, filter));
  if (customers) conditions.push(sql`i.customer_id = any(array(${customers}))`);
  return conditions;
}
