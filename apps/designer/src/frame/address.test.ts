import { getEnterpriseZone, setEnterpriseZone } from '@parley/ui/format';
import { expect, test } from 'vitest';
import { readAddress, readFormAddress, toFormPage } from './address.ts';

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

test('DESIGN-021 the page at designer/view/{accessId} takes each of the three hash paths: an encap’s, a stream’s and a form’s', () => {
  const at = (hash: string) => ({ pathname: '/designer/view/access-1', hash });
  const [encap, stream, form] = [at('#campaign/e1/builder'), at('#journey/flows/j1?nodeId=n1'), at('#forms/f1?zone=UTC')];
  expect([readAddress(encap)?.journeyId, readAddress(stream)?.journeyId, readFormAddress(form)?.formId]).toEqual(['e1', 'j1', 'f1']);
  // A form has a page of its own, to which the page of streams hands it over with all of its hash.
  expect(readAddress(form)).toBeUndefined();
  expect([toFormPage(encap), toFormPage(stream)]).toEqual([undefined, undefined]);
  expect(toFormPage(form)).toBe('/designer/view/access-1?of=form#forms/f1?zone=UTC');
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
