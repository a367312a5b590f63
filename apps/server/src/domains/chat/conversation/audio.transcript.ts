import { type AudioTranscript, cleanText, cutText } from '@parley/contract';
import { sql } from 'kysely';
import { excuse } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessFile } from '../../file/door.ts';
import { endSpeech, hasSpeech, ServiceError, type SpeechKey, startSpeech, transcribeAudio } from '../../integration/door.ts';
import { accessChat } from '../access/chat.access.ts';
import { findAction } from '../record/chat.repository.ts';

const mostBytes = 25 * 1024 * 1024;
const longestText = 20_000;

const unavailable = (message: string) => new DomainError('transcript.unavailable', message, {});
const heard = 'what was said stands with the chat’s own record';
const ofChat = { journeyId: null, journeyVersion: null, nodeId: '', language: '', leastConfidence: null, isHidden: false };
const noteFailure = (tx: Tx, key: SpeechKey, error: string): Promise<void> => {
  excuse(tx, heard);
  return endSpeech(tx, key, { error });
};
const noRecording = () => unavailable('This message is no recording.');

/** Lists the transcripts of a chat’s audio messages for users who may read the chat. @throws DomainError chat.not_found */
export const listTranscripts = (ctx: Ctx, chatId: string): Promise<{ canTranscribe: boolean; transcripts: AudioTranscript[] }> =>
  ctx.read(async (tx) => {
    await accessChat(tx, ctx.actor, chatId);
    const transcripts = await tx
      .selectFrom('chatTranscripts')
      .select(['number', 'text'])
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('chatId', '=', chatId)
      .orderBy('number')
      .execute();
    return { canTranscribe: await hasSpeech(tx, ctx.enterpriseId), transcripts };
  });

const findTranscript = (tx: Read, { enterpriseId }: Ctx, chatId: string, number: number): Promise<AudioTranscript | undefined> =>
  tx
    .selectFrom('chatTranscripts')
    .select(['number', 'text'])
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '=', number)
    .executeTakeFirst();

/**
 * Has the enterprise’s speech service write one audio message down; the first text is kept, and asked for no second time.
 * @throws DomainError chat.not_found, transcript.unavailable for what is no such recording, transcript.failed in the service’s words
 */
export async function transcribeMessage(
  ctx: Ctx,
  deps: Pick<Deps, 'config' | 'secrets'>,
  chatId: string,
  number: number,
): Promise<AudioTranscript> {
  const { enterpriseId } = ctx;
  const found = await ctx.read(async (tx) => {
    const chat = await accessChat(tx, ctx.actor, chatId);
    const known = await findTranscript(tx, ctx, chatId, number);
    if (known) return { known };
    const row = await findAction(tx, enterpriseId, chatId, number);
    if (!row?.attachment?.type.startsWith('audio/')) throw noRecording();
    const { customerId, channelId } = chat;
    return {
      file: await accessFile(tx, enterpriseId, row.attachment.id),
      about: { customerId, channelId, isSandbox: chat.line?.environment === 'sandbox', fileId: row.attachment.id },
    };
  });
  if (found.known) return found.known;
  const { file, about } = found;
  const key: SpeechKey = { enterpriseId, source: 'chat', sourceId: chatId, sourceNo: number };
  const fail = (error: string) => ctx.transaction((tx) => noteFailure(tx, key, error));
  if (file.sizeBytes > mostBytes) throw unavailable('Recordings of at most 25 MB are written down.');
  if (!(await ctx.read((tx) => hasSpeech(tx, enterpriseId)))) throw unavailable('The enterprise has no speech service.');
  await ctx.transaction((tx) => {
    excuse(tx, heard);
    return startSpeech(tx, key, { ...about, ...ofChat, at: ctx.now() });
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of await ctx.files.open(file.sha256)) chunks.push(chunk as Uint8Array);
  const transcript = await transcribeAudio(
    ctx,
    deps,
    { bytes: Buffer.concat(chunks), name: file.name, type: file.type },
    { isRated: true },
  ).catch(async (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    await fail(error.message);
    throw new DomainError('transcript.failed', error.message, { reason: error.message }, { cause: error });
  });
  if (transcript === undefined) {
    await fail('The enterprise has no speech service.');
    throw unavailable('The enterprise has no speech service.');
  }
  return ctx.transaction(async (tx) => {
    excuse(tx, heard);
    // It may have been erased while the service listened; from here on an erasure waits, and takes the text too.
    const { rows } = await sql`select from chat_actions where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number = ${number}
      and attachment is not null for share`.execute(tx);
    if (rows.length === 0) throw noRecording();
    await endSpeech(tx, key, transcript);
    await tx
      .insertInto('chatTranscripts')
      .values({
        enterpriseId,
        chatId,
        number,
        text: cutText(cleanText(transcript.text), longestText),
        createdBy: ctx.actor.userId,
        createdAt: ctx.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await findTranscript(tx, ctx, chatId, number)) as AudioTranscript;
  });
}
