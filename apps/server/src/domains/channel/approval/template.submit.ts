import { buffer } from 'node:stream/consumers';
import type { Template, TemplateComponent, VendorError } from '@parley/contract';
import type { TemplateDraft, TemplateResult } from '@parley/vendors';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readTimeZone } from '../../account/door.ts';
import { accessFiles } from '../../file/door.ts';
import { deletedTemplate, isDraft } from '../template/template.bin.ts';
import { nameUse, presentTemplate } from '../template/template.present.ts';
import { templateRecord } from '../template/template.record.ts';
import { accessTemplate, findReplacements, samplesOf, type TemplateRow, updateTemplate } from '../template/template.repository.ts';
import { assertComplete, stateRefused } from '../template/template.service.ts';
import { applyTold } from '../template/template.status.ts';
import { listTemplateUses } from '../template/template.uses.ts';
import { openTemplateVendor, type TemplateVendor } from '../template/template.vendor.ts';

/** Time without an answer after which a submission may be tried again. */
const silentMs = 2 * 60_000;

const refused = (error: VendorError) =>
  new DomainError(
    'template.refused',
    [error.vendorMessage, error.advice].filter((text) => text !== '').join(' ') || 'The vendor refused.',
    {
      class: error.class,
      vendorCode: error.vendorCode,
    },
  );

/** Media samples as the vendor wants them: handles of its own, or addresses that it can read. */
async function withSamples(
  ctx: Ctx,
  deps: Deps,
  vendor: TemplateVendor,
  components: readonly TemplateComponent[],
): Promise<TemplateComponent[]> {
  const samples = samplesOf(components);
  const files = await ctx.read((tx) =>
    accessFiles(
      tx,
      ctx.enterpriseId,
      samples.map(({ fileId }) => fileId),
    ),
  );
  const handles = new Map<string, string>();
  for (const file of files) {
    if (!vendor.ops.uploadSample) {
      handles.set(file.fileId, `${deps.publicUrl()}${ctx.fileUrl(file.fileId)}`);
      continue;
    }
    const bytes = await buffer(await ctx.files.open(file.sha256));
    const answer = await vendor.ops.uploadSample(vendor.io, vendor.connection, { name: file.name, mimeType: file.type, bytes });
    if (answer.kind === 'failed') throw refused(answer.error);
    handles.set(file.fileId, answer.handle);
  }
  return components.map((component): TemplateComponent => {
    if (component.type === 'HEADER') return { ...component, resourceUrl: handles.get(component.fileId) ?? component.resourceUrl };
    if (component.type !== 'CAROUSEL') return component;
    const cards = component.cards.map((card) => ({
      ...card,
      header: { ...card.header, url: handles.get(card.header.fileId) ?? card.header.url },
    }));
    return { ...component, cards };
  });
}

/** Marks the template as submitted; a second submission is refused while the first one waits. */
async function markSubmitted(ctx: Ctx, tx: Tx, templateId: string): Promise<{ row: TemplateRow; vendorTemplateId: string }> {
  const row = await accessTemplate(tx, ctx.enterpriseId, templateId, { lock: true });
  const isSilent =
    row.status === 'PENDING' && row.vendorTemplateId === '' && (row.submittedAt?.getTime() ?? 0) + silentMs < ctx.now().getTime();
  if (row.status !== 'DRAFT' && row.status !== 'REJECTED' && !isSilent)
    throw stateRefused(
      row.status,
      row.status === 'PENDING' ? 'The template waits for the vendor already.' : 'Only a draft or a rejected template is submitted.',
    );
  assertComplete(row);
  await changing(ctx, tx, templateRecord, templateId, 'submit', () =>
    updateTemplate(tx, ctx.enterpriseId, templateId, {
      status: 'PENDING',
      statusReason: '',
      submittedAt: ctx.now(),
      updatedAt: ctx.now(),
    }),
  );
  const original = row.replacesId === null ? undefined : await accessTemplate(tx, ctx.enterpriseId, row.replacesId);
  return { row, vendorTemplateId: original?.vendorTemplateId || row.vendorTemplateId };
}

/** Restores the former state of a template that the vendor did not take. */
const withdraw = (ctx: Ctx, { templateId, status }: TemplateRow, change: { statusReason: string; updatedAt?: Date }): Promise<void> =>
  ctx.transaction((tx) =>
    changing(ctx, tx, templateRecord, templateId, 'edit', () => updateTemplate(tx, ctx.enterpriseId, templateId, { status, ...change })),
  );

