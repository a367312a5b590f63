import { endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Deleted } from '#platform/bin/deleted.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { templateRecord } from './template.record.ts';
import {
  accessTemplateChannel,
  isTemplateName,
  lockDeletedTemplate,
  purgeTemplates,
  type TemplateRow,
  updateTemplate,
} from './template.repository.ts';

/** Tells whether a template can be restored: its vendor has never seen it. One that the vendor has deleted cannot come back. */
export const isDraft = ({ status, vendorTemplateId, replacesId }: TemplateRow): boolean =>
  (status === 'DRAFT' || status === 'REJECTED') && vendorTemplateId === '' && replacesId === null;

export const deletedTemplate = ({ templateId, name, channelId }: TemplateRow): Deleted => ({
  kind: 'template',
  recordId: templateId,
  name,
  parents: [{ kind: 'channel', id: channelId, isNeeded: true }],
});

const longestName = 512;
/** Names of templates hold no spaces. */
const suffix = (turn: number) => (turn === 1 ? '_restored' : `_restored_${turn}`);

export const templateBin: BinDefinition = {
  edit: endpoints.templates.update,
  async restore(ctx, tx, { recordId }) {
    const { enterpriseId } = ctx;
    const row = await lockDeletedTemplate(tx, enterpriseId, recordId);
    await accessTemplateChannel(tx, enterpriseId, row.channelId);
    const isTaken = (candidate: string) => isTemplateName(tx, enterpriseId, row, candidate);
    const name = await findFreeName(row.name, isTaken, { longest: longestName, suffix });
    const change = { name, deletedAt: null, version: row.version + 1, updatedAt: ctx.now() };
    await changing(ctx, tx, templateRecord, recordId, 'restore', () => updateTemplate(tx, enterpriseId, recordId, change));
    return { name, missing: [] };
  },
  /** Nothing was ever sent with a draft. */
  purge: ({ enterpriseId }, tx, entries) =>
    purgeTemplates(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    ),
};
