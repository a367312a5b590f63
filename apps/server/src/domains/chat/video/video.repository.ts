import type { WebChannelData } from '@parley/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { VideoPersonTable, VideoRecordingTable, VideoRoomTable } from '#platform/db/schema.chat.ts';

export type RoomRow = Selectable<VideoRoomTable>;
export type PersonRow = Selectable<VideoPersonTable>;
export type RecordingRow = Selectable<VideoRecordingTable>;
type Place = { enterpriseId: string; roomId: string };

const roomOf = (tx: Read, { enterpriseId, roomId }: Place) =>
  tx.selectFrom('videoRooms').selectAll().where('enterpriseId', '=', enterpriseId).where('roomId', '=', roomId);

export const findRoom = (tx: Read, place: Place): Promise<RoomRow | undefined> => roomOf(tx, place).executeTakeFirst();
/** The same with its lock, which is taken behind that of its chat. */
export const lockRoom = (tx: Tx, place: Place): Promise<RoomRow | undefined> => roomOf(tx, place).forUpdate().executeTakeFirst();

export const findOpenRoom = (tx: Read, enterpriseId: string, chatId: string): Promise<RoomRow | undefined> =>
  tx
    .selectFrom('videoRooms')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('state', '<>', 'ENDED')
    .executeTakeFirst();

const shownRooms = 50;

export const listRoomsOfChat = (tx: Read, enterpriseId: string, chatId: string): Promise<RoomRow[]> =>
  tx
    .selectFrom('videoRooms')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .orderBy('createdAt', 'desc')
    .limit(shownRooms)
    .execute();

export const listRoomsOfUser = (tx: Read, enterpriseId: string, userId: string): Promise<RoomRow[]> =>
  tx
    .selectFrom('videoRooms')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('state', '<>', 'ENDED')
    .orderBy('createdAt', 'desc')
    .limit(shownRooms)
    .execute();

export async function insertRoom(tx: Tx, room: Insertable<VideoRoomTable>): Promise<void> {
  await tx.insertInto('videoRooms').values(room).execute();
}

export type RoomChange = Partial<Pick<RoomRow, 'state' | 'consent' | 'codeHash' | 'sealedCode' | 'liveAt' | 'endedAt' | 'isTold'>>;

export async function changeRoom(tx: Tx, { enterpriseId, roomId }: Place, change: RoomChange): Promise<void> {
  await tx.updateTable('videoRooms').set(change).where('enterpriseId', '=', enterpriseId).where('roomId', '=', roomId).execute();
}

/** Finds the room of a link. The caller's right is the code alone. */
export async function findRoomOfCode(
  db: Db,
  codeHash: Buffer,
): Promise<{ enterpriseId: string; roomId: string; chatId: string } | undefined> {
  const { rows } = await sql<{ enterpriseId: string; roomId: string; chatId: string }>`select * from find_video_room(${codeHash})`.execute(
    db,
  );
  return rows[0];
}

/** The chat counts more while it has a call; its lock and that of its owner's desk are held. @param weight null: no more than before */
export async function changeCallWeight(tx: Tx, enterpriseId: string, chatId: string, weight: number | null): Promise<void> {
  await sql`update chats set weight = weight - coalesce(call_weight, 0) + ${weight ?? 0}::integer, call_weight = ${weight}::integer
    where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and call_weight is distinct from ${weight}::integer`.execute(tx);
}

// People.

export const listPeople = (tx: Read, enterpriseId: string, roomIds: readonly string[]): Promise<PersonRow[]> =>
  tx
    .selectFrom('videoPeople')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`room_id = any(${[...roomIds]}::uuid[])`)
    .orderBy('kind')
    .execute();

type NewPerson = Pick<PersonRow, 'enterpriseId' | 'roomId' | 'personId' | 'kind' | 'tokenHash'> & { joinedAt: Date; seenAt: Date };

/** The person is in the room, by this token alone. @returns the number of this join */
export async function seatPerson(tx: Tx, person: NewPerson): Promise<number> {
  const { joins } = await tx
    .insertInto('videoPeople')
    .values({ ...person, joins: 1 })
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'roomId', 'kind']).doUpdateSet({
        personId: person.personId,
        tokenHash: person.tokenHash,
        seenAt: person.seenAt,
        leftAt: null,
        ending: '',
        joins: sql`video_people.joins + 1`,
      }),
    )
    .returning('joins')
    .executeTakeFirstOrThrow();
  return joins;
}

type Seat = Place & { kind: PersonRow['kind']; tokenHash: Buffer };

