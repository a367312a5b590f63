import { randomUUID } from 'node:crypto';
import { type SettingsOf, z } from '@parley/contract';
import { callService, readJson, type ServiceConfig, ServiceError } from './service.wire.ts';

const maxBytes = 1024 * 1024;
const Segment = z.object({ avg_logprob: z.number(), start: z.number().default(0), end: z.number().default(0) });
/** Answer of a service. One that gives confidences gives one for each segment, as the mean of logarithms. */
const Answer = z.object({
  text: z.string(),
  duration: z.number().min(0).max(604_800).optional().catch(undefined),
  segments: z.array(Segment).optional().catch(undefined),
});

/** @property confidence 0 to 1 @property lengthMs of the recording; null where the service does not say either */
export type Transcript = { text: string; confidence: number | null; lengthMs: number | null };
/** @property isRated asks for a confidence and the length, which not every model gives. @property language ISO 639-1, instead of the service's own setting */
export type Asked = { timeoutMs: number; isRated?: boolean; language?: string };

export type SpeechAccess = SettingsOf<6> & { key: string };
export type Audio = { bytes: Uint8Array; name: string; type: string };

/** A form with a file, as bytes: the wire takes no streams. Names are ours or cleaned, so nothing in them ends a header. */
function toForm(fields: Readonly<Record<string, string>>, { bytes, name, type }: Audio, boundary: string): Buffer {
  const safe = name.replaceAll(/[^\w.-]/g, '_');
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${safe}"\r\ncontent-type: ${type.replaceAll(/[^\w/.+-]/g, '')}\r\n\r\n`;
  return Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/**
 * Transcribes a recording (platform.openai.com/docs/api-reference/audio/createTranscription).
 * @throws ServiceError when the service gives no transcript
 */
export async function transcribe(config: ServiceConfig, access: SpeechAccess, audio: Audio, asked: Asked): Promise<Transcript> {
  const { timeoutMs, isRated = false } = asked;
  const { baseUrl, model, key } = access;
  const language = asked.language || access.language;
  const boundary = `parley-${randomUUID()}`;
  const fields = { model, response_format: isRated ? 'verbose_json' : 'json', ...(language === '' ? {} : { language }) };
  const wire = {
    method: 'POST',
    url: `${baseUrl}/audio/transcriptions`,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      accept: 'application/json',
    },
    body: toForm(fields, audio, boundary),
  };
  const answer = await callService(config, wire, { maxBytes, timeoutMs });
  if (isRated && answer.status === 400) return transcribe(config, access, audio, { ...asked, isRated: false });
  const parsed = Answer.safeParse(readJson(answer));
  if (!parsed.success) throw new ServiceError('The service answered no transcript.');
  const { text, duration, segments = [] } = parsed.data;
  return { text: text.trim(), confidence: confidenceOf(segments), lengthMs: duration === undefined ? null : Math.round(duration * 1000) };
}

/** Averages the confidence of all segments, weighted by their length; those without a length count alike. */
function confidenceOf(segments: readonly z.infer<typeof Segment>[]): number | null {
  const weights = segments.map(({ start, end }) => Math.max(0.01, end - start));
  const whole = weights.reduce((sum, one) => sum + one, 0);
  if (whole === 0) return null;
  const mean = segments.reduce((sum, { avg_logprob: likely }, place) => sum + likely * (weights[place] ?? 0), 0) / whole;
  return Math.min(1, Math.exp(mean));
}
