import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** A sending that is not finished. */
export type TemplateUse = { templateId: string; source: string; createdAt: Date; createdBy: string };

/** What is being sent of these templates. */
export const templateUses =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, templateIds: readonly string[]) => Promise<TemplateUse[]>>('template.use');

/** Oldest first. */
export async function listTemplateUses({ enterpriseId, extensions }: EnterpriseContext, tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await Promise.all(extensions.of(templateUses).map((list) => list(tx, enterpriseId, ids)));
  return found.flat().sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}
