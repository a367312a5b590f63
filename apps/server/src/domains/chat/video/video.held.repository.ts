import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Person, type PersonalData, personalRows } from '../../../personal-data.ts';
import { type FileUser, removeFiles } from '../../file/door.ts';

/** A recording of a call, which somebody has played, under the name of the chat's customer. */
export const recordingRecord = defineRecord({
  kind: 'recording',
  module: 'chat',
  tables: [],
  fields: {},
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('videoRecordings as r')
      .innerJoin('chats as c', (join) => join.onRef('c.enterpriseId', '=', 'r.enterpriseId').onRef('c.chatId', '=', 'r.chatId'))
      .innerJoin('customers as p', (join) => join.onRef('p.enterpriseId', '=', 'c.enterpriseId').onRef('p.customerId', '=', 'c.customerId'))
      .select(['p.name', 'p.customerId'])
      .where('r.enterpriseId', '=', enterpriseId)
      .where('r.recordingId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  customerOf: (_id, { customerId }) => String(customerId),
});

const filesOf = sql`select r.file_id from video_recordings r where r.enterprise_id = c.enterprise_id and r.room_id = c.room_id and r.file_id is not null
  union all select p.file_id from video_recordings r
    join video_parts p on p.enterprise_id = r.enterprise_id and p.recording_id = r.recording_id
    where r.enterprise_id = c.enterprise_id and r.room_id = c.room_id`;

/** Those of the chats that have recordings of calls. */
export async function listRecorded(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ chatId: string }>`select distinct r.chat_id from video_recordings r
    where r.enterprise_id = ${enterpriseId} and r.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  return rows.map(({ chatId }) => chatId);
}

/** Recordings of chats go, parts that are not put together with them. @returns how many there were */
export async function removeRecordings(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ fileId: string }>`select f.file_id from video_rooms c cross join lateral (${filesOf}) f
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  const gone = await sql`delete from video_recordings r where r.enterprise_id = ${enterpriseId}
    and r.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  await removeFiles(
    tx,
    enterpriseId,
    rows.map(({ fileId }) => fileId),
  );
  return Number(gone.numAffectedRows ?? 0n);
}

const own = ({ enterpriseId, chatIds }: Person) => sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`;

/** Calls with a person, and their recordings. An erasure takes all of it; the chat tells that there was a call no more. */
export const callsHeld: PersonalData = personalRows({
  kind: 'calls',
  tables: ['videoRooms', 'videoPeople', 'videoRecordings', 'videoParts'],
  rows: (person) => sql`
    select c.room_id::text as key, c.chat_id, c.created_at, c.live_at, c.ended_at, c.consent,
      (select jsonb_agg(jsonb_build_object('started_at', r.started_at, 'ms', r.ms, 'bytes', r.bytes, 'state', r.state) order by r.started_at)
        from video_recordings r where r.enterprise_id = c.enterprise_id and r.room_id = c.room_id) as recordings
    from video_rooms c where ${own(person)}`,
  async listFiles(tx, person) {
    const { rows } = await sql<{ fileId: string }>`select f.file_id from video_rooms c cross join lateral (${filesOf}) f
      where ${own(person)}`.execute(tx);
    return rows.map(({ fileId }) => fileId);
  },
  async erase(_ctx, tx, person, { limit }) {
    await removeRecordings(tx, person.enterpriseId, person.chatIds);
    const { numAffectedRows = 0n } = await sql`delete from video_rooms c where (c.enterprise_id, c.room_id) in (
      select c.enterprise_id, c.room_id from video_rooms c where ${own(person)} limit ${limit})`.execute(tx);
    return { erased: Number(numAffectedRows), more: numAffectedRows >= BigInt(limit) };
  },
});

/** A recording names its file, so that nobody removes it as a file that nobody names. */
export const recordingFiles: FileUser = {
  list: async (tx, enterpriseId, fileIds) => {
    const { rows } = await sql<{ fileId: string }>`
      select r.file_id from video_recordings r where r.enterprise_id = ${enterpriseId} and r.file_id = any(${[...fileIds]}::uuid[])
      union all select p.file_id from video_parts p where p.enterprise_id = ${enterpriseId} and p.file_id = any(${[...fileIds]}::uuid[])`.execute(
      tx,
    );
    return rows.map(({ fileId }) => ({ fileId, name: 'recording.webm', isLive: true }));
  },
};
