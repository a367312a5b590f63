import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { BotTurnTable } from '#platform/db/schema.bot.ts';
import { createBatcher } from '#platform/jobs/batcher.ts';
import type { EnterpriseContext } from '../../context.ts';
import type { BotRuntime } from './runtime.ts';
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

export type Turn = {
  conversation: Conversation;
  runtime: BotRuntime;
  result: TurnResult;
  text: string;
  now: Date;
  /** Of Try it; a chat keeps its own. */
  state?: Record<string, unknown>;
};

function toRow(enterpriseId: string, { conversation, runtime, result, text, now }: Turn): Insertable<BotTurnTable> {
  const { prediction } = result.said;
  const intent = result.intent ?? (prediction ? runtime.intents.get(prediction.intent) : undefined);
  const sensitive = new Set(runtime.definition.entities.filter(({ isSensitive }) => isSensitive).map(({ entityId }) => entityId));
  const secrets = result.uses.flatMap(({ match }) => (sensitive.has(match.entity) ? [match.value, match.text] : []));
  const reply = secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, mask)), result.replies.join('\n'));
  return {
    enterpriseId,
    turnId: randomUUIDv7(),
    askedAt: now,
    botId: conversation.botId,
    sessionId: conversation.sessionId,
    origin: conversation.origin,
    customerId: conversation.customerId,
    versionNumber: runtime.versionNumber,
    text: maskSensitive(runtime, text, result).slice(0, longestKept),
    reply: reply.slice(0, longestKept),
    intentId: intent?.intentId ?? null,
    intentName: intent?.name ?? '',
    confidence: prediction?.confidence ?? 0,
    isInScope: result.answeredBy !== 'outOfScope',
    answeredBy: result.answeredBy,
    emotion: result.emotions[0]?.label ?? '',
    tookMs: result.tookMs,
  };
}

/** The rows of turns, as reports read them (ARCHITECTURE 3), and of their conversations. */
export async function recordTurns(tx: Tx, enterpriseId: string, turns: readonly Turn[]): Promise<void> {
  const inserted = tx
    .insertInto('botTurns')
    .values(turns.map((turn) => toRow(enterpriseId, turn)))
    .execute();
  const sessions = Map.groupBy(turns, ({ conversation }) => conversation.sessionId);
  const rows = [...sessions.values()].map((ofSession) => {
    const { conversation, now, state } = ofSession.at(-1) as Turn;
    return {
      enterpriseId,
      sessionId: conversation.sessionId,
      botId: conversation.botId,
      origin: conversation.origin,
      senderId: conversation.customerId ?? '',
      state: JSON.stringify(state ?? {}),
      turnCount: ofSession.length,
      startedAt: now,
      lastAt: now,
    };
  });
  const saved = tx
    .insertInto('botSessions')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'sessionId']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        turnCount: eb('botSessions.turnCount', '+', eb.ref('excluded.turnCount')),
        lastAt: eb.ref('excluded.lastAt'),
      })),
    )
    .execute();
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
