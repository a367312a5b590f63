import type { FlowFaultItem, FlowItem } from '@parley/contract';
import { type CompiledForm, checkFlow, compileForm, type FlowPlan, fromFlowId } from '@parley/journey';
import type { FlowDone, VendorFlowError } from '@parley/vendors';
import { changing, creating } from '#platform/audit/trail.ts';
import { makeCodes } from '#platform/codes.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { flowRecord } from '../flow/flow.record.ts';
import { countOpenOn, deleteFlow, type FlowPlace, type FlowRow, findFlow, insertFlow, updateFlow } from '../flow/flow.repository.ts';
import { planOf } from '../flow/flow.sent.ts';
import { listKeys } from '../flow/key.repository.ts';
import { accessForm } from '../form/form.access.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { flowNotFound, readFlowItem } from './flow.query.ts';
import { type FlowVendor, openFlowVendor, vendorRefused } from './flow.vendor.ts';

const longestName = 60;
const mostErrors = 50;

/** The call takes whoever writes forms; what goes to a channel's vendor asks for the channel as well. */
function assertChannels({ actor }: Ctx): void {
  if (!can(actor, 'CHANNELS.EDIT')) throw accessDenied(['CHANNELS.EDIT']);
}

/** A name that tells the version, and that no other flow of the account has. */
const vendorNameOf = (name: string, number: number): string =>
  `${name.slice(0, longestName)} v${number} ${makeCodes(1)[0]?.slice(0, 4) ?? ''}`;

/** The label of the field that a fault is about, as far as its path tells. */
function fieldOf({ fields, document }: CompiledForm, path: string): string {
  const names = path.split('.');
  const field = [...fields.values()].find(({ name }) => name !== '' && names.includes(name));
  const screen = document.screens.find(({ id }) => names.some((one) => fromFlowId(one) === id));
  const words = field?.label ?? screen?.title ?? {};
  return Object.values(words)[0] ?? field?.name ?? '';
}

const toFaults = (form: CompiledForm, errors: readonly VendorFlowError[]): FlowFaultItem[] =>
  errors.slice(0, mostErrors).map(({ code, text, path }) => ({ code, text: text.slice(0, 500), path, field: fieldOf(form, path) }));

type Work = { row: FlowRow; plan: FlowPlan; vendor: FlowVendor };

/**
 * Makes the newest version of a form a flow on a channel: its row, the vendor's flow, its JSON, and then the publishing. Each step is kept before
 * the next one, so that whoever tries again goes on where it stopped; a vendor's answer that was lost is found by the flow's name.
 * @throws DomainError form.not_found, form.not_published, flow.no_channel, flow.invalid, flow.no_key, flow.out_of_use or flow.refused
 */
export async function publishFlow(
  ctx: Ctx,
  deps: Deps,
  formId: string,
  { channelId, isTrial }: { channelId: string; isTrial: boolean },
): Promise<FlowItem> {
  assertChannels(ctx);
  const { enterpriseId } = ctx;
  const { form, number } = await ctx.read(async (tx) => {
    const { published } = await accessForm(tx, enterpriseId, formId);
    const [version] = published > 0 ? await findFormVersions(tx, enterpriseId, [[formId, published]]) : [];
    if (!version) throw new DomainError('form.not_published', 'Publish the form first.', {});
    return { form: compileForm(version.document), number: published };
  });
  const vendor = await openFlowVendor(ctx, deps, channelId);
  const plan = planOf(form);
  const [fault] = checkFlow(plan.json);
  if (fault) throw new DomainError('flow.invalid', `The form cannot be a flow: ${fault.text}`, { reason: fault.text });
  const place = { formId, number, channelId };
  const keys = plan.mode === 'endpoint' && !isTrial ? await ctx.read((tx) => listKeys(tx, enterpriseId, channelId, ctx.now())) : [];
  if (plan.mode === 'endpoint' && !isTrial && !keys.some(({ state }) => state === 'CURRENT'))
    throw new DomainError('flow.no_key', 'This flow asks our server, for which the channel needs a key. Make one first.', {});
  const row = await ensureRow(ctx, place, form, plan);
  if (row.state === 'DEPRECATED')
    throw new DomainError('flow.out_of_use', 'This version is out of use. Publish a new version of the form first.', {});
  if (row.state === 'LOCAL' || row.state === 'UPLOADED') await handOver(ctx, { row, plan, vendor }, isTrial);
  return ctx.read((tx) => readFlowItem(tx, enterpriseId, place));
}

