/** What other domains use of connections to outside services. */

// One of them, as a bot has chosen it.

export { type ChatMessage, type Completion, complete, embed, type GenAiAccess, GenAiError } from './integration/gen-ai.client.ts';
export { accessOfType } from './integration/integration.repository.ts';
export { assertIntegration, listGenAiConfigs, noteOutcome } from './integration/integration.service.ts';

// What own systems are told of: written with the change that it is about.

export { createListeners, publishToWebhooks } from './webhook/webhook.publish.ts';

// What a stream reads from the enterprise's database, and calls of its services.

export { readDatabase } from './integration/database.service.ts';
export { addressFor, openService, type ServiceAddress } from './integration/service.access.ts';

// Rooms for video calls.

export { hasMeetings, makeRoom } from './integration/video.service.ts';

// What is said in a recording.

export { ServiceError } from './integration/service.wire.ts';
export { hasSpeech, transcribeAudio } from './integration/speech.service.ts';

// Who sends what comes back over a relay bridge.

export { type RelayedReply, type RelayOutcome, relayReplies } from './relay/relay.reply.ts';

// Who has chosen one.

export { embeddingChanged, type IntegrationUse, integrationUses } from './integration/integration.uses.ts';
