import { defaultWhiteLabel } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { getAppConfig, hasFlag } from '../../../lib/app-config.ts';
import { getBrand, loadBrand, toBrand } from './brand.ts';

const answering = (files: Record<string, unknown>) =>
  vi.fn(async (path: string) => (path in files ? Response.json(files[path]) : new Response('', { status: 404 })));

test('WL-011 SHELL-050 both files are fetched at start, by the host of the page', async () => {
  const fetch = answering({});
  vi.stubGlobal('fetch', fetch);
  await loadBrand();
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    '/assets/app-config.json',
    `/assets/WhiteLabel/${location.host}/${location.host}.json`,
  ]);
});

test('WL-016 SHELL-059 SHELL-063 missing files leave the bundled brand and all flags off', async () => {
  vi.stubGlobal('fetch', answering({}));
  await loadBrand();
  expect(getBrand()).toEqual(defaultWhiteLabel);
  const { environment } = getAppConfig();
  expect(Object.values(environment).some(Boolean)).toBe(false);
  expect(Object.keys(environment)).toEqual(
    expect.arrayContaining(['trash', 'milestone', 'userInvite', 'bots', 'billing', 'twoFactor', 'analytics', 'campaigns']),
  );
});

test('WL-002 WL-006 a host file changes what it names and keeps the rest', async () => {
  vi.stubGlobal(
    'fetch',
    answering({
      '/assets/app-config.json': { environment: { hideSignup: true } },
      [`/assets/WhiteLabel/${location.host}/${location.host}.json`]: { info: { title: 'Acme Talk' }, colors: { primary: '#123456' } },
    }),
  );
  await loadBrand();
  expect(getBrand().info.title).toBe('Acme Talk');
  expect(getBrand().colors).toEqual({ ...defaultWhiteLabel.colors, primary: '#123456' });
  expect(getBrand().banner).toEqual(defaultWhiteLabel.banner);
  expect(hasFlag('hideSignup')).toBe(true);
});

test('WL-016 a file that is no brand is left aside as a whole', () => {
  expect(toBrand({ colors: { primary: 'javascript:alert(1)' } })).toEqual(defaultWhiteLabel);
  expect(toBrand('nonsense')).toEqual(defaultWhiteLabel);
});

test('WL-004 WL-009 icon, slides and vendors are those of the host’s file', async () => {
  document.head.innerHTML = '<link rel="icon" href="data:,">';
  const slide = { subtitle: '', text: 'We answer', image: '' };
  vi.stubGlobal(
    'fetch',
    answering({
      [`/assets/WhiteLabel/${location.host}/${location.host}.json`]: {
        favIconPath: '/files/icon.png',
        banner: [slide],
        allowedVendors: { WHATSAPP: ['meta'] },
      },
    }),
  );
  await loadBrand();
  expect(document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href')).toBe('/files/icon.png');
  expect(getBrand().banner).toEqual([expect.objectContaining(slide)]);
  expect(getBrand().allowedVendors).toEqual({ WHATSAPP: ['meta'] });
});
