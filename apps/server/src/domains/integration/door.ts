/** What other domains use of connections to outside services. */

// One of them, as a bot has chosen it.

export { accessIntegration, assertIntegration, listGenAiConfigs, noteOutcome, recordTest } from './integration/integration.service.ts';

// Who has chosen one.

export { embeddingChanged, type IntegrationUse, integrationUses } from './integration/integration.uses.ts';
