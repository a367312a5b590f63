import type { CallAnswer, ChannelType, endpoints, FlowChannel, FlowItem, FlowStage } from '@parley/contract';
import { compileForm } from '@parley/journey';
import { adapterFor } from '@parley/vendors';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { listVendorChannels } from '../../channel/door.ts';
import { type FlowPlace, type ListedFlow, listFlows } from '../flow/flow.repository.ts';
import { planOf } from '../flow/flow.sent.ts';
import { accessForm } from '../form/form.access.ts';
import { findFormVersions } from '../form/version.repository.ts';

const mostShown = 200;

const present = (row: ListedFlow): FlowItem => ({
  formId: row.formId,
  name: row.formName,
  number: row.number,
  newest: row.newest,
  channelId: row.channelId ?? '',
  channelName: row.channelName ?? '',
  environment: row.environment ?? '',
  screens: row.screens,
  mode: row.mode ?? '',
  state: row.state ?? '',
  reason: row.reason ?? '',
  errors: row.errors ?? [],
  usedIn: row.usedIn,
  vendorName: row.vendorName ?? '',
  vendorFlowId: row.vendorFlowId ?? '',
  updatedOn: row.updatedAt.toISOString(),
});

type Filter = { name: string; channelId: string; stage: FlowStage | ''; from: number; perPage: number };

/** Forms as flows, with the channels whose vendor has flows at all. */
export const readFlowList = (ctx: Ctx, { perPage, ...filter }: Filter): Promise<CallAnswer<typeof endpoints.flows.list>> =>
  ctx.read(async (tx) => {
    const limit = perPage === -1 ? mostShown : perPage;
    const [rows, channels] = await Promise.all([
      listFlows(tx, ctx.enterpriseId, { ...filter, name: filter.name.trim(), limit: limit + 1 }),
      channelsWithFlows(tx, ctx.enterpriseId),
    ]);
    return { flows: rows.slice(0, limit).map(present), channels, more: rows.length > limit };
  });

async function channelsWithFlows(tx: Read, enterpriseId: string): Promise<FlowChannel[]> {
  const rows = await listVendorChannels(tx, enterpriseId);
  return rows
    .filter(({ vendor, type }) => adapterFor(vendor, type as ChannelType)?.flows !== undefined)
    .map(({ channelId, name, environment }) => ({ id: channelId, name, environment }));
}

/** @throws DomainError flow.not_found */
export async function readFlowItem(tx: Read, enterpriseId: string, place: FlowPlace): Promise<FlowItem> {
  const [row] = await listFlows(tx, enterpriseId, { name: '', channelId: '', stage: '', from: 0, limit: 1, place });
  if (!row) throw flowNotFound();
  return present(row);
}
export const flowNotFound = () => new DomainError('flow.not_found', 'No such flow.', {});

/** The Flow JSON of a form's newest version; of its draft, where it has none. @throws DomainError form.not_found */
export const readFlowJson = (ctx: Ctx, formId: string): Promise<CallAnswer<typeof endpoints.flows.json>> =>
  ctx.read(async (tx) => {
    const form = await accessForm(tx, ctx.enterpriseId, formId);
    const [version] = form.published > 0 ? await findFormVersions(tx, ctx.enterpriseId, [[formId, form.published]]) : [];
    const { json, mode, notes } = planOf(compileForm(version?.document ?? form.document));
    return { name: form.name, number: form.published, mode, json: json as unknown as Record<string, unknown>, notes };
  });