const ensureRow = (ctx: Ctx, place: FlowPlace, form: CompiledForm, plan: FlowPlan): Promise<FlowRow> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const before = await findFlow(tx, enterpriseId, place, { lock: true });
    if (before) return before;
    const [flowId, at] = [newId(), ctx.now()];
    await creating(
      ctx,
      tx,
      flowRecord,
      () => flowId,
      () =>
        insertFlow(tx, {
          enterpriseId,
          ...place,
          flowId,
          name: vendorNameOf(form.document.name, place.number),
          mode: plan.mode,
          createdBy: ctx.actor.userId,
          createdAt: at,
          changedAt: at,
        }),
    );
    return (await findFlow(tx, enterpriseId, place)) as FlowRow;
  });

/** Keeps one step of a publication. */
const keep = (ctx: Ctx, { flowId }: FlowRow, change: Omit<Parameters<typeof updateFlow>[3], 'changedAt'>): Promise<void> =>
  ctx.transaction((tx) =>
    changing(ctx, tx, flowRecord, flowId, change.state === 'PUBLISHED' ? 'publish' : 'edit', () =>
      updateFlow(tx, ctx.enterpriseId, flowId, { ...change, changedAt: ctx.now() }),
    ),
  );

/** @throws DomainError flow.refused, with the vendor's words kept at the flow */
async function must<D extends object>(ctx: Ctx, row: FlowRow, done: FlowDone<D>): Promise<{ kind: 'done' } & D> {
  if (done.kind === 'done') return done;
  const reason = [done.error.vendorMessage, done.error.vendorMessage === '' ? done.error.advice : ''].join('').slice(0, 500);
  await keep(ctx, row, { reason });
  throw vendorRefused(reason);
}

async function handOver(ctx: Ctx, { row, plan, vendor }: Work, isTrial: boolean): Promise<void> {
  const { ops, io, connection } = vendor;
  const endpointUrl = plan.mode === 'endpoint' ? vendor.endpointUrl : '';
  const made = await must(ctx, row, await ops.create(io, connection, { name: row.name, endpointUrl }));
  const { vendorFlowId } = made;
  if (made.status === 'DRAFT') {
    const { errors } = await must(ctx, row, await ops.upload(io, connection, vendorFlowId, JSON.stringify(plan.json)));
    const faults = toFaults(plan.form, errors);
    await keep(ctx, row, { vendorFlowId, state: 'UPLOADED', errors: JSON.stringify(faults), reason: '' });
    if (isTrial || faults.length > 0) return;
    await must(ctx, row, await ops.publish(io, connection, vendorFlowId));
  }
  // A flow that the vendor has published, and whose answer was lost, is published.
  await keep(ctx, row, { vendorFlowId, state: made.status === 'DRAFT' ? 'PUBLISHED' : made.status, errors: '[]', reason: '' });
}

/**
 * Takes a flow out of use: a published one opens no more on any phone, and a draft goes at the vendor and here.
 * @throws DomainError flow.not_found, flow.in_use or flow.refused
 */
export async function deprecateFlow(ctx: Ctx, deps: Deps, place: FlowPlace): Promise<void> {
  assertChannels(ctx);
  const { enterpriseId } = ctx;
  const row = await ctx.read(async (tx) => {
    await accessForm(tx, enterpriseId, place.formId);
    const found = await findFlow(tx, enterpriseId, place);
    if (!found) throw flowNotFound();
    const open = found.state === 'DEPRECATED' ? 0 : await countOpenOn(tx, enterpriseId, place);
    if (open > 0) throw new DomainError('flow.in_use', `People are filling it in: ${open}.`, { open });
    return found;
  });
  if (row.state === 'DEPRECATED') return;
  const { ops, io, connection } = await openFlowVendor(ctx, deps, place.channelId);
  if (row.state === 'LOCAL' || row.state === 'UPLOADED') {
    if (row.vendorFlowId !== '') await must(ctx, row, await ops.remove(io, connection, row.vendorFlowId));
    await ctx.transaction((tx) => changing(ctx, tx, flowRecord, row.flowId, 'delete', () => deleteFlow(tx, enterpriseId, row.flowId)));
    return;
  }
  await must(ctx, row, await ops.deprecate(io, connection, row.vendorFlowId));
  await keep(ctx, row, { state: 'DEPRECATED', reason: '' });
}
