import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { openFlowRequest } from '../flow-crypto.ts';
import { type SealedFlow, sealFlowRequest } from './flow-crypto.ts';

const pair = (): { pem: string; key: KeyObject } => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), key: privateKey };
};
const [ours, earlier, strange] = [pair(), pair(), pair()];
const request = { version: '3.0', action: 'data_exchange', screen: 'LOAN', data: { name: 'आशा', income: '25000' }, flow_token: 'token' };
const opened = (given: unknown, ...keys: KeyObject[]) => {
  const found = openFlowRequest(given, keys);
  if (typeof found === 'string') throw new Error(found);
  return found;
};

test('A phone and the endpoint read one another, and each request has a key of its own', async () => {
  const first = await sealFlowRequest(request, ours.pem);
  const found = opened(first.sealed, ours.key);
  expect(found.body).toEqual(request);
  expect(await first.open(found.seal({ screen: 'NEXT', data: { text: 'हाँ' } }))).toEqual({ screen: 'NEXT', data: { text: 'हाँ' } });
  const second = await sealFlowRequest(request, ours.pem);
  expect(second.sealed.encrypted_flow_data).not.toBe(first.sealed.encrypted_flow_data);
  await expect(second.open(found.seal({}))).rejects.toThrow();
});

test('A key that has been replaced still opens; a strange one does not', async () => {
  const { sealed } = await sealFlowRequest(request, earlier.pem);
  expect(opened(sealed, ours.key, earlier.key).keyIndex).toBe(1);
  expect(openFlowRequest(sealed, [ours.key, strange.key])).toBe('not_ours');
  expect(openFlowRequest(sealed, [])).toBe('not_ours');
});

test('Each altered byte of a request is noticed, and of an answer too', async () => {
  const { sealed, open } = await sealFlowRequest(request, ours.pem);
  const flipped = (text: string, place: number): string => {
    const bytes = Buffer.from(text, 'base64');
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return bytes.toString('base64');
  };
  const length = Buffer.from(sealed.encrypted_flow_data, 'base64').length;
  for (let place = 0; place < length; place += 1)
    expect(openFlowRequest({ ...sealed, encrypted_flow_data: flipped(sealed.encrypted_flow_data, place) }, [ours.key])).toBe('not_ours');
  for (let place = 0; place < 16; place += 1)
    expect(openFlowRequest({ ...sealed, initial_vector: flipped(sealed.initial_vector, place) }, [ours.key])).toBe('not_ours');
  expect(openFlowRequest({ ...sealed, encrypted_aes_key: flipped(sealed.encrypted_aes_key, 100) }, [ours.key])).toBe('not_ours');
  const answer = opened(sealed, ours.key).seal({ screen: 'NEXT', data: {} });
  for (let place = 0; place < Buffer.from(answer, 'base64').length; place += 1)
    await expect(open(flipped(answer, place))).rejects.toThrow();
});

test('An answer is sealed with the inverted vector, never with that of the request', async () => {
  const bytes = (length: number) => new Uint8Array(length).fill(length === 16 ? 0x0f : 1);
  const { sealed, open } = await sealFlowRequest(request, ours.pem, bytes);
  expect(Buffer.from(sealed.initial_vector, 'base64')).toEqual(Buffer.alloc(16, 0x0f));
  // The request sent back as it came would open with its own vector.
  await expect(open(sealed.encrypted_flow_data)).rejects.toThrow();
  expect(await open(opened(sealed, ours.key).seal('ok'))).toBe('ok');
});

test('A body that is no sealed request is malformed and never throws', () => {
  const sealed: SealedFlow = { encrypted_aes_key: 'AAAA', encrypted_flow_data: 'A'.repeat(100), initial_vector: 'AAAA' };
  expect(openFlowRequest(sealed, [ours.key])).toBe('not_ours');
  for (const given of [
    null,
    'x',
    [],
    {},
    { ...sealed, initial_vector: '' },
    { ...sealed, encrypted_flow_data: 'AAAA' },
    { ...sealed, encrypted_aes_key: 5 },
  ])
    expect(openFlowRequest(given, [ours.key])).toBe('malformed');
});
