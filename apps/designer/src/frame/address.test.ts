import { getEnterpriseZone, setEnterpriseZone } from '@parley/ui/format';
import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test('DESIGN-012 DESIGN-018 the address of the frame names the access, the stream, the node, the zone and whose browser it is; one that names less is none', () => {
  const read = (pathname: string, hash: string) => readAddress({ pathname, hash });
  const path = '/designer/view/access-1';
  expect(read(path, '#journey/flows/j1?nodeId=n1&zone=Asia%2FKolkata&owner=e1%3Au1')).toEqual({
    accessId: 'access-1',
    journeyId: 'j1',
    nodeId: 'n1',
    zone: 'Asia/Kolkata',
    owner: 'e1:u1',
    drawn: null,
  });
  expect(read(path, '#journey/flows/j1')).toEqual({
    accessId: 'access-1',
    journeyId: 'j1',
    nodeId: null,
    zone: null,
    owner: null,
    drawn: null,
  });
  expect(read(path, '#campaign/e1/builder?nodeId=n1')).toMatchObject({ accessId: 'access-1', journeyId: 'e1', nodeId: 'n1', drawn: null });
  expect([read(path, '#campaign/e1'), read(path, '#campaign//builder')]).toEqual([undefined, undefined]);
  expect(read(path, '#journey/figures/j1?version=3')).toMatchObject({ journeyId: 'j1', drawn: 3 });
  expect([read(path, '#journey/figures/j1'), read(path, '#journey/figures/j1?version=0')]).toEqual([undefined, undefined]);
  expect([read(path, ''), read(path, '#journey/flows/'), read('/designer/view/', '#journey/flows/j1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('times are shown in the zone of the user; one that nobody knows changes nothing', () => {
  const before = getEnterpriseZone();
  setEnterpriseZone(null);
  setEnterpriseZone('Mars/Olympus');
  expect(getEnterpriseZone()).toBe(before);
  setEnterpriseZone('Pacific/Auckland');
  expect(getEnterpriseZone()).toBe('Pacific/Auckland');
  setEnterpriseZone(before);
});
