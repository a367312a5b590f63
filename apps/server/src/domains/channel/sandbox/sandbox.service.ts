import {
  channelTypes,
  type SandboxAct,
  type SandboxBehaviour,
  type SandboxFlowChange,
  type SandboxQuality,
  type SandboxTemplateChange,
} from '@parley/contract';
import { adapterFor } from '@parley/vendors';
import { type SimulatorControl, SimulatorRefusal } from '@parley/vendors/simulator';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readingOf, seesAll } from '../../customer/door.ts';
import { toConnection } from '../channel/channel.connection.ts';
import { accessChannel } from '../channel/channel.repository.ts';
import { ensureRegistered, simulatorOf } from './registration.ts';
import { noteSandbox } from './sandbox.record.ts';
import { readVendorTemplates } from './sandbox.repository.ts';

/** Every access goes through this function: a channel of the actor's enterprise whose environment is sandbox. */
async function accessSandbox(ctx: Ctx, channelId: string) {
  const { row, templates } = await ctx.read(async (tx) => {
    const found = await accessChannel(tx, ctx.enterpriseId, channelId);
    return { row: found, templates: await readVendorTemplates(tx, ctx.enterpriseId, channelId) };
  });
  if (row.environment !== 'sandbox') throw new DomainError('sandbox.not_sandbox', 'This channel is not in the sandbox.', {});
  return { row, templates };
}

type SandboxChannel = Pick<Awaited<ReturnType<typeof accessSandbox>>['row'], 'channelId' | 'name' | 'vendor' | 'type'>;

/**
 * Asks the simulator something of one channel, which it knows by then.
 * @throws DomainError sandbox.refused with the simulator's reason; sandbox.unavailable where there is none
 */
export async function withSimulator<T>(
  ctx: Ctx,
  deps: Deps,
  channelId: string,
  ask: (control: SimulatorControl, channel: SandboxChannel) => Promise<T>,
): Promise<T> {
  const { row, templates } = await accessSandbox(ctx, channelId);
  if (!deps.simulator())
    throw new DomainError(
      'sandbox.unavailable',
      'This installation has no simulator. Its administrator sets SIMULATOR_URL, SIMULATOR_CONTROL_URL and SIMULATOR_SECRET.',
      {},
    );
  try {
    await ensureRegistered(deps, toConnection(deps, row), templates);
    return await ask(simulatorOf(deps), row);
  } catch (error) {
    if (error instanceof SimulatorRefusal && error.status < 500)
      throw new DomainError('sandbox.refused', error.message, { reason: error.message }, { cause: error });
    if (error instanceof SimulatorRefusal || error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      throw new DomainError('sandbox.unavailable', 'The simulator does not answer.', {}, { cause: error });
    throw error;
  }
}

/** Phones are known by the numbers of customers that were written to: they are for users who may read these. */
async function withPhones<T>(ctx: Ctx, deps: Deps, channelId: string, ask: (control: SimulatorControl) => Promise<T>): Promise<T> {
  if (!seesAll(readingOf(ctx.actor))) throw accessDenied(['CUSTOMER.VIEW']);
  return withSimulator(ctx, deps, channelId, ask);
}

export const listPhones = (ctx: Ctx, deps: Deps, channelId: string, search: string) =>
  withPhones(ctx, deps, channelId, async (control) => ({ phones: await control.phones(channelId, search) }));

/** A phone that nobody has written to or from is there all the same, and empty: anybody may write first. */
export const getPhone = (ctx: Ctx, deps: Deps, channelId: string, address: string) =>
  withPhones(ctx, deps, channelId, (control) =>
    control.phone(channelId, address).catch((error: unknown) => {
      if (error instanceof SimulatorRefusal && error.status === 404) return { phone: null, messages: [], flow: null };
      throw error;
    }),
  );

export const actOnPhone = (ctx: Ctx, deps: Deps, channelId: string, address: string, { name, act }: { name: string; act: SandboxAct }) =>
  withPhones(ctx, deps, channelId, (control) => control.act(channelId, address, act, name));

export const getBehaviour = (ctx: Ctx, deps: Deps, channelId: string) =>
  withSimulator(ctx, deps, channelId, async (control, channel) => ({
    behaviour: await control.behaviour(channelId),
    stats: await control.stats(channelId),
    isHeard: isHeard(channel),
  }));

/** A vendor of mails that passes none on: customers answer to a mailbox, and a sandbox channel has none. */
const isHeard = ({ vendor, type }: SandboxChannel): boolean =>
  type !== channelTypes.EMAIL || adapterFor(vendor, type)?.evidence.inbound !== undefined;

export const setBehaviour = (ctx: Ctx, deps: Deps, channelId: string, behaviour: SandboxBehaviour) =>
  withSimulator(ctx, deps, channelId, async (control, channel) => {
    const before = await control.behaviour(channelId);
    const after = await control.behave(channelId, behaviour);
    await noteSandbox(ctx, channel, after, before);
    return after;
  });

export const listSandboxTemplates = (ctx: Ctx, deps: Deps, channelId: string) =>
  withSimulator(ctx, deps, channelId, async (control) => ({
    templates: (await control.templates(channelId)).map(({ name, language, category, status, reason }) => ({
      name,
      language,
      category,
      status,
      reason,
    })),
  }));

export const changeTemplate = (ctx: Ctx, deps: Deps, channelId: string, change: SandboxTemplateChange) =>
  withSimulator(ctx, deps, channelId, async (control, channel) => {
    await control.changeTemplate(channelId, change);
    const { name, ...told } = change;
    await noteSandbox(ctx, channel, { ...told, template: name });
  });

export const changeQuality = (ctx: Ctx, deps: Deps, channelId: string, quality: SandboxQuality) =>
  withSimulator(ctx, deps, channelId, async (control, channel) => {
    await control.changeQuality(channelId, quality);
    await noteSandbox(ctx, channel, quality);
  });

export const listSandboxFlows = (ctx: Ctx, deps: Deps, channelId: string) =>
  withSimulator(ctx, deps, channelId, async (control) => ({ flows: await control.flows(channelId) }));

export const changeFlow = (ctx: Ctx, deps: Deps, channelId: string, change: SandboxFlowChange) =>
  withSimulator(ctx, deps, channelId, async (control, channel) => {
    await control.changeFlow(channelId, change);
    await noteSandbox(ctx, channel, { flow: change.name, status: change.status });
  });

export { accessSandbox };
