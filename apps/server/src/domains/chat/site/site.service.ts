import { channelTypes, type SiteVisitor } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import { accessChannel } from '../../channel/door.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import type { SiteRegistry } from './site.registry.ts';

/** @throws DomainError channel.not_found, for channels of other types too */
async function accessSite(tx: Read, enterpriseId: string, channelId: string): Promise<void> {
  const { type } = await accessChannel(tx, enterpriseId, channelId);
  if (type !== channelTypes.WEB) throw new DomainError('channel.not_found', 'No such channel.', {});
}

/** Lists who is on a website now. @throws DomainError channel.not_found */
export async function listVisitors(
  ctx: Ctx,
  registry: SiteRegistry,
  channelId: string,
): Promise<{ visitors: SiteVisitor[]; count: number }> {
  await ctx.read((tx) => accessSite(tx, ctx.enterpriseId, channelId));
  const eyes = readingOf(ctx.actor);
  const { visitors, count } = await registry.list(channelId);
  return { visitors: visitors.map((visitor) => ({ ...visitor, name: shownName(visitor.name, eyes) })), count };
}

const watchers = ['CHAT.VIEW_MONITOR', 'CHANNELS.EDIT'] as const;

/** Somebody looks at a website, and hears of changes meanwhile. @throws DomainError 1403 or channel.not_found */
export async function watchSite(ctx: Ctx, registry: SiteRegistry, channelId: string): Promise<void> {
  if (!watchers.some((right) => can(ctx.actor, right))) throw accessDenied(watchers);
  await ctx.read((tx) => accessSite(tx, ctx.enterpriseId, channelId));
  registry.watch(channelId);
}
