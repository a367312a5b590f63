import type { Tx } from '#platform/db/database.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

export type IntegrationUse = { integrationId: string; id: string; name: string };

/** Whoever has one of these configurations, by name. */
export const integrationUses =
  defineExtensionPoint<(tx: Tx, enterpriseId: string, integrationIds: readonly string[]) => Promise<IntegrationUse[]>>('integration.use');
