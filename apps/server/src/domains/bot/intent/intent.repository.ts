import { createHash } from 'node:crypto';
import type { EntityRef, IntentParameter } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { IntentTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type IntentRow = Selectable<IntentTable>;
export type StoredUtterance = { text: string; refs: EntityRef[] };
export const intentNotFound = () => new DomainError('intent.not_found', 'No such intent.', {});

export function listIntentRows(
  tx: Read,
  enterpriseId: string,
  storyId: string,
  filter: { name: string; from: number; limit: number },
): Promise<IntentRow[]> {
  return tx
    .selectFrom('intents')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('storyId', '=', storyId)
    .$if(filter.name !== '', (query) => query.where('name', 'ilike', containing(filter.name)))
    .orderBy('createdAt')
    .orderBy('intentId')
    .$call(pageOf(filter))
    .execute();
}

export async function accessIntent(tx: Read, enterpriseId: string, botId: string, intentId: string): Promise<IntentRow> {
  const row = await tx
    .selectFrom('intents')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('intentId', '=', intentId)
    .executeTakeFirst();
  if (!row) throw intentNotFound();
  return row;
}

export const listUtterances = (tx: Read, enterpriseId: string, botId: string, intentId: string): Promise<StoredUtterance[]> =>
  tx
    .selectFrom('utterances')
    .select(['text', 'refs'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('intentId', '=', intentId)
    .orderBy('position')
    .execute();

export type IntentContent = {
  storyId: string;
  name: string;
  response: string | null;
  handsOver: boolean;
  parameters: IntentParameter[];
  utterances: StoredUtterance[];
};

/** Hashes all fields that training uses; the story only says where an intent is found. */
const fingerprintOf = ({ name, response, handsOver, parameters, utterances }: IntentContent): string =>
  createHash('sha256')
    .update(JSON.stringify([name, response, handsOver, parameters, utterances]))
    .digest('base64url')
    .slice(0, 22);

/** Writes an intent whole, new or not, in two statements however many phrases it has. */
export async function writeIntent(
  tx: Tx,
  enterpriseId: string,
  { botId, intentId, content, now, isNew }: { botId: string; intentId: string; content: IntentContent; now: Date; isNew: boolean },
): Promise<void> {
  const { storyId, name, response, handsOver, parameters, utterances } = content;
  const row = {
    storyId,
    name,
    response,
    handsOver,
    parameters: JSON.stringify(parameters),
    utteranceCount: utterances.length,
    fingerprint: fingerprintOf(content),
    updatedAt: now,
  };
  if (isNew)
    await tx
      .insertInto('intents')
      .values({ enterpriseId, intentId, botId, ...row })
      .execute();
  else {
    await tx.updateTable('intents').set(row).where('enterpriseId', '=', enterpriseId).where('intentId', '=', intentId).execute();
    await tx
      .deleteFrom('utterances')
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .where('intentId', '=', intentId)
      .execute();
  }
  if (utterances.length === 0) return;
  const rows = utterances.map(({ text, refs }, position) => ({ position, text, refs }));
  await sql`insert into utterances (enterprise_id, bot_id, intent_id, position, text, refs)
    select ${enterpriseId}::uuid, ${botId}::uuid, ${intentId}::uuid, position, text, refs
    from json_to_recordset(${JSON.stringify(rows)}) as r (position integer, text text, refs jsonb)`.execute(tx);
}
