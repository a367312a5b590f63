import { cleanText, cutText, type SpeechSource, speechTextMax } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SpeechMessageTable } from '#platform/db/schema.integration.ts';
import { newId } from '#platform/ids.ts';
import type { ServiceTranscript } from '../service/speech.service.ts';

/** The walk and its call, or the chat and its message. */
export type SpeechKey = { enterpriseId: string; source: SpeechSource; sourceId: string; sourceNo: number };

type Started = {
  at: Date;
  journeyId: string | null;
  journeyVersion: number | null;
  nodeId: string;
  customerId: string;
  channelId: string;
  isSandbox: boolean;
  fileId: string;
  language: string;
  leastConfidence: number | null;
  /** Its words are nobody's to read */
  isHidden: boolean;
};

/** Notes that a recording is to be written down; another try of one that has no text begins anew. */
export async function startSpeech(tx: Tx, { enterpriseId, source, sourceId, sourceNo }: SpeechKey, started: Started): Promise<void> {
  const { at, journeyId, journeyVersion, nodeId, customerId, channelId, isSandbox, fileId, language, leastConfidence, isHidden } = started;
  await sql`insert into speech_messages (enterprise_id, speech_id, at, source, source_id, source_no, journey_id, journey_version, node_id, customer_id,
      channel_id, is_sandbox, file_id, status, language, least_confidence, is_hidden)
    values (${enterpriseId}, ${newId()}, ${at}, ${source}, ${sourceId}, ${sourceNo}, ${journeyId}, ${journeyVersion}, ${nodeId}, ${customerId},
      ${channelId}, ${isSandbox}, ${fileId}, 'PENDING', ${language}, ${leastConfidence}, ${isHidden})
    on conflict (enterprise_id, source, source_id, source_no) do update set status = 'PENDING', error = '', version = speech_messages.version + 1
      where speech_messages.status in ('FAILED', 'EMPTY')`.execute(tx);
}

/** Records the text of a recording, or why there is none. Without a row, or with a text already, nothing changes. */
export async function endSpeech(tx: Tx, key: SpeechKey, outcome: ServiceTranscript | { error: string }): Promise<void> {
  const { enterpriseId, source, sourceId, sourceNo } = key;
  const found = 'text' in outcome ? outcome : undefined;
  const said = cutText(cleanText(found?.text ?? ''), speechTextMax).trim();
  const status = found === undefined ? 'FAILED' : said === '' ? 'EMPTY' : 'DONE';
  await sql`update speech_messages s set status = ${status}, text = case when s.is_hidden then '' else ${said} end,
      error = ${'error' in outcome ? outcome.error : ''}, version = s.version + 1,
      confidence = coalesce(${found?.confidence ?? null}::float8, s.confidence), length_ms = coalesce(${found?.lengthMs ?? null}::bigint, s.length_ms),
      language = coalesce(nullif(${found?.language ?? ''}, ''), s.language), integration_id = coalesce(${found?.integrationId ?? null}::uuid, s.integration_id),
      price_per_minute = coalesce(nullif(${found?.pricePerMinute ?? ''}, '')::numeric, s.price_per_minute)
    where s.enterprise_id = ${enterpriseId} and s.source = ${source} and s.source_id = ${sourceId} and s.source_no = ${sourceNo}
      and s.status <> 'DONE'`.execute(tx);
}

export type StoredSpeech = Selectable<SpeechMessageTable>;

export const readSpeech = (tx: Read, enterpriseId: string, speechId: string, hold?: 'lock'): Promise<StoredSpeech | undefined> =>
  tx
    .selectFrom('speechMessages')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('speechId', '=', speechId)
    .$if(hold !== undefined, (query) => query.forUpdate())
    .executeTakeFirst();

/** Replaces a text; the one of the service is kept. */
export async function correctSpeech(
  tx: Tx,
  enterpriseId: string,
  speechId: string,
  { text, by }: { text: string; by: string },
): Promise<void> {
  await sql`update speech_messages s set original_text = coalesce(s.original_text, s.text), text = ${text}, corrected_by = ${by}, version = s.version + 1
    where s.enterprise_id = ${enterpriseId} and s.speech_id = ${speechId}`.execute(tx);
}

/** Another try of a recording without a text begins. */
export async function startAgain(tx: Tx, enterpriseId: string, speechId: string): Promise<void> {
  await sql`update speech_messages s set status = 'PENDING', error = '', version = s.version + 1
    where s.enterprise_id = ${enterpriseId} and s.speech_id = ${speechId} and s.status <> 'DONE'`.execute(tx);
}
