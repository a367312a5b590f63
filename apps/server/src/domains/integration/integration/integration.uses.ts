import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

export type IntegrationUse = { integrationId: string; id: string; name: string };

/** Told in the transaction that changes how a configuration embeds: another endpoint, or another model. */
export const embeddingChanged =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, integrationId: string) => Promise<void>>('integration.embedding_changed');

/** Extension point: users of these configurations, by name. */
export const integrationUses =
  defineExtensionPoint<(tx: Read, enterpriseId: string, integrationIds: readonly string[]) => Promise<IntegrationUse[]>>('integration.use');
