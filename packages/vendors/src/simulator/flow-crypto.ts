import { webcrypto } from 'node:crypto';

const { subtle } = webcrypto;
export type SealedFlow = { encrypted_aes_key: string; encrypted_flow_data: string; initial_vector: string };
/** @property open reads the endpoint's answer; it throws for one that is altered, or sealed otherwise */
export type SealedRequest = { sealed: SealedFlow; open(answer: string): Promise<unknown> };

const fromPem = (pem: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
const text64 = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(bytes as Uint8Array).toString('base64');

/**
 * Seals a request as a phone does, with a key of its own for each. It is written on another library than the server's end, so that each proves the
 * other.
 * @param publicPem the business's public key (SPKI) @param random bytes, for tests that want the same ones
 */
export async function sealFlowRequest(
  request: unknown,
  publicPem: string,
  random: (length: number) => Uint8Array<ArrayBuffer> = (length) => webcrypto.getRandomValues(new Uint8Array(length)),
): Promise<SealedRequest> {
  const theirs = await subtle.importKey('spki', fromPem(publicPem), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const secret = random(16);
  const iv = random(16);
  const key = await subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const body = await subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 128 }, key, new TextEncoder().encode(JSON.stringify(request)));
  const sealedKey = await subtle.encrypt({ name: 'RSA-OAEP' }, theirs, secret);
  return {
    sealed: {
      encrypted_aes_key: text64(sealedKey),
      encrypted_flow_data: text64(body),
      initial_vector: text64(iv),
    },
    async open(answer) {
      const turned = iv.map((byte) => ~byte & 255);
      const opened = await subtle.decrypt(
        { name: 'AES-GCM', iv: turned, tagLength: 128 },
        key,
        new Uint8Array(Buffer.from(answer, 'base64')),
      );
      return JSON.parse(new TextDecoder().decode(opened)) as unknown;
    },
  };
}
