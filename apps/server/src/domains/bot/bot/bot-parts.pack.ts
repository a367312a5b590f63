import type { EntityValue, IntentParameter } from '@parley/contract';
import { sql } from 'kysely';
import type { BinParent, Deleted } from '#platform/bin/deleted.ts';
import { type PackedRows, packRows } from '#platform/bin/packed-rows.ts';
import type { Tx } from '#platform/db/database.ts';

/** An intent with its phrases, or a story with all below it. */
export type Packed = { botId: string; stories: PackedRows; intents: PackedRows; utterances: PackedRows };

/** Entities that the parameters of intents are filled by; those of the system are always there. */
const entitiesOf = (intents: PackedRows): BinParent[] => {
  const used = intents.flatMap(({ parameters }) => (parameters as IntentParameter[]).map(({ id }) => id));
  return [...new Set(used)].filter((id) => /^[0-9a-f-]{36}$/.test(id)).map((id) => ({ kind: 'entity', id }));
};

async function packIntents(tx: Tx, enterpriseId: string, botId: string, ids: readonly string[]) {
  const among = sql`t.enterprise_id = ${enterpriseId} and t.bot_id = ${botId} and t.intent_id = any(${ids}::uuid[])`;
  const [intents, utterances] = [await packRows(tx, 'intents', among), await packRows(tx, 'utterances', among)];
  return { intents, utterances };
}

export async function packIntent(
  tx: Tx,
  enterpriseId: string,
  { botId, storyId, intentId, name }: { botId: string; storyId: string; intentId: string; name: string },
): Promise<Deleted> {
  const packed: Packed = { botId, stories: [], ...(await packIntents(tx, enterpriseId, botId, [intentId])) };
  const contains = { phrases: packed.utterances.length };
  const parents: BinParent[] = [
    { kind: 'bot', id: botId, isNeeded: true },
    { kind: 'story', id: storyId, isNeeded: true },
  ];
  return { kind: 'intent', recordId: intentId, name, contains, parents: [...parents, ...entitiesOf(packed.intents)], packed };
}

/** A story with the stories below it and the intents of them all. */
export async function packStory(
  tx: Tx,
  enterpriseId: string,
  { botId, storyId, parentId, name }: { botId: string; storyId: string; parentId: string | null; name: string },
): Promise<Deleted> {
  const { rows } = await sql<{ storyId: string }>`
    with recursive below as (
      select s.story_id, 0 as depth from stories s where s.enterprise_id = ${enterpriseId} and s.story_id = ${storyId}
      union all select s.story_id, b.depth + 1 from stories s join below b on s.parent_id = b.story_id where s.enterprise_id = ${enterpriseId}
    ) select story_id from below order by depth`.execute(tx);
  const ids = rows.map((row) => row.storyId);
  const among = sql`t.enterprise_id = ${enterpriseId} and t.story_id = any(${ids}::uuid[])`;
  const stories = (await packRows(tx, 'stories', among)).toSorted(
    (one, other) => ids.indexOf(String(one.story_id)) - ids.indexOf(String(other.story_id)),
  );
  const { rows: held } = await sql<{ intentId: string }>`select t.intent_id from intents t where ${among}`.execute(tx);
  const intents = await packIntents(
    tx,
    enterpriseId,
    botId,
    held.map(({ intentId }) => intentId),
  );
  const packed: Packed = { botId, stories, ...intents };
  const contains = { stories: stories.length - 1, intents: packed.intents.length };
  const parents: BinParent[] = [
    { kind: 'bot', id: botId, isNeeded: true },
    ...(parentId ? [{ kind: 'story' as const, id: parentId, isNeeded: true }] : []),
    ...entitiesOf(packed.intents),
  ];
  return { kind: 'story', recordId: storyId, name, contains, parents, packed };
}

export type PackedEntity = { botId: string; rows: PackedRows };

export async function packEntity(
  tx: Tx,
  enterpriseId: string,
  { botId, entityId, name, values }: { botId: string; entityId: string; name: string; values: readonly EntityValue[] },
): Promise<Deleted> {
  const rows = await packRows(tx, 'entities', sql`t.enterprise_id = ${enterpriseId} and t.entity_id = ${entityId}`);
  const parents: BinParent[] = [{ kind: 'bot', id: botId, isNeeded: true }];
  return {
    kind: 'entity',
    recordId: entityId,
    name,
    contains: { values: values.length },
    parents,
    packed: { botId, rows } satisfies PackedEntity,
  };
}
