import { authTypes } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { ServiceError } from '../client/service.wire.ts';
import { type Asked, type Audio, type Transcript, transcribe } from '../client/speech.client.ts';
import { findOfType } from '../integration/integration.repository.ts';
import { noteOutcome } from '../integration/integration.service.ts';

/** A recording of minutes takes a service longer than a page takes to load. */
const timeoutMs = 60_000;

/** Tells whether the enterprise has a service that writes down what is said. */
export const hasSpeech = async (tx: Read, enterpriseId: string): Promise<boolean> =>
  (await findOfType(tx, enterpriseId, authTypes.speech, 1)).length > 0;

/** A transcript with the service that made it, and what it asks for a minute. */
export type ServiceTranscript = Transcript & { integrationId: string; language: string; pricePerMinute: string };

/**
 * Transcribes a recording by the enterprise’s speech service; the oldest where there are several.
 * @returns undefined where it has none
 * @throws ServiceError with why there is no text
 */
export async function transcribeAudio(
  ctx: EnterpriseContext,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  audio: Audio,
  asked: Omit<Asked, 'timeoutMs'> = {},
): Promise<ServiceTranscript | undefined> {
  const [service] = await ctx.read((tx) => findOfType(tx, ctx.enterpriseId, authTypes.speech, 1));
  if (!service) return undefined;
  try {
    const access = { ...service.settings, key: secrets.decrypt(service.secret) };
    const transcript = await transcribe(config, access, audio, { ...asked, timeoutMs });
    await noteOutcome(ctx, service.integrationId, '');
    const { language, pricePerMinute } = service.settings;
    return { ...transcript, integrationId: service.integrationId, language: asked.language || language, pricePerMinute };
  } catch (error) {
    if (error instanceof ServiceError) await noteOutcome(ctx, service.integrationId, error.message);
    throw error;
  }
}
