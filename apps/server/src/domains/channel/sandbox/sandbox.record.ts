import { SandboxBehaviour, SandboxQuality } from '@parley/contract';
import { defineRecord, type Snapshot } from '#platform/audit/record.ts';
import { recordChange } from '#platform/audit/trail.ts';
import type { Ctx } from '../../../context.ts';
import { findChannelName } from './sandbox.repository.ts';

const plain = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 'plain' as const]));

/**
 * Record of a user's settings for the simulated vendor of a channel, under the id of the channel. The simulator keeps them, not the
 * database.
 */
export const sandboxRecord = defineRecord({
  kind: 'sandbox',
  module: 'channels',
  tables: [],
  fields: plain([
    ...Object.keys(SandboxBehaviour.shape),
    'template',
    'language',
    'status',
    'reason',
    'category',
    ...Object.keys(SandboxQuality.shape),
  ]),
  read: findChannelName,
  nameOf: ({ name }) => String(name),
  link: (id) => `/admin/channels/${id}/sandbox`,
});

/** Records what the simulator has taken. @param channel of the sandbox */
export const noteSandbox = (
  ctx: Ctx,
  { channelId, name }: { channelId: string; name: string },
  after: Snapshot,
  before?: Snapshot,
): Promise<void> =>
  ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: sandboxRecord, id: channelId, action: 'edit', name, before, after });
    return Promise.resolve();
  });
