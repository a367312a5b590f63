import { type TemplateComponent, TemplateExtra } from '@parley/contract';
import type { VendorTemplate } from '@parley/vendors';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { templateRecord } from '../template/template.record.ts';
import {
  accessTemplateChannel,
  insertTemplates,
  lockChannelTemplates,
  noteSynced,
  type TemplateRow,
} from '../template/template.repository.ts';
import { stateRefused } from '../template/template.service.ts';
import { applyTold, pickTold } from '../template/template.status.ts';
import { openTemplateVendor } from '../template/template.vendor.ts';

const ours = new Set(['samples', 'resourceUrl', 'fileId', 'example', 'payload', 'height', 'codeExpirationMinutes']);
const isEmpty = (component: TemplateComponent) =>
  (component.type === 'HEADER' && component.format === 'NONE') || (component.type === 'FOOTER' && component.text === '');

/** Samples and payloads are ours: vendors give back handles, or nothing. So is the address of a card's sample. */
function toldBy(components: readonly TemplateComponent[]): string {
  const parts = components
    .filter((component) => !isEmpty(component))
    .map((component) => {
      if (component.type !== 'CAROUSEL') return component;
      return { ...component, cards: component.cards.map((card) => ({ ...card, header: card.header.format })) };
    });
  // The database keeps the fields of JSON in an order of its own.
  const plain = (_key: string, value: unknown) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(
          Object.entries(value)
            .filter(([key]) => !ours.has(key))
            .sort(),
        );
  const texts = parts.map((part) => JSON.stringify(part, plain));
  return texts.sort().join();
}

const keyOf = (template: { name: string; language: string }) => `${template.name}\n${template.language}`;

/**
 * Reads a channel's templates from its vendor: unknown ones are added, statuses, categories and qualities follow, and what the vendor no
 * longer has is disabled.
 * @throws DomainError template.state_invalid where the vendor has no list, template.refused
 */
export async function syncTemplates(
  ctx: Ctx,
  deps: Deps,
  channelId: string,
): Promise<{ added: number; changed: number; syncedAt: string }> {
  const { enterpriseId } = ctx;
  const vendor = await openTemplateVendor(ctx, deps, channelId);
  if (!vendor?.ops.list) throw stateRefused('', 'This vendor gives no list of templates: they are kept by hand.');
  const askedAt = ctx.now();
  const answer = await vendor.ops.list(vendor.io, vendor.connection);
  if (answer.kind === 'failed')
    throw new DomainError('template.refused', [answer.error.vendorMessage, answer.error.advice].filter(Boolean).join(' '), {
      class: answer.error.class,
      vendorCode: answer.error.vendorCode,
    });
  return ctx.transaction(async (tx) => {
    const channel = await accessTemplateChannel(tx, enterpriseId, channelId);
    const rows = Map.groupBy(await lockChannelTemplates(tx, enterpriseId, channelId), keyOf);
    const unknown: VendorTemplate[] = [];
    let changed = 0;
    const seen = new Set<string>();
    for (const told of answer.templates) {
      const known = rows.get(keyOf(told));
      seen.add(keyOf(told));
      const row = known && pickTold(known, told.status);
      if (!row) unknown.push(told);
      else if (await applyTold(ctx, tx, row, toldOf(row, told))) changed += 1;
    }
    for (const [key, known] of rows) {
      const row = known.find(({ replacesId }) => replacesId === null);
      const isGone =
        row && row.vendorTemplateId !== '' && row.status !== 'DRAFT' && (row.submittedAt === null || row.submittedAt < askedAt);
      if (!seen.has(key) && isGone && (await applyTold(ctx, tx, row, { status: 'DISABLED', reason: 'The vendor no longer has it.' })))
        changed += 1;
    }
    const now = ctx.now();
    await insertTemplates(
      tx,
      unknown.map((told) => ({
        enterpriseId,
        templateId: newId(),
        channelId,
        name: told.name,
        language: told.language,
        category: told.category,
        components: JSON.stringify(told.components),
        extra: JSON.stringify(TemplateExtra.parse({})),
        status: told.status,
        statusReason: told.reason,
        quality: told.quality,
        vendorTemplateId: told.vendorTemplateId,
        createdAt: now,
        updatedAt: now,
      })),
    );
    await noteSynced(tx, enterpriseId, channelId, now);
    // A change of a known template has an entry of its own (applyTold).
    recordChange(ctx, tx, {
      record: templateRecord,
      id: '',
      action: 'import',
      name: channel.name,
      counts: { added: unknown.length, changed },
    });
    return { added: unknown.length, changed, syncedAt: now.toISOString() };
  });
}

/** A version that is waiting, or was rejected and may be worked on, keeps its own text; every other follows the vendor. */
function toldOf(row: TemplateRow, { status, reason, category, quality, vendorTemplateId, components }: VendorTemplate) {
  const isOwn = row.replacesId !== null || status === 'REJECTED';
  return {
    status,
    reason,
    category,
    quality,
    vendorTemplateId,
    ...(isOwn || toldBy(row.components) === toldBy(components) ? {} : { components }),
  };
}
