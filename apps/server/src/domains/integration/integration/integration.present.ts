import { authTypes, type Integration } from '@parley/contract';
import { type IntegrationRow, settingsOf } from './integration.repository.ts';
import type { IntegrationUse } from './integration.uses.ts';

export type ListedRow = IntegrationRow & { webhookState?: 'active' | 'paused' | 'suspended' | null };

function stateOf({ webhookState, lastError, lastSuccessAt }: ListedRow): Integration['state'] {
  if (webhookState === 'paused' || webhookState === 'suspended') return webhookState;
  if (lastError !== '') return 'failing';
  return lastSuccessAt ? 'working' : 'untried';
}

/** A row as it is told: never a secret. */
export function presentIntegration(row: ListedRow, using: readonly IntegrationUse[]): Integration {
  const common = {
    _id: row.integrationId,
    name: row.name,
    state: stateOf(row),
    apikeyEnding: row.authType === authTypes.webhook ? '' : row.secretEnding,
    hasSecret: row.secret !== '',
    usedBy: using.filter(({ integrationId }) => integrationId === row.integrationId).map(({ id, name }) => ({ id, name })),
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lastError: row.lastError,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
  if (row.authType === authTypes.webhook) return { ...common, authType: authTypes.webhook, url: String(row.settings.url ?? '') };
  return { ...common, authType: row.authType, ...settingsOf(row) } as Integration;
}
