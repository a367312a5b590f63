/** Exports of outside services for other domains. */

// One of them, as a bot has chosen it.

export {
  type AskedCall,
  type ChatMessage,
  type Completion,
  complete,
  converse,
  embed,
  type GenAiAccess,
  GenAiError,
  type OfferedTool,
  type ToolMessage,
} from './client/gen-ai.client.ts';
export { accessOfType, findNameOfType } from './integration/integration.repository.ts';
export { assertIntegration, listCalled, listGenAiConfigs, noteOutcome } from './integration/integration.service.ts';

// Events for webhooks: written with the change that caused them.

export { createListeners, publishToWebhooks } from './webhook/webhook.publish.ts';

// Reads of the enterprise's database for streams, and calls of its services.

export { readDatabase } from './service/database.service.ts';
export { addressFor, openService, type ServiceAddress } from './service/service.access.ts';

// Rooms for video calls.

export { findMeetings, iceServersOf, type MeetingSettings, outsideRoom } from './service/video.service.ts';

// A service that the demo has from the start.

export { insertIntegration } from './integration/integration.repository.ts';

// Transcripts of recordings.

export { ServiceError } from './client/service.wire.ts';
export { hasSpeech, transcribeAudio } from './service/speech.service.ts';
export { correctSpeech, endSpeech, readSpeech, type SpeechKey, startAgain, startSpeech } from './speech/speech.repository.ts';

// Extension point for sending replies that come over a relay bridge.

export { type RelayedReply, relayReplies } from './relay/relay.reply.ts';
export type { RelayOutcome } from './relay/reply.repository.ts';

// Extension point for the users of a service.

export { embeddingChanged, type IntegrationUse, integrationUses } from './integration/integration.uses.ts';
