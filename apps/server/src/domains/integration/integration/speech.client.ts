import { randomUUID } from 'node:crypto';
import { type SettingsOf, z } from '@parley/contract';
import { callService, readJson, type ServiceConfig, ServiceError } from './service.wire.ts';

const maxBytes = 1024 * 1024;
const Transcript = z.object({ text: z.string() });

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
 * What is said in a recording (platform.openai.com/docs/api-reference/audio/createTranscription).
 * @throws ServiceError when the service gives no transcript
 */
export async function transcribe(config: ServiceConfig, access: SpeechAccess, audio: Audio, timeoutMs: number): Promise<string> {
  const { baseUrl, model, language, key } = access;
  const boundary = `parley-${randomUUID()}`;
  const fields = { model, response_format: 'json', ...(language === '' ? {} : { language }) };
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
  const parsed = Transcript.safeParse(readJson(await callService(config, wire, { maxBytes, timeoutMs })));
  if (!parsed.success) throw new ServiceError('The service answered no transcript.');
  return parsed.data.text.trim();
}
