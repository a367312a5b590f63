import type { TemplateCategory, TemplateStatus } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** A sending that is not finished, or, with its name, a stream that sends it for as long as it is there. */
export type TemplateUse = { templateId: string; source: string; name?: string; createdAt: Date; createdBy: string };

/** Extension point: senders of these templates. */
export const templateUses =
  defineExtensionPoint<(tx: Read, enterpriseId: string, templateIds: readonly string[]) => Promise<TemplateUse[]>>('template.use');

/** Oldest first. */
export async function listTemplateUses({ enterpriseId, extensions }: EnterpriseContext, tx: Read, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await Promise.all(extensions.of(templateUses).map((list) => list(tx, enterpriseId, ids)));
  return found.flat().sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** A template of another status or in another category than before. */
export type TemplateChange = {
  templateId: string;
  name: string;
  status: TemplateStatus;
  previousStatus: TemplateStatus;
  /** Reason of the status, in the vendor's words */
  reason: string;
  category: TemplateCategory;
  previousCategory: TemplateCategory;
};
/** Told in the transaction of the change. */
export const templateChanges =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, change: TemplateChange) => Promise<void>>('template.changed');

export async function tellTemplateChange(ctx: EnterpriseContext, tx: Tx, change: TemplateChange): Promise<void> {
  if (change.status === change.previousStatus && change.category === change.previousCategory) return;
  for (const tell of ctx.extensions.of(templateChanges)) await tell(ctx, tx, change);
}
