/** What other domains use of connections to outside services. */

// One of them, as a bot has chosen it.

export { accessIntegration, assertIntegration, listGenAiConfigs, noteOutcome, recordTest } from './integration/integration.service.ts';

// What own systems are told of: written with the change that it is about.

export { createListeners, publishToWebhooks } from './webhook/webhook.publish.ts';

// Who has chosen one.

export { embeddingChanged, type IntegrationUse, integrationUses } from './integration/integration.uses.ts';
