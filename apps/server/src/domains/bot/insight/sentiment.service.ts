import type { SentimentLevel, SentimentSettings } from '@parley/contract';
import { sql } from 'kysely';
import { changing, recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessBot, setBot } from '../bot/bot.repository.ts';
import { sentimentRecord } from './sentiment.record.ts';

const samplesShown = 50;
const dayMs = 24 * 3_600_000;

/** Settings, the trend of the last days in the enterprise's zone, and messages to judge the judgement by. */
export function getSentiment(ctx: Ctx, botId: string, { days }: { days: number }) {
  const { enterpriseId } = ctx;
  const since = new Date(ctx.now().getTime() - days * dayMs);
  return ctx.read(async (tx) => {
    const { sentiment: settings, sentimentVersion: version } = await accessBot(tx, enterpriseId, botId);
    const zone = await readTimeZone(tx, enterpriseId);
    const levelOf = (emotion: string): SentimentLevel => settings.levels[emotion as keyof SentimentSettings['levels']] ?? 'neutral';
    const { rows } = await sql<{ date: string; emotion: string; count: number }>`
      select to_char(asked_at at time zone ${zone}, 'YYYY-MM-DD') as date, emotion, count(*) as count from bot_turns
      where enterprise_id = ${enterpriseId} and bot_id = ${botId} and asked_at >= ${since} and emotion <> '' and not is_wrong_emotion
      group by 1, 2 order by 1`.execute(tx);
    const trend = new Map<string, { date: string; positive: number; neutral: number; negative: number }>();
    for (const { date, emotion, count } of rows) {
      const of = trend.get(date) ?? { date, positive: 0, neutral: 0, negative: 0 };
      of[levelOf(emotion)] += count;
      trend.set(date, of);
    }
    const turns = await tx
      .selectFrom('botTurns')
      .select(['turnId', 'text', 'emotion', 'isWrongEmotion', 'askedAt'])
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', botId)
      .where('askedAt', '>=', since)
      .where('emotion', '<>', '')
      .orderBy('askedAt', 'desc')
      .limit(samplesShown)
      .execute();
    const samples = turns.map((turn) => ({
      turnId: turn.turnId,
      text: turn.text,
      emotion: turn.emotion,
      level: levelOf(turn.emotion),
      isWrong: turn.isWrongEmotion,
      at: turn.askedAt.toISOString(),
    }));
    return { settings, version, trend: [...trend.values()], samples };
  });
}

type SentimentSave = Pick<SentimentSettings, 'isOn' | 'action' | 'afterCount'> & {
  levels: Partial<SentimentSettings['levels']>;
  version?: number | undefined;
};

/** Takes effect with the next message; it needs no training. Emotions that are left out keep their level. @throws DomainError record.changed */
export function saveSentiment(
  ctx: Ctx,
  botId: string,
  { version, ...save }: SentimentSave,
): Promise<SentimentSettings & { version: number }> {
  return ctx.transaction(async (tx) => {
    const { sentiment, sentimentVersion } = await accessBot(tx, ctx.enterpriseId, botId, { lock: true });
    await assertVersion(ctx, tx, sentimentRecord, { id: botId, version: sentimentVersion }, version);
    const settings: SentimentSettings = { ...save, levels: { ...sentiment.levels, ...save.levels } };
    await changing(ctx, tx, sentimentRecord, botId, 'edit', () =>
      setBot(tx, ctx.enterpriseId, botId, { sentiment: JSON.stringify(settings), sentimentVersion: sentimentVersion + 1 }),
    );
    return { ...settings, version: sentimentVersion + 1 };
  });
}

export function markWrongEmotion(ctx: Ctx, botId: string, turnId: string, isWrong: boolean): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { name } = await accessBot(tx, ctx.enterpriseId, botId);
    const { numUpdatedRows } = await tx
      .updateTable('botTurns')
      .set({ isWrongEmotion: isWrong })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('botId', '=', botId)
      .where('turnId', '=', turnId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new DomainError('turn.not_found', 'No such message.', {});
    recordChange(ctx, tx, { record: sentimentRecord, id: botId, action: 'edit', after: { name, message: turnId, isWrong } });
  });
}
