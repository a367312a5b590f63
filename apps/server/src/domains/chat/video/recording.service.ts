import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CallRecording, callLimits, type RecordingState, z } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ReceivedFile } from '#platform/files/file-store.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { insertFile, listFiles, removeFiles, type UploadPart } from '../../file/door.ts';
import { findMeetings } from '../../integration/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { isWebm, withDuration } from './recording.webm.ts';
import { recordingRecord } from './video.held.repository.ts';
import {
  changeRecording,
  findRecording,
  findRoom,
  insertPart,
  insertRecording,
  listParts,
  lockRecording,
  type RecordingRow,
  type RoomRow,
  runningRecordings,
} from './video.repository.ts';

/** Parts of a recording that has ended become one file. */
export const assembleRecording = defineJob({
  name: 'video.assemble',
  payload: z.object({ enterpriseId: z.uuid(), recordingId: z.uuid() }),
  maxAttempts: 10,
  key: ({ recordingId }) => recordingId,
});

const noRecording = () => new DomainError('call.no_recording', 'There is no such recording, or it has ended.', {});
const notFound = () => new DomainError('call.not_found', 'No such recording.', {});

export const presentRecording = (row: RecordingRow, by: string): CallRecording => ({
  id: row.recordingId,
  roomId: row.roomId,
  state: row.state,
  by,
  parts: row.parts,
  bytes: Number(row.bytes),
  ms: row.ms,
  startedAt: row.startedAt.toISOString(),
  isReady: row.fileId !== null,
});

/** @throws DomainError meeting.unavailable where calls are not recorded */
export async function assertRecordable({ enterpriseId }: EnterpriseContext, tx: Read): Promise<void> {
  if (!(await findMeetings(tx, enterpriseId))?.canRecord) throw new DomainError('meeting.unavailable', 'Calls are not recorded here.', {});
}

/**
 * Begins a recording. One that runs ends: the page that made it is gone, and parts of two pages make no recording. @param room locked. @throws
 * DomainError call.no_consent, meeting.unavailable
 */
export async function beginRecording(ctx: Ctx, tx: Tx, room: RoomRow): Promise<CallRecording> {
  if (room.consent !== 'given') throw new DomainError('call.no_consent', 'The customer has not agreed to a recording.', {});
  await assertRecordable(ctx, tx);
  await stopRunning(ctx, tx, room);
  const now = ctx.now();
  const { enterpriseId, roomId, chatId } = room;
  const recording = { enterpriseId, roomId, chatId, recordingId: newId(), userId: ctx.actor.userId, startedAt: now, seenAt: now };
  await insertRecording(tx, recording);
  return presentRecording({ ...recording, state: 'RECORDING', parts: 0, bytes: 0, ms: 0, fileId: null }, ctx.actor.name);
}

/** Ends a recording: its parts are put together by a job. */
async function close(ctx: EnterpriseContext, tx: Tx, row: RecordingRow, state: RecordingState): Promise<void> {
  const { enterpriseId, recordingId } = row;
  await changeRecording(tx, enterpriseId, recordingId, { state });
  if (row.parts > 0) await ctx.jobs.enqueue(tx, assembleRecording, { enterpriseId, recordingId });
}

/** Recordings of the room that run end now, with what has arrived. */
export async function stopRunning(ctx: EnterpriseContext, tx: Tx, room: RoomRow): Promise<void> {
  for (const { enterpriseId, recordingId } of await runningRecordings(tx, room)) {
    // A part that arrives at this moment is counted, or refused.
    const row = await lockRecording(tx, enterpriseId, recordingId);
    if (row?.state === 'RECORDING') await close(ctx, tx, row, 'COMPLETE');
  }
}

/** Ends an own recording; one that has ended stays so. @returns its room. @throws DomainError call.not_found */
export async function stopRecording(ctx: Ctx, tx: Tx, recordingId: string): Promise<string> {
  const row = await lockRecording(tx, ctx.enterpriseId, recordingId);
  if (row?.userId !== ctx.actor.userId) throw notFound();
  if (row.state === 'RECORDING') await close(ctx, tx, row, 'COMPLETE');
  return row.roomId;
}

/** A recording whose browser has fallen silent is broken; what has arrived is kept. @returns its room, if it was so */
export async function breakSilent(ctx: EnterpriseContext, tx: Tx, recordingId: string): Promise<string | undefined> {
  const row = await lockRecording(tx, ctx.enterpriseId, recordingId);
  const since = ctx.now().getTime() - callLimits.silenceSeconds * 1000;
  if (row?.state !== 'RECORDING' || row.seenAt.getTime() >= since) return undefined;
  await close(ctx, tx, row, 'BROKEN');
  return row.roomId;
}