/** Tells whether the token has the place in a room that has not ended, and notes the sign of life. */
export async function touchSeat(tx: Tx, { enterpriseId, roomId, kind, tokenHash }: Seat, now: Date): Promise<RoomRow | undefined> {
  const room = await tx
    .selectFrom('videoRooms as r')
    .innerJoin('videoPeople as p', (join) => join.onRef('p.enterpriseId', '=', 'r.enterpriseId').onRef('p.roomId', '=', 'r.roomId'))
    .selectAll('r')
    .select('p.seenAt')
    .where('r.enterpriseId', '=', enterpriseId)
    .where('r.roomId', '=', roomId)
    .where('p.kind', '=', kind)
    .where('p.tokenHash', '=', tokenHash)
    .where('p.leftAt', 'is', null)
    .executeTakeFirst();
  if (!room || room.state === 'ENDED') return undefined;
  // Signals come by the dozen: one sign of life in ten seconds is written.
  if (now.getTime() - room.seenAt.getTime() > 10_000)
    await tx
      .updateTable('videoPeople')
      .set({ seenAt: now })
      .where('enterpriseId', '=', enterpriseId)
      .where('roomId', '=', roomId)
      .where('kind', '=', kind)
      .execute();
  return room;
}

/** People who are still in the room, all or those of the kind, have left it. @param join number of the join that ends; of an earlier one nobody leaves */
export async function leaveSeats(
  tx: Tx,
  { enterpriseId, roomId }: Place,
  { kind, join, ending, at }: { kind?: PersonRow['kind']; join?: number; ending: PersonRow['ending']; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('videoPeople')
    .set({ leftAt: at, ending })
    .where('enterpriseId', '=', enterpriseId)
    .where('roomId', '=', roomId)
    .where('leftAt', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'customer'))
    .$if(join !== undefined, (query) => query.where('joins', '=', join ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

// Recordings.

export const listRecordings = (tx: Read, enterpriseId: string, roomIds: readonly string[]): Promise<RecordingRow[]> =>
  tx
    .selectFrom('videoRecordings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`room_id = any(${[...roomIds]}::uuid[])`)
    .orderBy('startedAt')
    .execute();

export const runningRecordings = (tx: Read, { enterpriseId, roomId }: Place): Promise<RecordingRow[]> =>
  tx
    .selectFrom('videoRecordings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('roomId', '=', roomId)
    .where('state', '=', 'RECORDING')
    .execute();

const recordingOf = (tx: Read, enterpriseId: string, recordingId: string) =>
  tx.selectFrom('videoRecordings').selectAll().where('enterpriseId', '=', enterpriseId).where('recordingId', '=', recordingId);

export const findRecording = (tx: Read, enterpriseId: string, recordingId: string): Promise<RecordingRow | undefined> =>
  recordingOf(tx, enterpriseId, recordingId).executeTakeFirst();
export const lockRecording = (tx: Tx, enterpriseId: string, recordingId: string): Promise<RecordingRow | undefined> =>
  recordingOf(tx, enterpriseId, recordingId).forUpdate().executeTakeFirst();

export async function insertRecording(tx: Tx, recording: Insertable<VideoRecordingTable>): Promise<void> {
  await tx.insertInto('videoRecordings').values(recording).execute();
}

export type RecordingChange = Partial<Pick<RecordingRow, 'state' | 'parts' | 'bytes' | 'ms' | 'seenAt' | 'fileId'>>;

export async function changeRecording(tx: Tx, enterpriseId: string, recordingId: string, change: RecordingChange): Promise<void> {
  await tx
    .updateTable('videoRecordings')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('recordingId', '=', recordingId)
    .execute();
}

export async function insertPart(tx: Tx, part: { enterpriseId: string; recordingId: string; part: number; fileId: string }): Promise<void> {
  await tx.insertInto('videoParts').values(part).execute();
}

/** Ids of the files of a recording's parts, in their order. */
export async function listParts(tx: Read, enterpriseId: string, recordingId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('videoParts')
    .select('fileId')
    .where('enterpriseId', '=', enterpriseId)
    .where('recordingId', '=', recordingId)
    .orderBy('part')
    .execute();
  return rows.map(({ fileId }) => fileId);
}

// The worker's looks, in all enterprises.

/** Rooms whose end is to be told, that nobody has been in since a time, or that were opened before a time. */
export async function listDueRooms(db: Db, emptySince: Date, openedBefore: Date, most: number) {
  const { rows } = await sql<{
    enterpriseId: string;
    roomId: string;
  }>`select * from due_video_rooms(${emptySince}, ${openedBefore}, ${most})`.execute(db);
  return rows;
}

export async function listSilentRecordings(db: Db, silentSince: Date, most: number) {
  const { rows } = await sql<{
    enterpriseId: string;
    recordingId: string;
  }>`select * from silent_recordings(${silentSince}, ${most})`.execute(db);
  return rows;
}

// The customer and the brand of a call.

export async function findCustomerName(tx: Read, enterpriseId: string, customerId: string): Promise<string> {
  const row = await tx
    .selectFrom('customers')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return row?.name ?? '';
}

/** Title and colour of the channel's widget; of a line without one its name. */
export async function findFace(tx: Read, enterpriseId: string, channelId: string): Promise<{ title: string; colour: string }> {
  const row = await tx
    .selectFrom('channels')
    .select(['name', 'data'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  const { title, colour }: Partial<WebChannelData> = row?.data ?? {};
  return { title: title || row?.name || '', colour: colour ?? '' };
}
