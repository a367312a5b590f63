import { defaultWhiteLabel } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brandFileIds,
  contrastRatio,
  domainOf,
  isHostOfDomain,
  unreadableColours,
  withPlainUrls,
  withSignedUrls,
} from './branding.rules.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('contrast is 21 for black on white, 1 for equal colours, and the same both ways', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.478, 2);
  fc.assert(
    fc.property(colour, colour, (one, other) => {
      expect(contrastRatio(one, other)).toBeCloseTo(contrastRatio(other, one), 10);
      expect(contrastRatio(one, one)).toBe(1);
      expect(contrastRatio(one, other)).toBeGreaterThanOrEqual(1);
      expect(contrastRatio(one, other)).toBeLessThanOrEqual(21.001);
    }),
  );
});

test('a text below 4.5 to 1 is named, each on its own ground', () => {
  const { colors } = defaultWhiteLabel;
  expect(unreadableColours(colors)).toEqual([]);
  expect(unreadableColours({ ...colors, primaryText: colors.primary })).toEqual(['primaryText']);
  expect(unreadableColours({ ...colors, topBarText: '#777777' })).toEqual(['topBarText']);
});

test('every text has black or white to be read on', () => {
  fc.assert(
    fc.property(colour, (ground) => {
      const black = unreadableColours({ primary: ground, primaryText: '#000000', topBar: ground, topBarText: '#000000' });
      const white = unreadableColours({ primary: ground, primaryText: '#ffffff', topBar: ground, topBarText: '#ffffff' });
      expect(black.length === 0 || white.length === 0).toBe(true);
    }),
  );
});

test('links of stored files are kept without their token and shown with one', () => {
  const id = '0199a0f0-0000-7000-8000-000000000001';
  const brand = {
    ...defaultWhiteLabel,
    logoPath: `/e/enterprise/files/${id}?x-access-id=a.b.c`,
    favIconPath: 'data:image/png;base64,AAAA',
  };
  const plain = withPlainUrls(brand);
  expect(plain.logoPath).toBe(`/e/enterprise/files/${id}`);
  expect(plain.favIconPath).toBe(brand.favIconPath);
  expect(brandFileIds(plain)).toEqual([id]);
  expect(withSignedUrls(plain, (fileId) => `signed:${fileId}`).logoPath).toBe(`signed:${id}`);
});

test('a host is of a domain when it is the domain or lies below it', () => {
  const isOf = (host: string) => isHostOfDomain(host, 'acme.example');
  for (const host of ['acme.example', 'chat.acme.example', 'A.B.ACME.example:8443', 'acme.example:80'])
    expect([host, isOf(host)]).toEqual([host, true]);
  for (const host of ['notacme.example', 'acme.example.evil.example', 'example', 'acme.exampl', ''])
    expect([host, isOf(host)]).toEqual([host, false]);
});

test('the domain of an address is what follows its last @', () => {
  expect(domainOf('Ada@Mail.ACME.example')).toBe('mail.acme.example');
  expect(domainOf('ada@[192.0.2.1]')).toBe('[192.0.2.1]');
});