/** Takes the next part in. @throws DomainError call.no_recording, call.part_missing, file.too_large, file.type_not_allowed */
export async function addPart(
  ctx: Ctx,
  { recordingId, part, ms }: { recordingId: string; part: number; ms: number },
  read: () => Promise<UploadPart>,
): Promise<{ parts: number }> {
  const { enterpriseId, actor } = ctx;
  const known = await ctx.read((tx) => findRecording(tx, enterpriseId, recordingId));
  if (known?.userId !== actor.userId) throw notFound();
  const { file } = await read();
  const received = await ctx.files.receive(file);
  try {
    if (file.truncated)
      throw new DomainError('file.too_large', 'A part of a recording has 8 MB at the most.', { limitBytes: callLimits.partBytes });
    if (received.sizeBytes === 0) throw new DomainError('file.type_not_allowed', 'The part is empty.', {});
    if (part === 0 && !isWebm(await readHead(received))) throw new DomainError('file.type_not_allowed', 'Recordings are WebM.', {});
    return await ctx.transaction(async (tx) => {
      const row = await lockRecording(tx, enterpriseId, recordingId);
      const room = row && (await findRoom(tx, row));
      if (row?.state !== 'RECORDING' || room?.consent !== 'given') throw noRecording();
      // It was answered, and the answer was lost.
      if (part < row.parts) return { parts: row.parts };
      if (part > row.parts) throw new DomainError('call.part_missing', 'A part before this one is missing.', { expected: row.parts });
      // Only now: bytes that no row names would stay for ever.
      await received.keep();
      const fileId = await keepFile(ctx, tx, received);
      await insertPart(tx, { enterpriseId, recordingId, part, fileId });
      const parts = row.parts + 1;
      const bytes = Number(row.bytes) + received.sizeBytes;
      await changeRecording(tx, enterpriseId, recordingId, { parts, bytes, ms: Math.max(row.ms, ms), seenAt: ctx.now() });
      return { parts };
    });
  } finally {
    // Nothing is left to discard of a part that was kept.
    await received.discard();
  }
}

async function readHead({ path }: ReceivedFile): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Bytes that nobody has uploaded as a file of their own: no user reads them but by a link. */
async function keepFile(ctx: EnterpriseContext, tx: Tx, { sha256, sizeBytes }: ReceivedFile): Promise<string> {
  const fileId = newId();
  const of = { enterpriseId: ctx.enterpriseId, fileId, sha256, sizeBytes };
  const kept = {
    name: 'recording.webm',
    type: 'video/webm',
    kind: 'video',
    createdBy: null,
    visitorAddress: null,
    isUnusual: false,
  } as const;
  await insertFile(tx, { ...of, ...kept });
  return fileId;
}

/** Contents of the parts, in their order. */
async function readParts(tx: Read, enterpriseId: string, recordingId: string): Promise<{ fileId: string; sha256: string }[]> {
  const ids = await listParts(tx, enterpriseId, recordingId);
  const contents = new Map((await listFiles(tx, enterpriseId, ids)).map(({ fileId, sha256 }) => [fileId, sha256]));
  return ids.flatMap((fileId) => {
    const sha256 = contents.get(fileId);
    return sha256 === undefined ? [] : [{ fileId, sha256 }];
  });
}

/** Puts the parts of a recording together, with its duration in the head. A repeat finds nothing to do. */
export async function assemble(ctx: EnterpriseContext, recordingId: string): Promise<void> {
  const { enterpriseId, files } = ctx;
  const found = await ctx.read(async (tx) => ({
    row: await findRecording(tx, enterpriseId, recordingId),
    parts: await readParts(tx, enterpriseId, recordingId),
  }));
  const { row, parts } = found;
  if (!row || row.state === 'RECORDING' || row.fileId !== null || parts.length === 0) return;
  async function* bytes() {
    for (const [place, { sha256 }] of parts.entries()) {
      const stream = await files.open(sha256);
      if (place > 0) {
        yield* stream;
        continue;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      yield withDuration(Buffer.concat(chunks), row?.ms ?? 0);
    }
  }
  const place = await files.place();
  let received: ReceivedFile;
  try {
    await pipeline(Readable.from(bytes()), createWriteStream(place, { mode: 0o600 }));
    received = await files.receiveFrom(place);
  } finally {
    await rm(place, { force: true });
  }
  await received.keep();
  await ctx.transaction(async (tx) => {
    const current = await lockRecording(tx, enterpriseId, recordingId);
    // Erased meanwhile, or put together by another worker.
    if (!current || current.fileId !== null || current.parts !== parts.length) return;
    const fileId = await keepFile(ctx, tx, received);
    await changeRecording(tx, enterpriseId, recordingId, { fileId, bytes: received.sizeBytes });
    await removeFiles(
      tx,
      enterpriseId,
      parts.map((part) => part.fileId),
    );
  });
}

/** A recording with a link that plays it; the trail says who has looked at it. @throws DomainError chat.not_found, call.not_found */
export const playRecording = (ctx: Ctx, recordingId: string, chatId: string): Promise<CallRecording & { url: string }> =>
  ctx.transaction(async (tx) => {
    const { customerName: name, customerId } = await accessChat(tx, ctx.actor, chatId);
    const row = await findRecording(tx, ctx.enterpriseId, recordingId);
    if (row?.chatId !== chatId) throw notFound();
    recordChange(ctx, tx, { record: recordingRecord, id: recordingId, action: 'play', after: { name, customerId } });
    return { ...presentRecording(row, ''), url: row.fileId === null ? '' : ctx.fileUrl(row.fileId) };
  });