async function ask(ctx: Ctx, deps: Deps, vendor: TemplateVendor, row: TemplateRow, vendorTemplateId: string): Promise<TemplateResult> {
  const components = await withSamples(ctx, deps, vendor, row.components);
  const { name, language, category, extra } = row;
  const draft: TemplateDraft = { vendorTemplateId, name, language, category, components, extra };
  const { create, update } = vendor.ops;
  return vendorTemplateId !== '' && update ? update(vendor.io, vendor.connection, draft) : create(vendor.io, vendor.connection, draft);
}

/**
 * Asks the vendor for approval. The row is marked before the call, so that nobody submits twice. A template that the vendor refuses at once
 * becomes a draft again; one whose outcome is unknown stays PENDING until a report or a sync.
 * @throws DomainError template.invalid, template.state_invalid, template.refused
 */
export async function submitTemplate(ctx: Ctx, deps: Deps, templateId: string): Promise<Template> {
  const { enterpriseId } = ctx;
  const { channelId } = await ctx.read((tx) => accessTemplate(tx, enterpriseId, templateId));
  const vendor = await openTemplateVendor(ctx, deps, channelId);
  if (!vendor) throw stateRefused('DRAFT', 'This vendor has no calls for templates: register it at the vendor and set the status here.');
  const { row, vendorTemplateId } = await ctx.transaction((tx) => markSubmitted(ctx, tx, templateId));
  const result = await ask(ctx, deps, vendor, row, vendorTemplateId).catch(async (error: unknown) => {
    await withdraw(ctx, row, { statusReason: row.statusReason });
    throw error;
  });
  if (result.kind === 'failed' && result.error.class !== 'UNKNOWN_OUTCOME') {
    const reason = result.error.vendorMessage || result.error.advice;
    await withdraw(ctx, row, { statusReason: reason, updatedAt: ctx.now() });
    throw refused(result.error);
  }
  return ctx.transaction(async (tx) => {
    const now = await accessTemplate(tx, enterpriseId, templateId, { lock: true });
    // A callback may have been quicker than the answer.
    if (result.kind === 'done' && now.status === 'PENDING') {
      const { status, reason, category, quality } = result.template;
      await applyTold(ctx, tx, now, { status, reason, category, quality, vendorTemplateId: result.template.vendorTemplateId });
    }
    const shown = row.replacesId !== null && result.kind === 'done' && result.template.status === 'APPROVED' ? row.replacesId : templateId;
    return presentTemplate(ctx, tx, await accessTemplate(tx, enterpriseId, shown));
  });
}

async function assertUnused(ctx: Ctx, tx: Read, row: TemplateRow): Promise<void> {
  const timeZone = await readTimeZone(tx, ctx.enterpriseId);
  const uses = (await listTemplateUses(ctx, tx, [row.templateId])).map((use) => nameUse(use, timeZone));
  if (uses.length > 0) throw new DomainError('template.in_use', `${row.name} is in use: ${uses.join(', ')}.`, { uses });
}

/**
 * Deletes a template, at its vendor first; a draft goes into the bin.
 * @throws DomainError template.in_use naming the unfinished sendings, template.refused
 */
export async function deleteTemplate(ctx: Ctx, deps: Deps, templateId: string): Promise<void> {
  const row = await ctx.read(async (tx) => {
    const found = await accessTemplate(tx, ctx.enterpriseId, templateId);
    await assertUnused(ctx, tx, found);
    return found;
  });
  const isThere = row.replacesId === null && row.vendorTemplateId !== '';
  const vendor = isThere ? await openTemplateVendor(ctx, deps, row.channelId) : undefined;
  const error = await vendor?.ops.remove?.(vendor.io, vendor.connection, { name: row.name, vendorTemplateId: row.vendorTemplateId });
  // A template that the vendor does not know is deleted already.
  if (error && !(error.class === 'TEMPLATE' || error.class === 'REQUEST')) throw refused(error);
  await deleteTemplateHere(ctx, templateId);
}

/** Deletes a template that its vendor does not have, or has no more. @throws DomainError template.not_found or template.in_use */
export const deleteTemplateHere = (ctx: Ctx, templateId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const now = await accessTemplate(tx, enterpriseId, templateId, { lock: true });
    await assertUnused(ctx, tx, now);
    const gone = { deletedAt: ctx.now(), updatedAt: ctx.now() };
    const versions = await findReplacements(tx, enterpriseId, [templateId]);
    if (isDraft(now) && versions.size === 0) await ctx.bin.put(tx, ctx.actor.userId, [deletedTemplate(now)]);
    for (const id of [templateId, ...versions.values()])
      await changing(ctx, tx, templateRecord, id, 'delete', () => updateTemplate(tx, enterpriseId, id, gone));
  });
