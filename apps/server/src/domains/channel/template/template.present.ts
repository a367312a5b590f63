import { showInstant, type Template, type TemplateComponent } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { findReplacements, type TemplateRow } from './template.repository.ts';
import { listTemplateUses, type TemplateUse } from './template.uses.ts';
import { isManual } from './template.vendor.ts';

const sources: Record<string, string> = { BROADCAST: 'Broadcast', CAMPAIGN: 'Campaign', JOURNEY: 'Stream' };
/** 'Campaign Diwali' or, of what has no name, 'Broadcast of 5 Jan 2026 03:30 PM' by the enterprise's clock. */
export const nameUse = ({ source, name, createdAt }: Omit<TemplateUse, 'templateId' | 'createdBy'>, timeZone: string): string =>
  name !== undefined
    ? `${sources[source] ?? source} ${name}`
    : `${sources[source] ?? source} of ${showInstant(createdAt, 'instant', timeZone)}`;

/** Samples that are files of the house get a link that works for a day. */
export const withLinks = (ctx: Pick<EnterpriseContext, 'fileUrl'>, components: readonly TemplateComponent[]): TemplateComponent[] =>
  components.map((component): TemplateComponent => {
    if (component.type === 'HEADER' && component.fileId !== '') return { ...component, resourceUrl: ctx.fileUrl(component.fileId) };
    if (component.type !== 'CAROUSEL') return component;
    const cards = component.cards.map((card) =>
      card.header.fileId === '' ? card : { ...card, header: { ...card.header, url: ctx.fileUrl(card.header.fileId) } },
    );
    return { ...component, cards };
  });

export async function presentTemplates(ctx: EnterpriseContext, tx: Read, rows: readonly TemplateRow[]): Promise<Template[]> {
  const ids = rows.map(({ templateId }) => templateId);
  const uses = await listTemplateUses(ctx, tx, ids);
  const timeZone = await readTimeZone(tx, ctx.enterpriseId);
  const replacements = await findReplacements(tx, ctx.enterpriseId, ids);
  return rows.map((row) => ({
    id: row.templateId,
    templateId: row.name,
    name: row.name,
    channelId: row.channelId,
    channelName: row.channelName,
    channelType: row.channelType,
    language: row.language,
    category: row.category,
    components: withLinks(ctx, row.components),
    extra: row.extra,
    status: row.status,
    statusReason: row.statusReason,
    quality: row.quality,
    vendorTemplateId: row.vendorTemplateId,
    isManual: isManual(row.vendor, row.channelType),
    replacesId: row.replacesId ?? '',
    replacedById: replacements.get(row.templateId) ?? '',
    usedIn: uses.filter(({ templateId }) => templateId === row.templateId).map((use) => nameUse(use, timeZone)),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    syncedAt: row.syncedAt?.toISOString() ?? null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }));
}

export async function presentTemplate(ctx: EnterpriseContext, tx: Read, row: TemplateRow): Promise<Template> {
  const [template] = (await presentTemplates(ctx, tx, [row])) as [Template];
  return template;
}
