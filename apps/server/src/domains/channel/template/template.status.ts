import type { NoticeWords, TemplateCategory, TemplateComponent, TemplateStatus } from '@parley/contract';
import type { ChannelEvent } from '@parley/vendors';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import { templateRecord } from './template.record.ts';
import { lockChannelTemplates, lockTemplate, readOriginal, type TemplateRow, updateTemplate } from './template.repository.ts';
import { listTemplateUses, tellTemplateChange } from './template.uses.ts';

/** A status of a template, set by the vendor or by a user. */
export type VendorReport = {
  status?: TemplateStatus;
  reason?: string;
  category?: TemplateCategory;
  quality?: string;
  vendorTemplateId?: string;
  components?: readonly TemplateComponent[];
};

/** Notifies the template's author and the users who send with it: the gate lets only approved templates pass. */
async function tellMakers(ctx: EnterpriseContext, tx: Tx, row: TemplateRow, wordsOf: (useCount: number) => NoticeWords): Promise<void> {
  // Streams tell their makers themselves, since they pause.
  const uses = (await listTemplateUses(ctx, tx, [row.templateId])).filter(({ name }) => name === undefined);
  const people = [row.createdBy, ...uses.map(({ createdBy }) => createdBy)].filter((id) => id !== null);
  await notify(ctx, tx, people, {
    kind: 'template_status',
    ...wordsOf(uses.length),
    link: `/admin/messageTemplate/whatsapp/${row.templateId}`,
    cause: `template:${row.templateId}`,
  });
}

/** Returns the notice about a new status; undefined for a status that nobody waits for. */
function statusWords(template: string, status: TemplateStatus, reason: string): ((useCount: number) => NoticeWords) | undefined {
  switch (status) {
    case 'APPROVED':
      return () => ({ code: 'template.approved', values: { template } });
    case 'REJECTED':
      return () => ({ code: 'template.rejected', values: { template, reason } });
    case 'PAUSED':
      return (uses) => ({ code: 'template.paused', values: { template, uses, reason } });
    case 'DISABLED':
      return (uses) => ({ code: 'template.disabled', values: { template, uses, reason } });
    default:
      return undefined;
  }
}

/** An approved version takes the place of the template that it was made from, whose id stays. */
async function takePlace(ctx: EnterpriseContext, tx: Tx, row: TemplateRow, replacesId: string, told: VendorReport): Promise<void> {
  const now = ctx.now();
  const original = await readOriginal(tx, ctx.enterpriseId, replacesId);
  const leave = () => updateTemplate(tx, ctx.enterpriseId, row.templateId, { deletedAt: now, updatedAt: now });
  await changing(ctx, tx, templateRecord, row.templateId, 'delete', leave, { reason: 'It is in the place of the approved one now.' });
  await changing(ctx, tx, templateRecord, replacesId, 'edit', () =>
    updateTemplate(tx, ctx.enterpriseId, replacesId, {
      components: JSON.stringify(row.components),
      extra: JSON.stringify(row.extra),
      category: told.category ?? row.category,
      status: 'APPROVED',
      statusReason: '',
      vendorTemplateId: told.vendorTemplateId || row.vendorTemplateId || original.vendorTemplateId,
      version: original.version + 1,
      updatedAt: now,
    }),
  );
  await tellTemplateChange(ctx, tx, {
    templateId: replacesId,
    name: row.name,
    status: 'APPROVED',
    previousStatus: original.status,
    reason: '',
    category: told.category ?? row.category,
    previousCategory: original.category,
  });
  await tellMakers(ctx, tx, { ...row, templateId: replacesId }, () => ({ code: 'template.replaced', values: { template: row.name } }));
}

/** @returns whether anything is different now */
export async function applyTold(ctx: EnterpriseContext, tx: Tx, row: TemplateRow, told: VendorReport): Promise<boolean> {
  const status = told.status ?? row.status;
  if (row.replacesId !== null && status === 'APPROVED') {
    await takePlace(ctx, tx, row, row.replacesId, told);
    return true;
  }
  const reason = told.status === undefined ? row.statusReason : (told.reason ?? '');
  const category = told.category ?? row.category;
  const quality = told.quality ?? row.quality;
  const vendorTemplateId = told.vendorTemplateId || row.vendorTemplateId;
  const isSame =
    status === row.status &&
    reason === row.statusReason &&
    category === row.category &&
    quality === row.quality &&
    vendorTemplateId === row.vendorTemplateId &&
    told.components === undefined;
  if (isSame) return false;
  await changing(ctx, tx, templateRecord, row.templateId, 'edit', () =>
    updateTemplate(tx, ctx.enterpriseId, row.templateId, {
      status,
      statusReason: reason,
      category,
      quality,
      vendorTemplateId,
      updatedAt: ctx.now(),
      ...(told.components ? { components: JSON.stringify(told.components) } : {}),
    }),
  );
  const words = status === row.status ? undefined : statusWords(row.name, status, reason);
  if (words) await tellMakers(ctx, tx, row, words);
  const moved = { template: row.name, category, previous: row.category };
  if (category !== row.category) await tellMakers(ctx, tx, row, () => ({ code: 'template.moved', values: moved }));
  const { templateId, name, status: previousStatus, category: previousCategory } = row;
  await tellTemplateChange(ctx, tx, { templateId, name, status, previousStatus, reason, category, previousCategory });
  return true;
}

/** Picks the row that a vendor's report is about: the approved template, or the version that waits beside it. */
export function pickTold(rows: readonly TemplateRow[], status: TemplateStatus | undefined): TemplateRow | undefined {
  const waiting = rows.find((row) => row.replacesId !== null && row.status === 'PENDING');
  if (waiting && (status === 'APPROVED' || status === 'REJECTED' || status === 'PENDING')) return waiting;
  return rows.find((row) => row.replacesId === null);
}

/** Applies a vendor's reports about templates of a channel in the transaction that reads them; repeats change nothing. */
export async function applyTemplateEvents(
  ctx: EnterpriseContext,
  tx: Tx,
  channelId: string,
  events: readonly ChannelEvent[],
): Promise<void> {
  const told = events.filter(
    (event) => event.type === 'template.status' || event.type === 'template.category' || event.type === 'template.quality',
  );
  for (const event of told) {
    // Read anew for each: one event may have put a version in another's place.
    const named = await lockChannelTemplates(tx, ctx.enterpriseId, channelId, [event.name]);
    const rows = named.filter(({ language }) => language === event.language);
    if (event.type === 'template.status') {
      const row = pickTold(rows, event.status);
      if (row) await applyTold(ctx, tx, row, { status: event.status, reason: event.reason, vendorTemplateId: event.vendorTemplateId });
      continue;
    }
    const row = pickTold(rows, undefined);
    if (row) await applyTold(ctx, tx, row, event.type === 'template.category' ? { category: event.category } : { quality: event.quality });
  }
}

/** A vendor has refused a message since its template is stopped: it is known from then on, as if the vendor had told so. */
export async function noteTemplateDown(
  ctx: EnterpriseContext,
  tx: Tx,
  templateId: string,
  told: { status: 'PAUSED' | 'DISABLED'; reason: string },
): Promise<void> {
  const row = await lockTemplate(tx, ctx.enterpriseId, templateId);
  if (row?.status === 'APPROVED') await applyTold(ctx, tx, row, told);
}
