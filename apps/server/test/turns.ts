import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { type BotRuntime, recordTurns, type Turn } from '../src/domains/bot/door.inside.ts';

/** @property intent null: the bot did not understand. @property reply left out: `Yes.` */
export type WantedTurn = {
  botId: string;
  sessionId: string;
  customerId: string;
  at: Date;
  intent: { intentId: string; name: string } | null;
  text?: string;
  reply?: string;
  isInScope?: boolean;
  isSandbox?: boolean;
  timeZone?: string;
  emotion?: string;
  confidence?: number;
};

/** Turns of chats as a bot records them, without the bot: what it would have understood is given. */
export function recordWanted(ctx: EnterpriseContext, wanted: readonly WantedTurn[]): Promise<void> {
  const turns = wanted.map((turn): Turn => {
    const { intent, isInScope = intent !== null, confidence = 0.75, emotion = 'joy', text = 'hello', reply = 'Yes.' } = turn;
    const intents = new Map(intent ? [[intent.intentId, intent]] : []);
    const runtime = { versionNumber: 1, definition: { entities: [] }, intents } as unknown as BotRuntime;
    const result = {
      said: { text, entities: [], prediction: { confidence, ranking: [] } },
      intent: intent ?? undefined,
      replies: [reply],
      uses: [],
      answeredBy: isInScope ? 'intent' : 'outOfScope',
      emotions: [{ label: emotion, score: 1 }],
      tookMs: 1,
    } as unknown as Turn['result'];
    return {
      conversation: { botId: turn.botId, sessionId: turn.sessionId, origin: 'CHAT', customerId: turn.customerId },
      runtime,
      result,
      text,
      now: turn.at,
      place: { channelId: newId(), isSandbox: turn.isSandbox ?? false, timeZone: turn.timeZone ?? 'Asia/Kolkata' },
    };
  });
  return ctx.transaction((tx) => recordTurns(tx, ctx.enterpriseId, turns));
}
