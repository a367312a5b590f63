import { type Channel, type ChannelDetails, channelTypes, fieldError } from '@parley/contract';
import { adapterFor } from '@parley/vendors';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { hookAddress, openHookSecret } from '../channel/channel.connection.ts';
import { type ChannelRow, presentChannel } from '../channel/channel.present.ts';
import { accessChannel, countTemplates } from '../channel/channel.repository.ts';
import { usesOf } from '../channel/channel.uses.ts';
import { channelInvalid } from './channel.form.ts';
import { makeHookSecret, writeChange } from './channel.save.ts';

type UsedDeps = Pick<Deps, 'publicUrl' | 'localUrl' | 'secrets'>;
const hourMs = 3_600_000;

async function describe(ctx: Ctx, deps: UsedDeps, tx: Read, row: ChannelRow): Promise<ChannelDetails> {
  const { enterpriseId, channelId } = row;
  const uses = usesOf(ctx, tx, channelId);
  const [running, templates, open, recent] = await Promise.all([
    uses.listRunning(),
    countTemplates(tx, enterpriseId, channelId),
    uses.countChats({ onlyOpen: true }),
    uses.countRecent(new Date(ctx.now().getTime() - hourMs)),
  ]);
  const isWeb = row.type === channelTypes.WEB;
  const mayChange = can(ctx.actor, 'CHANNELS.EDIT') || can(ctx.actor, 'CHANNELS.CREATE');
  return {
    channel: presentChannel(row),
    health: {
      lastInboundAt: row.lastInboundAt?.toISOString() ?? null,
      lastReceiptAt: row.lastReceiptAt?.toISOString() ?? null,
      sentCount: recent.sent,
      failedCount: recent.failed,
      failuresInRow: row.failuresInRow,
      quality: row.quality,
    },
    usedBy: [
      ...running.map((name) => ({ kind: 'run' as const, name, count: 1 })),
      ...(templates > 0 ? [{ kind: 'template' as const, name: '', count: templates }] : []),
      ...(open > 0 ? [{ kind: 'chat' as const, name: '', count: open }] : []),
    ],
    callback:
      isWeb || !mayChange
        ? null
        : {
            address: hookAddress(deps, row.environment === 'sandbox' ? deps.localUrl() : deps.publicUrl(), row),
            token: openHookSecret(deps, row.sealedHookSecret),
            formerIsValid: row.sealedFormerHookSecret !== '',
          },
    evidence: isWeb ? {} : { ...adapterFor(row.vendor, row.type)?.evidence },
  };
}

export const getChannelDetails = (ctx: Ctx, deps: UsedDeps, channelId: string): Promise<ChannelDetails> =>
  ctx.read(async (tx) => describe(ctx, deps, tx, await accessChannel(tx, ctx.enterpriseId, channelId)));

/** A paused channel receives and does not send; resuming forgets what it was stopped for. */
export function setChannelState(ctx: Ctx, channelId: string, state: 'ACTIVE' | 'PAUSED'): Promise<Channel> {
  return ctx.transaction(async (tx) => {
    const row = await accessChannel(tx, ctx.enterpriseId, channelId, { lock: true });
    if (row.state === 'SETUP') throw new DomainError('channel.state_invalid', 'This channel is not set up yet.', { state: row.state });
    return writeChange(ctx, tx, row, { state, stateReason: '', failuresInRow: 0, version: row.version + 1 });
  });
}

function assertHasHook(row: ChannelRow): void {
  if (row.type === channelTypes.WEB) throw channelInvalid(fieldError('type', 'channel.no_callback'));
}

/** The former address stays valid until the change is finished, so that nothing is lost while it is entered at the vendor's. */
export function rotateHook(ctx: Ctx, deps: UsedDeps, channelId: string): Promise<ChannelDetails> {
  return ctx.transaction(async (tx) => {
    const row = await accessChannel(tx, ctx.enterpriseId, channelId, { lock: true });
    assertHasHook(row);
    if (row.sealedFormerHookSecret !== '')
      throw new DomainError('channel.state_invalid', 'Finish the change of the address that is under way first.', { state: row.state });
    await writeChange(ctx, tx, row, {
      sealedHookSecret: deps.secrets.encrypt(makeHookSecret()),
      sealedFormerHookSecret: row.sealedHookSecret,
      version: row.version + 1,
    });
    return describe(ctx, deps, tx, await accessChannel(tx, ctx.enterpriseId, channelId));
  });
}

export function finishRotation(ctx: Ctx, deps: UsedDeps, channelId: string): Promise<ChannelDetails> {
  return ctx.transaction(async (tx) => {
    const row = await accessChannel(tx, ctx.enterpriseId, channelId, { lock: true });
    assertHasHook(row);
    await writeChange(ctx, tx, row, { sealedFormerHookSecret: '' });
    return describe(ctx, deps, tx, await accessChannel(tx, ctx.enterpriseId, channelId));
  });
}
