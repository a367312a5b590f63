import type { CallAnswer, endpoints } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { playPacked } from '../../journey/door.ts';
import { type Market, openPackage } from '../package/package.open.ts';
import { itemsOf } from './install.things.ts';

/**
 * Plays the saved conversations of a package, in a process of its own; nothing is kept, and no call leaves.
 * @throws DomainError package.not_found or input.too_costly
 */
export async function tryPackage(ctx: Ctx, market: Market, packageId: string): Promise<CallAnswer<typeof endpoints.packages.try>> {
  const items = await ctx.read(async (tx) => itemsOf(await openPackage(tx, ctx.enterpriseId, market, packageId)));
  return { results: await playPacked(ctx, items) };
}
