import { NluError } from '@parley/nlu';
import type { Selectable } from 'kysely';
import type { BotTable } from '#platform/db/schema.bot.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { findVersion, readParts } from '../version/version.repository.ts';
import { createRuntimeCache } from './runtime.cache.ts';
import { type BotRuntime, createRuntime } from './runtime.ts';

const cacheBytes = 256 * 1024 * 1024;
/** Bots that this process answers for. Shared by all enterprises; keys name the version, which is of one enterprise alone. */
const runtimes = createRuntimeCache<BotRuntime>(cacheBytes);

export type Serving = { bot: Selectable<BotTable>; runtime: BotRuntime | undefined };

/** A model of an earlier format of the engine: only a training makes it one of today's. */
const isOutdated = (error: unknown): boolean => error instanceof NluError && error.code === 'nlu.model_version';

/** A bot with the version that answers for it now; no runtime when none was trained yet, or none by the engine as it is now. */
export async function readServing(ctx: EnterpriseContext, botId: string): Promise<Serving> {
  const { enterpriseId } = ctx;
  const bot = await ctx.read((tx) => accessBot(tx, enterpriseId, botId));
  const { servingVersionId } = bot;
  if (!servingVersionId) return { bot, runtime: undefined };
  const load = () =>
    ctx.read(async (tx) => {
      const version = await findVersion(tx, enterpriseId, botId, servingVersionId);
      const parts = await readParts(tx, enterpriseId, servingVersionId, [
        'definition',
        'passages',
        'intentModel',
        'slotModel',
        'passageIndex',
      ]);
      if (!version || !parts.definition) throw new Error(`The version ${servingVersionId} is not whole.`);
      return createRuntime(
        { versionId: servingVersionId, versionNumber: version.number },
        { ...parts, definition: parts.definition, passages: parts.passages ?? [] },
      );
    });
  try {
    return { bot, runtime: await runtimes.get(`${enterpriseId}:${servingVersionId}`, load) };
  } catch (error) {
    if (isOutdated(error)) return { bot, runtime: undefined };
    throw error;
  }
}
