import {
  checkTemplate,
  endpoints,
  fieldError,
  type Template,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateExtra,
  type TemplateFault,
  type TemplateForm,
  templateFaults,
  templateKindOf,
  templateKinds,
  type VariableGroup,
  variableGroups,
} from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { accessUsable } from '../../file/door.ts';
import { assertMedia } from './template.media.ts';
import { presentTemplate, presentTemplates } from './template.present.ts';
import { templateRecord } from './template.record.ts';
import {
  accessNamedTemplate,
  accessTemplate,
  accessTemplateChannel,
  type ChannelRow,
  filesOf,
  findLastSync,
  findReplacements,
  insertTemplates,
  listTemplateRows,
  samplesOf,
  type TemplateRow,
  updateTemplate,
} from './template.repository.ts';
import { applyTold } from './template.status.ts';
import { canUpdate, isManual } from './template.vendor.ts';

export type TemplateContent = {
  name: string;
  category: TemplateCategory;
  language: string;
  components: TemplateComponent[];
  extra: TemplateExtra;
};

const mostTemplates = 1000;
const invalid = (errors: readonly TemplateFault[]) =>
  new DomainError('template.invalid', errors.map(({ field, message }) => `${field}: ${message}`).join(' '), {
    errors: errors.map(({ isMissing: _isMissing, ...fault }) => fault),
  });
export const stateRefused = (status: string, message: string) => new DomainError('template.state_invalid', message, { status });

export const templateForm = (
  channelType: number,
  content: Pick<TemplateContent, 'name' | 'category' | 'components' | 'extra'>,
): TemplateForm => {
  const kind = templateKindOf(channelType);
  if (!kind) throw invalid([fieldError('channelId', 'template.channel_type')]);
  return { kind, name: content.name, category: content.category, components: content.components, extra: content.extra };
};

/** Refuses what may not even be saved; what is only missing stays for the submission. @throws DomainError template.invalid */
function assertSavable(channelType: number, content: TemplateContent): void {
  const faults = templateFaults(templateForm(channelType, content)).filter(({ isMissing }) => !isMissing);
  if (faults.length > 0) throw invalid(faults);
}

export function assertComplete(row: TemplateRow): void {
  const faults = templateFaults(templateForm(row.channelType, row));
  if (faults.length > 0) throw invalid(faults);
}

/** Samples are files that the caller may use, of the right type and size; so are files of ours that stand there by their address. */
async function assertSamples(ctx: Ctx, tx: Tx, components: readonly TemplateComponent[]): Promise<void> {
  const samples = samplesOf(components);
  const files = await accessUsable(ctx, tx, filesOf(components), { isShared: true });
  for (const { fileId, format } of samples) {
    const file = files.find((one) => one.fileId === fileId);
    if (file) assertMedia(format, file);
  }
}

async function orTaken<T>(content: Pick<TemplateContent, 'name' | 'language'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'templates_by_name') throw error;
    const { name, language } = content;
    const taken = fieldError('name', 'template.name_taken', { name, language });
    throw new DomainError('template.name_taken', taken.message, { errors: [taken] });
  }
}

export type TemplateQuery = {
  from: number;
  perPage: number;
  page?: number | undefined;
  channelId: string;
  type?: number | undefined;
  name: string;
  status: string;
  category: string;
  language: string;
};

export function listTemplates(ctx: Ctx, { from, perPage, page, type, ...filter }: TemplateQuery) {
  assertMayUseChannel(ctx.actor, filter.channelId);
  const limit = perPage === -1 ? mostTemplates : Math.max(1, perPage);
  const types = type === undefined ? Object.values(templateKinds) : [type];
  const start = page === undefined ? from : (page - 1) * limit;
  return ctx.read(async (tx) => {
    const rows = await listTemplateRows(tx, ctx.enterpriseId, {
      ...filter,
      name: filter.name.trim(),
      types,
      from: start,
      limit: limit + 1,
    });
    const syncedAt = await findLastSync(tx, ctx.enterpriseId, { channelId: filter.channelId, types });
    return {
      templates: await presentTemplates(ctx, tx, rows.slice(0, limit)),
      more: rows.length > limit,
      syncedAt: syncedAt?.toISOString() ?? null,
    };
  });
}

