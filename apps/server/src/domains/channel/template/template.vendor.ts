import { adapterFor, type Connection, type TemplateOps, type VendorIo } from '@parley/vendors';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { toConnection } from '../channel/channel.connection.ts';
import { ensureRegistered } from '../sandbox/registration.ts';
import { readVendorTemplates } from '../sandbox/sandbox.repository.ts';
import { accessTemplateChannel } from './template.repository.ts';

const opsOf = (vendor: string, type: number): TemplateOps | undefined => {
  const adapter = adapterFor(vendor, type);
  return adapter?.types.some((known) => known === type && adapter.capabilities(known).templates === 'call') ? adapter.templates : undefined;
};

/** The vendor has no calls for templates: they are registered at its portal, and their status is kept by hand. */
export const isManual = (vendor: string, type: number): boolean => opsOf(vendor, type) === undefined;
export const canUpdate = (vendor: string, type: number): boolean => opsOf(vendor, type)?.update !== undefined;

export type TemplateVendor = { ops: TemplateOps; io: VendorIo; connection: Connection };

/** Returns the vendor's calls for a channel's templates; undefined where they are kept by hand. */
export async function openTemplateVendor(ctx: EnterpriseContext, deps: Deps, channelId: string): Promise<TemplateVendor | undefined> {
  const channel = await ctx.read((tx) => accessTemplateChannel(tx, ctx.enterpriseId, channelId));
  const ops = opsOf(channel.vendor, channel.type);
  if (!ops) return undefined;
  const connection = toConnection(deps, channel);
  if (channel.environment === 'sandbox')
    await ensureRegistered(deps, connection, await ctx.read((tx) => readVendorTemplates(tx, ctx.enterpriseId, channelId)));
  return { ops, connection, io: deps.vendorIos.of(connection) };
}
