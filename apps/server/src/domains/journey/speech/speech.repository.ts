import type { SpeechFilter, SpeechSource, SpeechState } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { Span } from '../span/span.repository.ts';

export type SpeechRow = {
  speechId: string;
  at: Date;
  source: SpeechSource;
  sourceId: string;
  customerName: string | null;
  channelName: string | null;
  streamName: string | null;
  node: string;
  fileId: string | null;
  status: SpeechState;
  lengthMs: number | null;
  language: string;
  service: string | null;
  confidence: number | null;
  leastConfidence: number | null;
  text: string;
  originalText: string | null;
  isHidden: boolean;
  cost: number | null;
  error: string;
  version: number;
};

/** Recordings that somebody may see. @property withChats those of chats too @property channels none: of every channel */
export type SpeechEyes = { enterpriseId: string; withChats: boolean; channels: readonly string[] };

function found({ enterpriseId, withChats, channels }: SpeechEyes, filter: SpeechFilter, span: Span): RawBuilder<boolean> {
  const { source, channelId, journeyId, language, status, below, text, sandbox } = filter;
  return sql<boolean>`${sql.join(
    [
      sql`s.enterprise_id = ${enterpriseId}`,
      sql`s.at >= ${span.from} and s.at < ${span.to}`,
      sql`s.is_sandbox = ${sandbox}`,
      ...(withChats ? [] : [sql`s.source = 'stream'`]),
      ...(channels.length === 0 ? [] : [sql`s.channel_id = any(${[...channels]}::uuid[])`]),
      ...(source === '' ? [] : [sql`s.source = ${source}`]),
      ...(channelId === '' ? [] : [sql`s.channel_id = ${channelId}`]),
      ...(journeyId === '' ? [] : [sql`s.journey_id = ${journeyId}`]),
      ...(language === '' ? [] : [sql`s.language = ${language}`]),
      ...(status === '' ? [] : [sql`s.status = ${status}`]),
      ...(below === 0 ? [] : [sql`s.confidence < ${below}`]),
      ...(text.trim() === '' ? [] : [sql`s.text ilike ${containing(text.trim())}`]),
    ],
    sql` and `,
  )}`;
}

/** Millionths of the currency; null: no length or no price is known, or nothing was written down. */
const cost = sql`case when s.status in ('DONE', 'EMPTY') then round(s.length_ms * s.price_per_minute * 1000000 / 60000) end`;
/** The step's name in the version that asked. */
const node = sql`coalesce((select n ->> 'name' from journey_versions v, jsonb_array_elements(v.document -> 'nodes') n
    where v.enterprise_id = s.enterprise_id and v.journey_id = s.journey_id and v.version = s.journey_version and n ->> 'id' = s.node_id limit 1),
  s.node_id)`;

const select = (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql<SpeechRow>`
  select s.speech_id, s.at, s.source, s.source_id, k.name as customer_name, h.name as channel_name, j.name as stream_name, ${node} as node, s.file_id,
    s.status, s.length_ms, s.language, i.name as service, s.confidence, s.least_confidence,
    s.text, s.original_text, s.is_hidden, (${cost})::bigint as cost, s.error, s.version
  from speech_messages s
    left join customers k on k.enterprise_id = s.enterprise_id and k.customer_id = s.customer_id
    left join channels h on h.enterprise_id = s.enterprise_id and h.channel_id = s.channel_id
    left join journeys j on j.enterprise_id = s.enterprise_id and j.journey_id = s.journey_id
    left join integrations i on i.enterprise_id = s.enterprise_id and i.integration_id = s.integration_id
  where ${where} ${rest}`;

/** A page, newest first. @param after the last one of the page before; '' for the first */
export async function listSpeech(
  tx: Read,
  eyes: SpeechEyes,
  filter: SpeechFilter,
  span: Span,
  { after, limit }: { after: string; limit: number },
): Promise<SpeechRow[]> {
  const behind =
    after === ''
      ? sql``
      : sql`and (s.at, s.speech_id) < (select a.at, a.speech_id from speech_messages a
          where a.enterprise_id = ${eyes.enterpriseId} and a.speech_id = ${after})`;
  const { rows } = await select(
    sql`${found(eyes, filter, span)} ${behind}`,
    sql`order by s.at desc, s.speech_id desc limit ${limit}`,
  ).execute(tx);
  return rows;
}

export async function findSpeech(tx: Read, { enterpriseId, withChats, channels }: SpeechEyes, speechId: string) {
  const { rows } = await select(
    sql`s.enterprise_id = ${enterpriseId} and s.speech_id = ${speechId} ${withChats ? sql`` : sql`and s.source = 'stream'`}
      ${channels.length === 0 ? sql`` : sql`and s.channel_id = any(${[...channels]}::uuid[])`}`,
    sql``,
  ).execute(tx);
  return rows[0];
}

export type SpeechSums = {
  messages: number;
  ended: number;
  done: number;
  ms: number;
  untimed: number;
  confidence: number | null;
  cost: number;
  unpriced: number;
};

export async function sumSpeech(tx: Read, eyes: SpeechEyes, filter: SpeechFilter, span: Span): Promise<SpeechSums> {
  const { rows } = await sql<SpeechSums>`select count(*) as messages, count(*) filter (where s.status <> 'PENDING') as ended,
      count(*) filter (where s.status = 'DONE') as done, coalesce(sum(s.length_ms), 0)::bigint as ms,
      count(*) filter (where s.length_ms is null) as untimed, avg(s.confidence) as confidence,
      coalesce(sum(${cost}), 0)::bigint as cost, count(*) filter (where s.status in ('DONE', 'EMPTY') and ${cost} is null) as unpriced
    from speech_messages s where ${found(eyes, filter, span)}`.execute(tx);
  return rows[0] as SpeechSums;
}

export async function listLanguages(tx: Read, enterpriseId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`select distinct s.language from speech_messages s
    where s.enterprise_id = ${enterpriseId} and s.language <> '' and s.at > now() - interval '366 days' order by 1 limit 100`.execute(tx);
  return rows.map(({ language }) => language);
}
