import type { ChannelType } from '@parley/contract';
import { adapterFor, type Connection, type FlowOps, type VendorIo } from '@parley/vendors';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessChannel, ensureRegistered, readVendorTemplates, toConnection } from '../../channel/door.ts';
import { flowEndpointOf } from '../flow/flow.address.ts';

/** The vendor of a channel's flows. @property endpointUrl where its phones ask */
export type FlowVendor = { ops: FlowOps; io: VendorIo; connection: Connection; endpointUrl: string };

/** @throws DomainError channel.not_found; flow.no_channel where the vendor has no flows */
export async function openFlowVendor(ctx: Ctx, deps: Deps, channelId: string): Promise<FlowVendor> {
  const channel = await ctx.read((tx) => accessChannel(tx, ctx.enterpriseId, channelId));
  const ops = adapterFor(channel.vendor, channel.type as ChannelType)?.flows;
  if (!ops) throw new DomainError('flow.no_channel', 'The vendor of this channel has no flows.', {});
  const connection = toConnection(deps, channel);
  const isSandbox = channel.environment === 'sandbox';
  if (isSandbox) await ensureRegistered(deps, connection, await ctx.read((tx) => readVendorTemplates(tx, ctx.enterpriseId, channelId)));
  const endpointUrl = flowEndpointOf(deps, isSandbox ? deps.localUrl() : deps.publicUrl(), channelId);
  return { ops, io: deps.vendorIos.of(connection), connection, endpointUrl };
}

/** @param reason of the vendor, or of the way to it */
export const vendorRefused = (reason: string) =>
  new DomainError('flow.refused', `The vendor does not take it: ${reason}`, { reason: reason || 'no answer' });
