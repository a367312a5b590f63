import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

export type BotPart = 'bot' | 'intent' | 'knowledge';
/** Extension point: names of the records that use these bots, go on at these intents, or read these sources of knowledge. */
export const botUses =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, kind: BotPart, ids: readonly string[]) => Promise<string[]>>('bot.use');

export async function listBotUses(
  { enterpriseId, extensions }: EnterpriseContext,
  tx: Tx,
  kind: BotPart,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await Promise.all(extensions.of(botUses).map((list) => list(tx, enterpriseId, kind, ids)))).flat();
}

/** @throws DomainError intent.in_use or knowledge.in_use */
export async function assertUnused(ctx: EnterpriseContext, tx: Tx, kind: 'intent' | 'knowledge', ids: readonly string[]): Promise<void> {
  const uses = await listBotUses(ctx, tx, kind, ids);
  if (uses.length > 0) throw new DomainError(`${kind}.in_use`, `It is in use: ${uses.join(', ')}.`, { uses });
}
