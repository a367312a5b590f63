import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createBatcher } from '#platform/jobs/batcher.ts';
import { noteLate } from '#platform/measures/fold.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { turnGrain } from '../report/report.measures.ts';
import { type NearPhrases, othersOf } from '../runtime/phrase.near.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import type { TurnResult } from './turn.ts';

export type Conversation = { botId: string; sessionId: string; origin: 'TRYIT' | 'CHAT'; customerId: string | null };

const mask = '•••';
const longestKept = 2000;

/** Words of entities that are marked sensitive never get into the report's rows. */
export function maskSensitive(runtime: BotRuntime, text: string, { said }: Pick<TurnResult, 'said'>): string {
  const sensitive = new Set(runtime.definition.entities.filter(({ isSensitive }) => isSensitive).map(({ entityId }) => entityId));
  if (sensitive.size === 0) return text;
  let masked = text;
  for (const { entity, start, end } of [...said.entities].sort((one, other) => other.start - one.start))
    if (sensitive.has(entity)) masked = masked.slice(0, start) + mask + masked.slice(end);
  return masked;
}

/** @property timeZone the enterprise's, which tells the day of a turn */
export type TurnPlace = { channelId: string | null; isSandbox: boolean; timeZone: string };

export type Turn = {
  conversation: Conversation;
  runtime: BotRuntime;
  result: TurnResult;
  text: string;
  now: Date;
  /** The id of its row; left out: a new one */
  turnId?: string;
  /** None of its words may be read */
  isSecret?: boolean;
  /** Channel and zone, for the report; left out: a message of Try it, which the report leaves out */
  place?: TurnPlace;
  /** Training phrases near the message */
  phrases?: NearPhrases;
  /** State of Try it; a chat keeps its own. */
  state?: Record<string, unknown>;
};

/** Converts a turn to the row that the statement below reads. */
function toRow({ turnId = newId(), conversation, runtime, result, text, now, isSecret = false, place, phrases = new Map() }: Turn) {
  const { prediction } = result.said;
  const intent = result.intent ?? (prediction ? runtime.intents.get(prediction.intent) : undefined);
  const sensitive = new Set(runtime.definition.entities.filter(({ isSensitive }) => isSensitive).map(({ entityId }) => entityId));
  const secrets = result.uses.flatMap(({ match }) => (sensitive.has(match.entity) ? [match.value, match.text] : []));
  const reply = secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, mask)), result.replies.join('\n'));
  return {
    turn_id: turnId,
    asked_at: now,
    bot_id: conversation.botId,
    session_id: conversation.sessionId,
    origin: conversation.origin,
    customer_id: conversation.customerId,
    version_number: runtime.versionNumber,
    text: isSecret ? mask : storable(maskSensitive(runtime, text, result)),
    reply: isSecret ? mask : storable(reply),
    intent_id: intent?.intentId ?? null,
    intent_name: intent?.name ?? '',
    confidence: prediction?.confidence ?? 0,
    is_in_scope: result.answeredBy !== 'outOfScope',
    answered_by: result.answeredBy,
    emotion: result.emotions[0]?.label ?? '',
    took_ms: result.tookMs,
    utterance: isSecret ? '' : (phrases.get(intent?.intentId ?? '') ?? ''),
    other_intents: isSecret ? [] : othersOf(runtime, result.said, phrases, intent?.intentId),
    channel_id: place?.channelId ?? null,
    is_sandbox: place?.isSandbox ?? false,
    local_day: place ? dayOf(now, place.timeZone) : null,
  };
}

/** A cut may leave half a character, which JSON in the database refuses. */
const storable = (text: string): string => text.slice(0, longestKept).toWellFormed();

/**
 * The rows of turns, as reports read them (ARCHITECTURE 3), and of their conversations. However many there are, each is one statement of
 * the same words with one parameter: written out row by row, parsing them took the database longer than storing them.
 */
export async function recordTurns(tx: Tx, enterpriseId: string, turns: readonly Turn[]): Promise<void> {
  const placed = turns.flatMap(({ conversation, place, now }) =>
    place ? [{ item: conversation.botId, day: dayOf(now, place.timeZone), at: now }] : [],
  );
  await noteLate(tx, turnGrain, enterpriseId, placed);
  const inserted =
    sql`insert into bot_turns (enterprise_id, turn_id, asked_at, bot_id, session_id, origin, customer_id, version_number, text,
      reply, intent_id, intent_name, confidence, is_in_scope, answered_by, emotion, took_ms, utterance, other_intents, channel_id,
      is_sandbox, local_day)
    select ${enterpriseId}::uuid, r.* from json_to_recordset(${JSON.stringify(turns.map(toRow))}) as r (turn_id uuid, asked_at timestamptz,
      bot_id uuid, session_id uuid, origin text, customer_id uuid, version_number integer, text text, reply text, intent_id uuid,
      intent_name text, confidence real, is_in_scope boolean, answered_by text, emotion text, took_ms integer, utterance text,
      other_intents jsonb, channel_id uuid, is_sandbox boolean, local_day date)`.execute(tx);
  const sessions = Map.groupBy(turns, ({ conversation }) => conversation.sessionId);
  const rows = [...sessions.values()].map((ofSession) => {
    const { conversation, now, state } = ofSession.at(-1) as Turn;
    return {
      session_id: conversation.sessionId,
      bot_id: conversation.botId,
      origin: conversation.origin,
      sender_id: conversation.customerId ?? '',
      state: state ?? {},
      turn_count: ofSession.length,
      last_at: now,
    };
  });
  const saved = sql`insert into bot_sessions (enterprise_id, session_id, bot_id, origin, sender_id, state, turn_count, started_at, last_at)
    select ${enterpriseId}::uuid, r.session_id, r.bot_id, r.origin, r.sender_id, r.state, r.turn_count, r.last_at, r.last_at
      from json_to_recordset(${JSON.stringify(rows)}) as r (session_id uuid, bot_id uuid, origin text, sender_id text, state jsonb,
        turn_count integer, last_at timestamptz)
    on conflict (enterprise_id, session_id) do update
      set state = excluded.state, turn_count = bot_sessions.turn_count + excluded.turn_count, last_at = excluded.last_at`.execute(tx);
  await Promise.all([inserted, saved]);
}

const most = 50;
type Recorded = { ctx: EnterpriseContext; turn: Turn };

/** Turns of one enterprise that are answered at the same moment share a transaction, and one flush of the log. */
const recorder = createBatcher<Recorded, null>(
  async (items) => {
    const [{ ctx }] = items as [Recorded];
    await ctx.transaction((tx) =>
      recordTurns(
        tx,
        ctx.enterpriseId,
        items.map(({ turn }) => turn),
      ),
    );
    return items.map(() => null);
  },
  { group: ({ ctx }) => ctx.enterpriseId, most },
);

/** Stores a turn in a transaction that it may share; it is stored when this comes back. */
export const recordTurn = async (ctx: EnterpriseContext, turn: Turn): Promise<void> => void (await recorder.add({ ctx, turn }));