type Wanted = { channelId: string; templateId: string };

/** @throws DomainError template.not_found, or 1403 for a key of other channels */
async function accessReadable(ctx: Ctx, tx: Read, channelId: string, templateId: string): Promise<TemplateRow> {
  const row = await accessNamedTemplate(tx, ctx.enterpriseId, channelId, templateId);
  assertMayUseChannel(ctx.actor, row.channelId);
  return row;
}

export const getTemplate = (ctx: Ctx, { channelId, templateId }: Wanted): Promise<Template> =>
  ctx.read(async (tx) => presentTemplate(ctx, tx, await accessReadable(ctx, tx, channelId, templateId)));

export const listVariables = (ctx: Ctx, { channelId, templateId }: Wanted): Promise<VariableGroup[]> =>
  ctx.read(async (tx) => variableGroups((await accessReadable(ctx, tx, channelId, templateId)).components));

async function addTemplate(ctx: Ctx, tx: Tx, channel: ChannelRow, content: TemplateContent, replacesId: string | null): Promise<Template> {
  const templateId = newId();
  const now = ctx.now();
  const { components, extra, ...plain } = content;
  const row = {
    enterpriseId: ctx.enterpriseId,
    templateId,
    channelId: channel.channelId,
    ...plain,
    components: JSON.stringify(components),
    extra: JSON.stringify(extra),
    replacesId,
    createdBy: ctx.actor.userId,
    createdAt: now,
    updatedAt: now,
  };
  await creating(
    ctx,
    tx,
    templateRecord,
    () => templateId,
    () => insertTemplates(tx, [row]),
  );
  return presentTemplate(ctx, tx, await accessTemplate(tx, ctx.enterpriseId, templateId));
}

export const createTemplate = (ctx: Ctx, { channelId, ...content }: TemplateContent & { channelId: string }): Promise<Template> =>
  orTaken(content, () =>
    ctx.transaction(async (tx) => {
      const channel = await accessTemplateChannel(tx, ctx.enterpriseId, channelId);
      assertSavable(channel.type, content);
      await assertSamples(ctx, tx, content.components);
      return addTemplate(ctx, tx, channel, content, null);
    }),
  );

/** The row that a change is written to: an approved template's is a version of its own, made when there is none yet. */
async function rowToChange(ctx: Ctx, tx: Tx, row: TemplateRow): Promise<TemplateRow | 'new'> {
  if (row.status === 'PENDING') throw stateRefused(row.status, 'The vendor is looking at this template: wait for the answer.');
  if (row.status === 'DRAFT' || row.status === 'REJECTED') return row;
  if (isManual(row.vendor, row.channelType) === false && !canUpdate(row.vendor, row.channelType))
    throw stateRefused(row.status, 'This vendor cannot change a template: copy it under another name.');
  const waiting = (await findReplacements(tx, ctx.enterpriseId, [row.templateId])).get(row.templateId);
  return waiting === undefined ? 'new' : rowToChange(ctx, tx, await accessTemplate(tx, ctx.enterpriseId, waiting, { lock: true }));
}

/**
 * Changes a draft or a rejected template; of an approved one a version is made that takes its place once it is approved.
 * @throws DomainError template.invalid, template.state_invalid, template.name_taken, record.changed
 */
