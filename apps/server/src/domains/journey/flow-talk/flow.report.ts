import { type FlowState, flowStates } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listHolders, notify } from '../../account/door.ts';
import { accessChannel } from '../../channel/door.ts';
import type { FlowReport } from '../../messaging/door.talk.ts';
import { flowRecord } from '../flow/flow.record.ts';
import { lockVendorFlow, updateFlow } from '../flow/flow.repository.ts';
import { findForm } from '../form/form.repository.ts';

const moved: readonly FlowState[] = ['PUBLISHED', 'THROTTLED', 'BLOCKED', 'DEPRECATED'];
const codes = { BLOCKED: 'flow.blocked', THROTTLED: 'flow.throttled' } as const;

/** Applies what the vendor tells of a flow; a repeat changes nothing. People who get the form from then on get it by its next face. */
export async function applyFlowReport(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  { vendorFlowId, status, text }: FlowReport,
): Promise<void> {
  const state = flowStates.find((one) => one === status && moved.includes(one));
  const row = state && (await lockVendorFlow(tx, ctx.enterpriseId, channelId, vendorFlowId));
  if (!row || row.state === state || row.state === 'DEPRECATED') return;
  const change = { state, reason: state === 'PUBLISHED' ? '' : text.slice(0, 500), changedAt: ctx.now() };
  await changing(ctx, tx, flowRecord, row.flowId, 'edit', () => updateFlow(tx, ctx.enterpriseId, row.flowId, change));
  if (state !== 'BLOCKED' && state !== 'THROTTLED') return;
  const [channel, form, people] = await Promise.all([
    accessChannel(tx, ctx.enterpriseId, channelId),
    findForm(tx, ctx.enterpriseId, row.formId),
    listHolders(tx, ctx.enterpriseId, 'CHANNELS.EDIT'),
  ]);
  await notify(ctx, tx, people, {
    kind: 'channel_error',
    code: codes[state],
    values: { flow: form?.name ?? row.name, channel: channel.name, reason: change.reason },
    link: '/whatsapp-flow',
    cause: row.flowId,
  });
}
