import { expect, test } from 'vitest';
import { proofOf, proofOfSpf } from './authentication.ts';

const servers = ['mx.shop.example'];
const by = (results: string, from = 'meera@mail.example') => proofOf([`mx.shop.example; ${results}`], servers, from);

test('a sender is proven by SPF or DKIM of their own domain', () => {
  expect(by('spf=pass smtp.mailfrom=meera@mail.example')).toBe('proven');
  expect(by('spf=fail (no) smtp.mailfrom=x@list.example; dkim=pass (2048-bit key) header.d=mail.example header.s=s1')).toBe('proven');
  expect(by('dkim=pass header.i=@news.mail.example')).toBe('proven');
  expect(by('dmarc=pass header.from=mail.example')).toBe('proven');
  expect(proofOf(['a.mx.shop.example 1; spf=pass smtp.mailfrom=mail.example'], servers, 'm@mail.example')).toBe('proven');
});

test('a pass of another domain proves nothing, and a failure is one', () => {
  expect(by('spf=pass smtp.mailfrom=bounce@list.example; dkim=pass header.d=list.example')).toBe('unknown');
  expect(by('spf=fail smtp.mailfrom=meera@mail.example; dkim=none')).toBe('failed');
  expect(by('spf=pass smtp.mailfrom=x@evil.example; dmarc=fail header.from=mail.example')).toBe('failed');
  expect(by('spf=pass smtp.mailfrom=x@example', 'm@mail.example')).toBe('unknown');
  expect(by('none')).toBe('unknown');
});

test('the statement of another server, or one below the topmost, is not believed', () => {
  const forged = 'mx.shop.example; spf=pass smtp.mailfrom=ceo@shop.example';
  expect(proofOf(['other.example; spf=none', forged], servers, 'ceo@shop.example')).toBe('unknown');
  expect(proofOf(['mx.shop.example; spf=fail smtp.mailfrom=x@evil.example', forged], servers, 'ceo@shop.example')).toBe('failed');
  expect(proofOf(['evilmx.shop.example; spf=pass smtp.mailfrom=ceo@shop.example'], servers, 'ceo@shop.example')).toBe('unknown');
  for (const results of [[], [''], [';;;']]) expect(proofOf(results, servers, 'a@b.example')).toBe('unknown');
  expect(proofOf([forged], [''], 'ceo@shop.example')).toBe('unknown');
});

test('a server that tells of the envelope is believed for its own domain', () => {
  expect(proofOfSpf('pass', 'bounce@mail.example', 'meera@mail.example')).toBe('proven');
  expect(proofOfSpf('pass', 'x@list.example', 'meera@mail.example')).toBe('unknown');
  expect(proofOfSpf('softfail', 'meera@mail.example', 'meera@mail.example')).toBe('failed');
  expect(proofOfSpf('', '', 'meera@mail.example')).toBe('unknown');
});
