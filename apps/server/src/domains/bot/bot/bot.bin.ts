import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition, Missing } from '#platform/bin/bin.ts';
import { seeingDeleted } from '#platform/bin/deleted-rows.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { listGenAiConfigs } from '../../integration/door.ts';
import { botRecord } from './bot.record.ts';
import { accessBot, setBot, touchBot } from './bot.repository.ts';
import { stampOf } from './bot.service.ts';

const longestName = 100;

/** Configurations may be deleted while only a bot in the bin has them: then none is chosen. */
async function dropGoneConfigurations(ctx: Ctx, tx: Tx, botId: string): Promise<Missing[]> {
  const { config, prompt, knowledge } = await accessBot(tx, ctx.enterpriseId, botId);
  const known = new Set((await listGenAiConfigs(ctx)).map(({ id }) => id));
  const isGone = (id: string) => /^[0-9a-f-]{36}$/.test(id) && !known.has(id);
  const gone = [config.openaiKey, prompt.openaiKey, knowledge.genAiConfigId].filter(isGone);
  if (gone.length === 0) return [];
  const kept = (id: string) => (isGone(id) ? '' : id);
  await setBot(tx, ctx.enterpriseId, botId, {
    config: JSON.stringify({ ...config, openaiKey: kept(config.openaiKey) }),
    prompt: JSON.stringify({ ...prompt, openaiKey: kept(prompt.openaiKey) }),
    knowledge: JSON.stringify({ ...knowledge, genAiConfigId: kept(knowledge.genAiConfigId) }),
  });
  return [{ kind: 'integration', count: new Set(gone).size }];
}

export const botBin: BinDefinition = {
  edit: endpoints.bots.save,
  async restore(ctx, tx, { recordId, name: former }) {
    const { enterpriseId } = ctx;
    const isTaken = async (candidate: string) =>
      (await tx
        .selectFrom('bots')
        .select('botId')
        .where('enterpriseId', '=', enterpriseId)
        .where(sql`lower(name)`, '=', candidate.toLowerCase())
        .executeTakeFirst()) !== undefined;
    const name = await findFreeName(former, isTaken, { longest: longestName });
    let missing: Missing[] = [];
    await changing(ctx, tx, botRecord, recordId, 'restore', async () => {
      await seeingDeleted(tx, () => setBot(tx, enterpriseId, recordId, { deletedAt: null, name }));
      missing = await dropGoneConfigurations(ctx, tx, recordId);
    });
    await tx
      .updateTable('knowledgeSources')
      .set({ nextReadAt: ctx.now() })
      .where('enterpriseId', '=', enterpriseId)
      .where('botId', '=', recordId)
      .where('schedule', '<>', 'off')
      .execute();
    await touchBot(tx, enterpriseId, recordId, stampOf(ctx));
    return { name, missing };
  },
  /** Deletes a bot with its conversations, as they are its own record; the ledger and its counts stay. */
  async purge({ enterpriseId }, tx, entries) {
    const ids = entries.map(({ recordId }) => recordId);
    const bots = tx.deleteFrom('bots').where('enterpriseId', '=', enterpriseId).where('botId', 'in', ids);
    await seeingDeleted(tx, () => bots.where('deletedAt', 'is not', null).execute());
  },
};
