import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '#platform/db/database.ts';
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

/** The row of a turn, as reports read it (ARCHITECTURE 3), and its conversation's. */
export async function recordTurn(
  tx: Tx,
  enterpriseId: string,
  conversation: Conversation,
  runtime: BotRuntime,
  turn: TurnResult,
  { text, now, state }: { text: string; now: Date; state?: Record<string, unknown> },
): Promise<void> {
  const { botId, sessionId, origin, customerId } = conversation;
  const { prediction } = turn.said;
  const predicted = prediction ? runtime.intents.get(prediction.intent) : undefined;
  const intent = turn.intent ?? predicted;
  const secrets = turn.uses.flatMap(({ match }) =>
    runtime.definition.entities.some(({ entityId, isSensitive }) => isSensitive && entityId === match.entity)
      ? [match.value, match.text]
      : [],
  );
  const reply = secrets.reduce((masked, secret) => (secret === '' ? masked : masked.replaceAll(secret, mask)), turn.replies.join('\n'));
  await tx
    .insertInto('botTurns')
    .values({
      enterpriseId,
      turnId: randomUUIDv7(),
      askedAt: now,
      botId,
      sessionId,
      origin,
      customerId,
      versionNumber: runtime.versionNumber,
      text: maskSensitive(runtime, text, turn).slice(0, longestKept),
      reply: reply.slice(0, longestKept),
      intentId: intent?.intentId ?? null,
      intentName: intent?.name ?? '',
      confidence: prediction?.confidence ?? 0,
      isInScope: turn.answeredBy !== 'outOfScope',
      answeredBy: turn.answeredBy,
      emotion: turn.emotions[0]?.label ?? '',
      tookMs: turn.tookMs,
    })
    .execute();
  const stateText = state ? { state: JSON.stringify(state) } : {};
  await tx
    .insertInto('botSessions')
    .values({ enterpriseId, sessionId, botId, origin, senderId: customerId ?? '', turnCount: 1, startedAt: now, lastAt: now, ...stateText })
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'sessionId']).doUpdateSet((eb) => ({
        turnCount: eb('botSessions.turnCount', '+', 1),
        lastAt: now,
        ...stateText,
      })),
    )
    .execute();
}
