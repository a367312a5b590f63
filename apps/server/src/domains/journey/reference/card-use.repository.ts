import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { AskedCard, CardUse } from '../../channel/door.ts';
import { listStreamsNaming } from './use.repository.ts';

/** Streams with copies of these cards. A copy of an earlier version is older; drafts count, and versions that run. */
export async function listCardsInStreams(tx: Read, enterpriseId: string, cards: readonly AskedCard[]): Promise<CardUse[]> {
  const ids = cards.map(({ cardId }) => cardId);
  const named = await listStreamsNaming(tx, enterpriseId, { kinds: ['card'], ids, which: 'any' });
  const older = await findOlder(
    tx,
    enterpriseId,
    named.map(({ journeyId }) => journeyId),
    cards,
  );
  return named.map(({ refId, journeyId, name }) => ({ cardId: refId, id: journeyId, name, isOlder: older.has(`${journeyId} ${refId}`) }));
}

/** The streams whose draft or newest version copied an earlier version of a card, each with the card's id. */
async function findOlder(tx: Read, enterpriseId: string, journeyIds: readonly string[], cards: readonly AskedCard[]): Promise<Set<string>> {
  if (journeyIds.length === 0) return new Set();
  const { rows } = await sql<{ journeyId: string; cardId: string }>`
    with asked as (select * from unnest(${cards.map(({ cardId }) => cardId)}::text[], ${cards.map(({ version }) => version)}::int[]) a (card_id, version)),
    documents as (
      select journey_id, document from journeys where enterprise_id = ${enterpriseId} and journey_id = any(${[...journeyIds]}::uuid[])
      union all select v.journey_id, v.document from journeys j join journey_versions v
        on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
      where j.enterprise_id = ${enterpriseId} and j.journey_id = any(${[...journeyIds]}::uuid[]))
    select distinct d.journey_id, a.card_id from documents d
      cross join lateral jsonb_array_elements(d.document -> 'nodes') n (node)
      join asked a on a.card_id = n.node #>> '{config,library,card,id}' and (n.node #>> '{config,library,version}')::int < a.version`.execute(
    tx,
  );
  return new Set(rows.map(({ journeyId, cardId }) => `${journeyId} ${cardId}`));
}
