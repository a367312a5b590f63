import { type SpeechFigures, type SpeechFilter, type SpeechMessage, speechDaysMax, speechLeftMinutes } from '@parley/contract';
import { changing, excuse, recordChange } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMayUseChannel, channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { accessFile } from '../../file/door.ts';
import { correctSpeech, endSpeech, readSpeech, ServiceError, startAgain, transcribeAudio } from '../../integration/door.ts';
import { readSpan } from '../span/report.span.ts';
import type { Span } from '../span/span.repository.ts';
import { speechRecord } from './speech.record.ts';
import { findSpeech, listSpeech, type SpeechEyes, type SpeechRow, sumSpeech } from './speech.repository.ts';

const notFound = () => new DomainError('speech.not_found', 'No such recording.', {});
const gone = () => new DomainError('speech.gone', 'This recording is kept no more.', {});

/** Recordings of chats are for those who reach all chats: a recording says no department. */
export const eyesOf = ({ enterpriseId, actor }: Ctx): SpeechEyes => ({
  enterpriseId,
  withChats: actor.dataScope === 'enterprise',
  channels: channelsOf(actor),
});

export function presentSpeech(ctx: Pick<Ctx, 'actor'>, row: SpeechRow): SpeechMessage {
  const { speechId, at, customerName, channelName, streamName, service, fileId, confidence, leastConfidence, source, ...shown } = row;
  const isDone = row.status === 'DONE';
  return {
    ...shown,
    id: speechId,
    source,
    at: at.toISOString(),
    customerName: shownName(customerName ?? '', readingOf(ctx.actor)),
    channelName: channelName ?? '',
    streamName: streamName ?? '',
    service: service ?? '',
    confidence,
    leastConfidence,
    isAnswer: source === 'stream' && isDone ? confidence === null || leastConfidence === null || confidence >= leastConfidence : null,
    canPlay: fileId !== null,
  };
}

/** @throws DomainError request.invalid, or 1403 for a key that was made for other channels */
export async function openSpeech(ctx: Ctx, tx: Read, filter: SpeechFilter): Promise<Span> {
  assertMayUseChannel(ctx.actor, filter.channelId);
  return readSpan(tx, ctx.enterpriseId, filter, ctx.now(), speechDaysMax);
}

export const readSpeechFigures = (ctx: Ctx, filter: SpeechFilter): Promise<SpeechFigures> =>
  ctx.read(async (tx) => {
    const span = await openSpeech(ctx, tx, filter);
    const currency = await ctx.bill.currencyOf(tx, ctx.enterpriseId);
    return { fromDate: span.fromDay, toDate: span.toDay, zone: span.zone, currency, ...(await sumSpeech(tx, eyesOf(ctx), filter, span)) };
  });

export const readSpeechList = (ctx: Ctx, { after, perPage, ...filter }: SpeechFilter & { after: string; perPage: number }) =>
  ctx.read(async (tx) => {
    const span = await openSpeech(ctx, tx, filter);
    const found = await listSpeech(tx, eyesOf(ctx), filter, span, { after, limit: perPage + 1 });
    const rows = found.slice(0, perPage);
    return { rows: rows.map((row) => presentSpeech(ctx, row)), next: found.length > rows.length ? (rows.at(-1)?.speechId ?? null) : null };
  });

async function access(ctx: Ctx, tx: Read, speechId: string): Promise<SpeechRow> {
  const row = await findSpeech(tx, eyesOf(ctx), speechId);
  if (!row) throw notFound();
  return row;
}

/** @throws DomainError speech.not_found, or speech.gone where the recording is kept no more */
export const playSpeech = (ctx: Ctx, speechId: string): Promise<{ url: string }> =>
  ctx.transaction(async (tx) => {
    const { fileId } = await access(ctx, tx, speechId);
    if (fileId === null) throw gone();
    await accessFile(tx, ctx.enterpriseId, fileId).catch(() => {
      throw gone();
    });
    const about = await speechRecord.read(tx, ctx.enterpriseId, speechId);
    recordChange(ctx, tx, { record: speechRecord, id: speechId, action: 'play', after: { ...about, text: undefined } });
    return { url: ctx.fileUrl(fileId) };
  });

/** @throws DomainError speech.not_found, speech.no_text or record.changed */
export const saveSpeech = (ctx: Ctx, speechId: string, { text, version }: { text: string; version: number }): Promise<SpeechMessage> =>
  ctx.transaction(async (tx) => {
    await access(ctx, tx, speechId);
    const row = await readSpeech(tx, ctx.enterpriseId, speechId, 'lock');
    if (!row) throw notFound();
    if (row.isHidden || row.status !== 'DONE')
      throw new DomainError('speech.no_text', 'This recording has no text that could be corrected.', {});
    await assertVersion(ctx, tx, speechRecord, { id: speechId, version: row.version }, version);
    await changing(ctx, tx, speechRecord, speechId, 'edit', () =>
      correctSpeech(tx, ctx.enterpriseId, speechId, { text: text.trim(), by: ctx.actor.userId }),
    );
    return presentSpeech(ctx, await access(ctx, tx, speechId));
  });

async function readBytes(ctx: Ctx, sha256: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await ctx.files.open(sha256)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

const mostBytes = 25 * 1024 * 1024;

/**
 * Has a recording without a text written down again. The stream that asked has gone on by then.
 * @throws DomainError speech.not_found, speech.gone, speech.has_text, or speech.too_long
 */
export async function retrySpeech(ctx: Ctx, deps: Pick<Deps, 'config' | 'secrets' | 'log'>, speechId: string): Promise<SpeechMessage> {
  const { enterpriseId } = ctx;
  const { file, row } = await ctx.transaction(async (tx) => {
    await access(ctx, tx, speechId);
    const row = await readSpeech(tx, enterpriseId, speechId, 'lock');
    if (!row) throw notFound();
    const isLeft = row.status === 'PENDING' && ctx.now().getTime() - row.at.getTime() > speechLeftMinutes * 60_000;
    if (row.status !== 'FAILED' && row.status !== 'EMPTY' && !isLeft)
      throw new DomainError('speech.has_text', 'Only a recording without a text is tried again.', {});
    if (row.fileId === null) throw gone();
    const file = await accessFile(tx, enterpriseId, row.fileId).catch(() => {
      throw gone();
    });
    if (file.sizeBytes > mostBytes) throw new DomainError('speech.too_long', 'Recordings of at most 25 MB are written down.', {});
    await changing(ctx, tx, speechRecord, speechId, 'retry', () => startAgain(tx, enterpriseId, speechId));
    return { file, row };
  });
  const outcome = await readBytes(ctx, file.sha256)
    .then((bytes) => transcribeAudio(ctx, deps, { bytes, name: file.name, type: file.type }, { isRated: true, language: row.language }))
    .then((transcript) => transcript ?? { error: 'The enterprise has no speech service.' })
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return { error: error.message };
      deps.log.error({ err: error, speechId }, 'a recording was not written down');
      return { error: 'The recording could not be read.' };
    });
  return ctx.transaction(async (tx) => {
    excuse(tx, 'the trail has the try itself');
    await endSpeech(tx, { enterpriseId, source: row.source, sourceId: row.sourceId, sourceNo: Number(row.sourceNo) }, outcome);
    return presentSpeech(ctx, await access(ctx, tx, speechId));
  });
}
