import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readPush, subscribeBrowser, verifyVapid } from '../../../test/push-service.ts';
import { encodeRecord, encryptPush, isPoint, longestPush } from './aes128gcm.ts';
import { createPushKeys } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test('RFC 8188, 3.1: the walrus', () => {
  const record = encodeRecord(
    Buffer.from('I am the walrus'),
    bytes('yqdlZ-tYemfogSmv7Ws5PQ'),
    bytes('I1BsxtFttlv3u_Oo94xnmw'),
    Buffer.of(),
  );
  expect(record.toString('base64url')).toBe('I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg');
});

/** RFC 8291, Appendix A. */
const vector = {
  plaintext: bytes('V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24'),
  ours: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  theirs: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  ecdh: bytes('kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs'),
  prkKey: 'Snr3JMxaHVDXHWJn5wdC52WjpCtd2EIEGBykDcZW32k',
  cek: 'oIhVW04MRdy2XN9CiKLxTg',
  nonce: '4h_95klXJ5E_qnoN',
  ikm: bytes('S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg'),
  sent: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('RFC 8291, 5 and Appendix A: the watermelon, with each value on the way', () => {
  const { plaintext, ours, p256dh, salt, auth } = vector;
  expect(createHmac('sha256', auth).update(vector.ecdh).digest('base64url')).toBe(vector.prkKey);
  const derived = (info: string, length: number) =>
    Buffer.from(hkdfSync('sha256', vector.ikm, salt, Buffer.from(`Content-Encoding: ${info}\0`), length)).toString('base64url');
  expect([derived('aes128gcm', 16), derived('nonce', 12)]).toEqual([vector.cek, vector.nonce]);
  expect(encryptPush(plaintext, { p256dh, auth }, { salt, privateKey: ours }).toString('base64url')).toBe(vector.sent);
  expect(readPush(bytes(vector.sent), { privateKey: vector.theirs, auth }).toString()).toBe('When I grow up, I want to be a watermelon');
});

test('each push has its own salt and key, and its subscriber alone reads it', () => {
  const browser = subscribeBrowser('https://push.example.com/one');
  const keys = { p256dh: bytes(browser.subscription.keys.p256dh), auth: browser.auth };
  const [one, other] = [encryptPush(Buffer.from('{}'), keys), encryptPush(Buffer.from('{}'), keys)];
  expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16));
  expect(one.subarray(21, 86)).not.toEqual(other.subarray(21, 86));
  expect(readPush(one, browser).toString()).toBe('{}');
  expect(() => readPush(one, { ...browser, auth: randomBytes(16) })).toThrow();
  expect(readPush(encryptPush(Buffer.alloc(longestPush, 1), keys), browser)).toHaveLength(longestPush);
  expect(() => encryptPush(Buffer.alloc(longestPush + 1), keys)).toThrow('At most 4079 bytes');
});

test('a point is one of the curve', () => {
  expect(isPoint(vector.p256dh)).toBe(true);
  const bent = Buffer.from(vector.p256dh);
  bent[64] = (bent[64] ?? 0) ^ 1;
  expect([bent, vector.p256dh.subarray(1), Buffer.alloc(65), Buffer.concat([Buffer.of(4), Buffer.alloc(64)])].map(isPoint)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('RFC 8292, 2.4: our header has the form of the example, and the check of the test knows the example for good', async () => {
  const example =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  expect(verifyVapid(example)).toMatchObject({ aud: 'https://push.example.net', sub: 'mailto:push@example.com' });
  const keys = createPushKeys(Buffer.alloc(32, 7));
  const header = await keys.authorize(
    'https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
    'mailto:push@example.com',
    new Date(1_453_480_568_000),
  );
  expect(header.split('.').slice(0, 2)).toEqual(example.split('.').slice(0, 2));
  expect(verifyVapid(header)).toEqual({
    aud: 'https://push.example.net',
    exp: 1_453_523_768,
    sub: 'mailto:push@example.com',
    key: keys.publicKey,
  });
  const forged = header.replace(
    /t=([^.]+)\.([^.]+)\./,
    (_, head: string) => `t=${head}.${Buffer.from('{"aud":"x"}').toString('base64url')}.`,
  );
  expect(() => verifyVapid(forged)).toThrow();
});

test('the keys follow from the secret of the installation, and are on the curve', () => {
  const keys = createPushKeys(Buffer.alloc(32, 7));
  expect(createPushKeys(Buffer.alloc(32, 7)).publicKey).toBe(keys.publicKey);
  expect(createPushKeys(Buffer.alloc(32, 8)).publicKey).not.toBe(keys.publicKey);
  expect(isPoint(bytes(keys.publicKey))).toBe(true);
});
