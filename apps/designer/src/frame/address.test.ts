import { expect, test } from 'vitest';
import { readAddress } from './address.ts';
import { getUserZone, setUserZone } from './zone.ts';

test('DESIGN-018 the address of the frame names the access, the stream, the node and the zone; one that names less is none', () => {
  const read = (pathname: string, hash: string) => readAddress({ pathname, hash });
  const path = '/designer/view/access-1';
  expect(read(path, '#journey/flows/j1?nodeId=n1&zone=Asia%2FKolkata')).toEqual({
    accessId: 'access-1',
    journeyId: 'j1',
    nodeId: 'n1',
    zone: 'Asia/Kolkata',
  });
  expect(read(path, '#journey/flows/j1')).toEqual({ accessId: 'access-1', journeyId: 'j1', nodeId: null, zone: null });
  expect([read(path, ''), read(path, '#journey/flows/'), read('/designer/view/', '#journey/flows/j1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('times are shown in the zone of the user; one that nobody knows changes nothing', () => {
  const before = getUserZone();
  setUserZone(null);
  setUserZone('Mars/Olympus');
  expect(getUserZone()).toBe(before);
  setUserZone('Pacific/Auckland');
  expect(getUserZone()).toBe('Pacific/Auckland');
  setUserZone(before);
});
