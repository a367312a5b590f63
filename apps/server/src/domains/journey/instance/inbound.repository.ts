import type { Instance } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { goesOnFor } from '../merge/merged.repository.ts';
import { startOf } from '../row/instance.keys.ts';
import type { Rule } from '../start/start.rules.ts';

type Holder = { instanceId: string; priority: number; mayBeInterrupted: boolean };

/** True if a version asks anything: one that says its words and ends takes no further message. */
const asks = sql<boolean>`jsonb_path_exists(v.document, '$.nodes[*] ? (exists(@.config.asking) || @.config.waits == true || @.type == "talk.skill")')`;

/**
 * The walk that talks with a customer on a channel now. One that their own words have begun, or a bot's tool, is it from there on, before its
 * first step: what they write in the same moment is for it as well.
 */
export async function findHolder(tx: Read, enterpriseId: string, channelId: string, customerId: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select l.instance_id, l.priority, coalesce((v.document #>> '{settings,mayBeInterrupted}')::boolean, true) as may_be_interrupted
    from journey_live l join journey_versions v
      on v.enterprise_id = l.enterprise_id and v.journey_id = l.journey_id and v.version = l.version
    where l.enterprise_id = ${enterpriseId} and l.channel_id = ${channelId} and l.customer_id = ${customerId} and (l.holds or (${asks}
      and exists (select from journey_inputs n where n.enterprise_id = l.enterprise_id and n.instance_id = l.instance_id
        and n.input->>'kind' = 'start' and (n.input->>'text' is not null or n.input ? '$sealed'))))
    order by l.holds desc, l.instance_id limit 1`.execute(tx);
  return rows[0];
}

/**
 * Finds the walk that goes on when people return its chat: the one that has handed it over and waits for that, else one that fell silent in it
 * while people have it.
 * @param handedBy the walk that has handed the chat over; null: none
 */
export async function findWalkBehind(
  tx: Read,
  { enterpriseId, chatId, handedBy }: { enterpriseId: string; chatId: string; handedBy: string | null },
): Promise<{ instanceId: string; name: string } | undefined> {
  const { rows } = await sql<{ instanceId: string; name: string }>`
    select l.instance_id, j.name from journey_live l
      join journeys j on j.enterprise_id = l.enterprise_id and j.journey_id = l.journey_id
    where l.enterprise_id = ${enterpriseId} and ((l.instance_id = ${handedBy}::uuid and (l.is_suspended or exists (select from journey_waits w
        where w.enterprise_id = l.enterprise_id and w.instance_id = l.instance_id and w.kind = 'agent')))
      or (l.chat_id = ${chatId} and l.is_suspended))
    order by l.instance_id = ${handedBy}::uuid desc nulls last, l.instance_id limit 1`.execute(tx);
  return rows[0];
}

/** Rules of a channel whose streams are published and not paused. */
const rulesOf = (tx: Read, enterpriseId: string, channelId: string) =>
  tx
    .selectFrom('journeyEntries as e')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'e.enterpriseId').onRef('j.journeyId', '=', 'e.journeyId'))
    .select([
      'e.entryId',
      'e.journeyId',
      'j.name as journeyName',
      'e.version',
      'e.kind',
      'e.word',
      'e.settings',
      'e.priority',
      'e.createdAt',
    ])
    .where('e.enterpriseId', '=', enterpriseId)
    .where('e.channelId', '=', channelId)
    .where('e.isActive', '=', true)
    .where('j.state', '=', 'PUBLISHED')
    .where('j.deletedAt', 'is', null);

/** Finds the rules of a channel that begin a stream. */
export const findBeginningRules = (tx: Read, enterpriseId: string, channelId: string): Promise<Rule[]> =>
  rulesOf(tx, enterpriseId, channelId).execute();

/** Finds the rules of a channel for exactly one of these words. */
export const findRequestRules = (tx: Read, enterpriseId: string, channelId: string, words: readonly string[]): Promise<Rule[]> =>
  rulesOf(tx, enterpriseId, channelId)
    .where('e.kind', 'in', ['payload', 'link', 'keyword'])
    .where(sql<boolean>`e.word = any(${[...words]}::text[])`)
    .execute();

/** Tells whether a walk of the stream was in this chat. */
export async function hasSpokenIn(
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  of: { customerId: string; chatId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyInstances')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', of.customerId)
    .where('journeyId', '=', journeyId)
    .where('chatId', '=', of.chatId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Asking = { customerId: string; journeyId: string; version: number; instance: Pick<Instance, 'frames' | 'wait'> };

/** Reads the positions of the walks that talk with these customers now, and wait for an answer. */
export async function findAsking(tx: Read, enterpriseId: string, channelId: string, customerIds: readonly string[]): Promise<Asking[]> {
  const { rows } = await sql<Asking>`
    select l.customer_id, l.journey_id, l.version, jsonb_build_object('frames', jsonb_build_array(i.instance->'frames'->-1),
      'wait', jsonb_build_object('kind', i.instance->'wait'->'kind'),
      'form', case when i.instance ? 'form' then jsonb_build_object('asked', i.instance->'form'->'asked') end) as instance
    from journey_live l
    join journey_instances i on i.enterprise_id = l.enterprise_id and i.instance_id = l.instance_id and i.started_at = l.started_at
    where l.enterprise_id = ${enterpriseId} and (l.channel_id = ${channelId} or ${goesOnFor(channelId)})
      and l.customer_id = any(${[...customerIds]}::uuid[]) and l.holds
      and i.instance->'wait'->>'kind' = 'answer'`.execute(tx);
  return rows;
}

/** Finds a walk of a customer by its id, be it over. @property mergedInto the walk that goes on instead of it */
export const findPressed = (
  tx: Read,
  enterpriseId: string,
  customerId: string,
  instanceId: string,
): Promise<{ mergedInto: string | null } | undefined> =>
  tx
    .selectFrom('journeyInstances')
    .select('mergedInto')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startOf(instanceId))
    .where('customerId', '=', customerId)
    .executeTakeFirst();

/** Finds the suspended walks of a chat. */
export async function findSuspendedIn(tx: Read, enterpriseId: string, chatId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('isSuspended', '=', true)
    .orderBy('instanceId')
    .execute();
  return rows.map(({ instanceId }) => instanceId);
}

/** Finds the walks that are not over of whoever has one of these addresses on the walk's channel. */
export async function findByAddresses(tx: Read, enterpriseId: string, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ instanceId: string }>`
    select l.instance_id from journey_live l
    join customer_addresses a on a.enterprise_id = l.enterprise_id and a.channel_id = l.channel_id and a.customer_id = l.customer_id
    where l.enterprise_id = ${enterpriseId} and a.address = any(${addresses}::text[])
    group by l.instance_id order by l.instance_id`.execute(tx);
  return rows.map(({ instanceId }) => instanceId);
}

/** Finds the rule that lets calls begin a stream on a channel. */
export const findCallRule = (
  tx: Read,
  enterpriseId: string,
  journeyId: string,
  channelId: string,
): Promise<{ entryId: string; version: number } | undefined> =>
  tx
    .selectFrom('journeyEntries')
    .select(['entryId', 'version'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('channelId', '=', channelId)
    .where('kind', '=', 'api')
    .where('isActive', '=', true)
    .executeTakeFirst();

export async function findState(tx: Read, enterpriseId: string, journeyId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('journeys')
    .select('state')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .executeTakeFirst();
  return row?.state;
}