export const updateTemplateContent = (
  ctx: Ctx,
  templateId: string,
  { version, ...content }: TemplateContent & { version: number },
): Promise<{ template: Template; isNewVersion: boolean }> =>
  orTaken(content, () =>
    ctx.transaction(async (tx) => {
      const read = await accessTemplate(tx, ctx.enterpriseId, templateId, { lock: true });
      await assertVersion(ctx, tx, templateRecord, { id: templateId, version: read.version }, version);
      const target = await rowToChange(ctx, tx, read);
      const isKnown = read.vendorTemplateId !== '' || read.replacesId !== null;
      if (isKnown && (content.name !== read.name || content.language !== read.language))
        throw invalid([fieldError('name', 'template.name_fixed')]);
      assertSavable(read.channelType, content);
      await assertSamples(ctx, tx, content.components);
      if (target === 'new') {
        const channel = await accessTemplateChannel(tx, ctx.enterpriseId, read.channelId);
        return { template: await addTemplate(ctx, tx, channel, content, templateId), isNewVersion: true };
      }
      await changing(ctx, tx, templateRecord, target.templateId, 'edit', () =>
        updateTemplate(tx, ctx.enterpriseId, target.templateId, {
          ...content,
          components: JSON.stringify(content.components),
          extra: JSON.stringify(content.extra),
          version: target.version + 1,
          updatedAt: ctx.now(),
        }),
      );
      const row = await accessTemplate(tx, ctx.enterpriseId, target.templateId);
      return { template: await presentTemplate(ctx, tx, row), isNewVersion: row.replacesId !== null };
    }),
  );

/** Gives a template former values by a save of it: an approved one gets a version, to which its waiting version's other values go on. */
export async function putTemplateBack(ctx: Ctx, templateId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.templates.update);
  const { read, written } = await ctx.read(async (tx) => {
    const read = await accessTemplate(tx, ctx.enterpriseId, templateId);
    const waiting = (await findReplacements(tx, ctx.enterpriseId, [templateId])).get(templateId);
    return { read, written: waiting === undefined ? read : await accessTemplate(tx, ctx.enterpriseId, waiting) };
  });
  const { name, category, language, components, extra } = written;
  await updateTemplateContent(ctx, templateId, { name, category, language, components, extra, ...values, version: read.version });
}

type Copy = { name: string; language: string; channelId: string };

export const cloneTemplate = (ctx: Ctx, templateId: string, copy: Copy): Promise<Template> =>
  orTaken(copy, () =>
    ctx.transaction(async (tx) => {
      const row = await accessTemplate(tx, ctx.enterpriseId, templateId);
      const channel = await accessTemplateChannel(tx, ctx.enterpriseId, copy.channelId || row.channelId);
      if (channel.type !== row.channelType) throw invalid([fieldError('channelId', 'template.copy_type')]);
      const content = { name: copy.name, language: copy.language, category: row.category, components: row.components, extra: row.extra };
      assertSavable(channel.type, content);
      return addTemplate(ctx, tx, channel, content, null);
    }),
  );

export const checkTemplateContent = (
  ctx: Ctx,
  { channelId, ...content }: TemplateContent & { channelId: string },
): Promise<TemplateFault[]> =>
  ctx.read(async (tx) => checkTemplate(templateForm((await accessTemplateChannel(tx, ctx.enterpriseId, channelId)).type, content)));

type Registration = { status: TemplateRow['status']; vendorTemplateId: string; reason: string };

/** Records the answer of a vendor without calls for templates, as its portal shows it. */
export const registerTemplate = (ctx: Ctx, templateId: string, { status, vendorTemplateId, reason }: Registration): Promise<Template> =>
  ctx.transaction(async (tx) => {
    const row = await accessTemplate(tx, ctx.enterpriseId, templateId, { lock: true });
    if (!isManual(row.vendor, row.channelType)) throw stateRefused(row.status, 'The vendor tells the status of this template itself.');
    if (status !== 'DRAFT' && status !== 'DISABLED') assertComplete(row);
    await applyTold(ctx, tx, row, { status, vendorTemplateId, reason });
    return presentTemplate(
      ctx,
      tx,
      await accessTemplate(tx, ctx.enterpriseId, row.replacesId && status === 'APPROVED' ? row.replacesId : templateId),
    );
  });
