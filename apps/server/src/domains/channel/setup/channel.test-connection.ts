import {
  type ChannelOptions,
  type ChannelType,
  channelTypeNames,
  channelTypes,
  fieldError,
  formChannelTypes,
  type ProbeStep,
  vendorsOf,
} from '@parley/contract';
import { adapterFor } from '@parley/vendors';
import { createSimulatorControl } from '@parley/vendors/simulator';
import { recordChange } from '#platform/audit/trail.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { toConnection } from '../channel/channel.connection.ts';
import type { ChannelRow } from '../channel/channel.present.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { accessChannel } from '../channel/channel.repository.ts';
import { channelInvalid, hashOfForm, readForm, type VendorForm } from './channel.form.ts';
import { allowedVendors, makeHookSecret } from './channel.save.ts';
import { keepTest } from './connection-test.repository.ts';

const closed: Partial<Record<ChannelType, string>> = {
  [channelTypes.GOOGLE_BUSINESS_MESSENGER]: 'Google ended this service on 31 July 2024. Only sandbox channels can be created.',
};

const listedTypes = [...new Set([...formChannelTypes, ...(Object.keys(channelTypeNames).map(Number) as ChannelType[])])];

/** Lists the vendors for each type of channel, and the evidence behind their adapters. */
export function listOptions(ctx: Ctx, deps: Deps): Promise<ChannelOptions> {
  return ctx.read(async (tx) => {
    const allowedOf = await allowedVendors(tx, ctx.enterpriseId);
    const types = listedTypes.map((type) => ({
      type,
      vendors: vendorsOf(type)
        .map((vendor) => ({ vendor, isAllowed: allowedOf(type)?.includes(vendor) ?? true }))
        .toSorted((one, other) => Number(other.isAllowed) - Number(one.isAllowed))
        .map(({ vendor, isAllowed }) => {
          const adapter = type === channelTypes.WEB ? undefined : adapterFor(vendor, type);
          return {
            vendor,
            isAllowed,
            speedPerSecond: adapter?.capabilities(type).speedPerSecond ?? 0,
            evidence: { ...adapter?.evidence },
            closed: closed[type] ?? '',
          };
        }),
    }));
    return { types: types.filter(({ vendors }) => vendors.length > 0), hasSimulator: deps.simulator() !== undefined };
  });
}

async function probe(deps: Deps, row: ChannelRow): Promise<ProbeStep[]> {
  const adapter = adapterFor(row.vendor, row.type);
  if (!adapter) throw channelInvalid(fieldError('vendor', 'channel.not_carried_yet', { vendor: row.vendor }));
  const isSandbox = row.environment === 'sandbox';
  const simulator = deps.simulator();
  if (isSandbox && !simulator) return [{ name: 'reach', isOk: false, text: 'This installation has no simulator.' }];
  // A sandbox form is signed up for the time of its test, under an id of its own: the saved channel's phones stay as they are.
  const connection = toConnection(deps, isSandbox ? { ...row, channelId: newId() } : row);
  const control = isSandbox && simulator ? createSimulatorControl(simulator) : undefined;
  const { channelId, vendor, type, contactId, config, hookUrl } = connection;
  try {
    await control?.register(channelId, { vendor, type, contactId, config: { ...config }, hookUrl });
    return await adapter.probe(deps.vendorIos.of(connection), connection);
  } catch (error) {
    deps.log.warn({ err: error, vendor }, 'a connection test failed');
    return [{ name: 'reach', isOk: false, text: isSandbox ? 'The simulator did not answer.' : 'The vendor could not be reached.' }];
  } finally {
    await control?.remove(channelId).catch(() => {});
  }
}

/**
 * "Test connection": asks the vendor about a form that is not saved yet. How it went is kept under the form's hash, so that what failed is
 * not saved as active.
 */
export async function testConnection(ctx: Ctx, deps: Deps, form: VendorForm & { channelId: string }) {
  const { enterpriseId } = ctx;
  const { row, read, before } = await ctx.read(async (tx) => {
    const before = form.channelId ? await accessChannel(tx, enterpriseId, form.channelId) : undefined;
    const read = readForm(deps.secrets, form, before);
    const allowed = (await allowedVendors(tx, enterpriseId))(read.type);
    if (read.environment === 'production' && before?.vendor !== read.vendor && allowed && !allowed.includes(read.vendor))
      throw channelInvalid(fieldError('vendor', 'channel.vendor_refused', { vendor: read.vendor }));
    const row = {
      ...(before ?? { enterpriseId, channelId: newId(), sealedHookSecret: deps.secrets.encrypt(makeHookSecret()) }),
      type: read.type,
      vendor: read.vendor,
      contactId: read.contactId,
      environment: read.environment,
      config: read.open,
      sealedConfig: '',
    } as ChannelRow;
    return { row, read, before };
  });
  const steps = await probe(deps, row);
  const failure = steps.find(({ isOk }) => !isOk)?.text.slice(0, 500) ?? '';
  const isOk = failure === '' && steps.length > 0;
  await ctx.transaction(async (tx) => {
    const { channelId, name = '' } = before ?? { channelId: '' };
    const { vendor, contactId, environment } = read;
    const tried = { name: name || contactId, type: channelTypeNames[read.type], vendor, contactId, environment };
    recordChange(ctx, tx, { record: channelRecord, id: channelId, action: 'test', after: tried, result: isOk ? 'done' : 'refused' });
    await keepTest(tx, enterpriseId, hashOfForm(deps.secrets, enterpriseId, read), { failure, testedAt: ctx.now() });
  });
  return { isOk, steps };
}
