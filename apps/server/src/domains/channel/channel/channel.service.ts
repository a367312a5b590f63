import { randomBytes } from 'node:crypto';
import { type Channel, channelTypes, showCounted, type WebChannelData } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { presentChannel } from './channel.present.ts';
import { channelRecord } from './channel.record.ts';
import {
  accessChannel,
  countTemplates,
  findByWidgetKey,
  hideChannel,
  insertChannel,
  listChannelRows,
  type WidgetChannel,
} from './channel.repository.ts';
import { usesOf } from './channel.uses.ts';

export { presentChannel } from './channel.present.ts';

type OwnFields = { name: string; deptId?: string };
export type ChannelSave = OwnFields & { type: number; data: WebChannelData; isActive: boolean };

/** Returns the columns of what every channel is asked for, whatever its type. */
export const ownColumns = ({ name, deptId }: OwnFields) => ({ name, deptId: deptId || null });

export function listChannels(
  ctx: Ctx,
  filter: { name: string; type?: number | undefined; from: number; perPage: number },
): Promise<{ channelConfig: Channel[]; more: boolean }> {
  const limit = filter.perPage === -1 ? 200 : filter.perPage;
  const allowed = channelsOf(ctx.actor);
  return ctx.read(async (tx) => {
    const rows = await listChannelRows(tx, ctx.enterpriseId, { ...filter, allowed, limit: limit + 1 });
    return { channelConfig: rows.slice(0, limit).map(presentChannel), more: rows.length > limit };
  });
}

export const getChannel = (ctx: EnterpriseContext, channelId: string): Promise<Channel> =>
  ctx.read(async (tx) => presentChannel(await accessChannel(tx, ctx.enterpriseId, channelId)));

/** A WEB channel. */
export const createChannel = (ctx: EnterpriseContext, save: ChannelSave): Promise<Channel> =>
  ctx.transaction((tx) => addChannel(tx, ctx.enterpriseId, save));

/** Creates a WEB channel in the caller's transaction. */
export async function addChannel(tx: Tx, enterpriseId: string, save: ChannelSave): Promise<Channel> {
  const row = await insertChannel(tx, {
    enterpriseId,
    channelId: newId(),
    type: channelTypes.WEB,
    ...ownColumns(save),
    state: save.isActive ? 'ACTIVE' : 'PAUSED',
    widgetKey: randomBytes(18).toString('base64url'),
    data: JSON.stringify(save.data),
  });
  return presentChannel(row);
}

const counted = (count: number, one: string, many = `${one}s`) => (count > 0 ? [showCounted(count, one, many)] : []);

/** Moves a channel that nothing uses and that no history names into the bin. @throws DomainError channel.in_use with its uses */
export function deleteChannel(ctx: Ctx, channelId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessChannel(tx, enterpriseId, channelId, { lock: true });
    if (row.state === 'SETUP')
      throw new DomainError('channel.state_invalid', 'This channel is not set up yet. Discard its setup at Embedded Signup.', {
        state: row.state,
      });
    const uses = usesOf(ctx, tx, channelId);
    const [running, naming, templates, open, chatCount, messages] = await Promise.all([
      uses.listRunning(),
      uses.listNaming(),
      countTemplates(tx, enterpriseId, channelId),
      uses.countChats({ onlyOpen: true }),
      uses.countChats({ onlyOpen: false }),
      uses.countMessages(),
    ]);
    const names = [...running, ...naming, ...counted(templates, 'template'), ...counted(open, 'open chat')];
    const refuse = (message: string) => new DomainError('channel.in_use', message, { chatCount, uses: names });
    if (naming.length > 0 || (row.type !== channelTypes.WEB && names.length > 0))
      throw refuse(`${row.name} is in use: ${names.join(', ')}.`);
    if (chatCount > 0) throw refuse(`${counted(chatCount, 'chat')} came by this channel; switch it off instead.`);
    if (messages > 0) throw refuse(`${counted(messages, 'message')} went by this channel; pause it instead.`);
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'channel', recordId: channelId, name: row.name }]);
    await changing(ctx, tx, channelRecord, channelId, 'delete', () => hideChannel(tx, enterpriseId, channelId, ctx.now()));
  });
}

/** The active channel behind a widget's key, of any enterprise. */
export async function findWidgetChannel(db: Db, key: string): Promise<WidgetChannel | undefined> {
  if (key === '' || key.length > 64) return undefined;
  const found = await findByWidgetKey(db, key);
  return found?.isActive ? found : undefined;
}
