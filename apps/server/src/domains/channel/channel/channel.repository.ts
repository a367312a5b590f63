import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { ChannelRow } from './channel.present.ts';

const notFound = () => new DomainError('channel.not_found', 'No such channel.', {});

/** @throws DomainError channel.not_found, for another enterprise's too */
export async function accessChannel(tx: Read, enterpriseId: string, channelId: string, { lock = false } = {}): Promise<ChannelRow> {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Finds the channels among these that the enterprise has. */
export async function findKnownChannels(tx: Tx, enterpriseId: string, channelIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('channels')
    .select('channelId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', channelIds)
    .execute();
  return rows.map(({ channelId }) => channelId);
}

export async function countTemplates(tx: Read, enterpriseId: string, channelId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the channels for forms and filters; all of them, since an enterprise has few. */
export const listChannelNames = (tx: Read, enterpriseId: string): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('channels')
    .select(['channelId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(name)`)
    .limit(500)
    .execute();
