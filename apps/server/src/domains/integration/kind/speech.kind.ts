import { authTypes } from '@parley/contract';
import { transcribe } from '../client/speech.client.ts';
import { checkBase, checkSandbox, type Kind } from './kind.ts';

const rate = 16_000;

/** One second of a soft tone, as a WAV file: 16 kHz, 16 bits, one channel. */
function makeTone(): Buffer {
  const header = Buffer.alloc(44);
  const size = rate * 2;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + size, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(size, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(size, 40);
  const samples = Buffer.alloc(size);
  for (let at = 0; at < rate; at += 1) samples.writeInt16LE(Math.round(2000 * Math.sin((2 * Math.PI * 440 * at) / rate)), at * 2);
  return Buffer.concat([header, samples]);
}

/** Speech to text, OpenAI-compatible: one second is sent, and what comes back must be a transcript, though it may be empty. */
export const speechKind: Kind<typeof authTypes.speech> = {
  authType: authTypes.speech,
  check: async (config, { baseUrl, sandboxUrl, model, language, pricePerMinute }) => ({
    baseUrl: await checkBase(config, baseUrl),
    sandboxUrl: await checkSandbox(config, sandboxUrl),
    model: model.trim(),
    language,
    pricePerMinute,
  }),
  addressOf: ({ baseUrl }) => baseUrl,
  showsEnding: true,
  async try({ config }, settings, key) {
    const audio = { bytes: makeTone(), name: 'tone.wav', type: 'audio/wav' };
    return { reply: (await transcribe(config, { ...settings, key }, audio, { timeoutMs: 10_000 })).text.slice(0, 200) };
  },
};
