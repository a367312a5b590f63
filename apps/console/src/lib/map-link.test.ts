import { mapLinkOf } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMapLink } from './map-link.ts';

const at = (latitude: number, longitude: number, name = '') => ({ latitude, longitude, name });

test('places are read from addresses as people paste them', () => {
  expect(parseMapLink(' 12.9716, 77.5946 ')).toEqual(at(12.9716, 77.5946));
  expect(parseMapLink('12.9716 77.5946')).toEqual(at(12.9716, 77.5946));
  expect(parseMapLink('33.8688° S, 151.2093° E')).toEqual(at(-33.8688, 151.2093));
  expect(parseMapLink('geo:18.52,73.85?z=17')).toEqual(at(18.52, 73.85));
  const place =
    'https://www.google.com/maps/place/Gateway+Of+India/@18.9,72.8,17z/data=!3m1!4b1!4m6!3m5!1s0x3be7d1!8m2!3d18.9219841!4d72.8346543';
  expect(parseMapLink(place)).toEqual(at(18.9219841, 72.8346543, 'Gateway Of India'));
  expect(parseMapLink('https://www.google.co.in/maps/@19.07,72.87,15z?entry=ttu')).toEqual(at(19.07, 72.87));
  expect(parseMapLink('https://maps.google.com/?q=loc:19.07,72.87')).toEqual(at(19.07, 72.87));
  expect(parseMapLink('https://www.google.com/maps/search/19.07,+72.87')).toEqual(at(19.07, 72.87));
  expect(parseMapLink('https://maps.apple.com/?ll=48.8584,2.2945&q=Eiffel%20Tower')).toEqual(at(48.8584, 2.2945, 'Eiffel Tower'));
  expect(parseMapLink('https://maps.apple.com/place?coordinate=48.8584,2.2945&name=Tower')).toEqual(at(48.8584, 2.2945, 'Tower'));
  expect(parseMapLink('https://www.openstreetmap.org/?mlat=52.5&mlon=13.4#map=12/52/13')).toEqual(at(52.5, 13.4));
  expect(parseMapLink('https://www.openstreetmap.org/#map=17/52.51627/13.37769')).toEqual(at(52.51627, 13.37769));
});

test('nothing is read from words, shortened addresses, other hosts, and places off the globe', () => {
  const strangers = [
    '',
    'Main Street 1',
    'https://maps.app.goo.gl/abc',
    'https://evil.example/?q=1,2',
    'https://google.com.evil.example/maps/@1,2',
  ];
  for (const given of [...strangers, '91, 10', '10, 181', 'javascript:1,2', 'https://maps.apple.com/?q=Paris', '1,2,3'])
    expect([given, parseMapLink(given)]).toEqual([given, undefined]);
});

const place = fc.record({
  latitude: fc.integer({ min: -900_000, max: 900_000 }).map((value) => value / 10_000),
  longitude: fc.integer({ min: -1_800_000, max: 1_800_000 }).map((value) => value / 10_000),
});

test('every place is read back from each form', () => {
  fc.assert(
    fc.property(place, ({ latitude, longitude }) => {
      const both = `${latitude},${longitude}`;
      const forms = [
        both,
        `${latitude}; ${longitude}`,
        `geo:${both}`,
        mapLinkOf({ latitude, longitude }),
        `https://www.google.com/maps/place/Here/@1,1,17z/data=!3d${latitude}!4d${longitude}`,
        `https://www.google.de/maps/@${both},17z`,
        `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(both)}`,
        `https://maps.apple.com/?ll=${both}`,
        `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/1/1`,
        `https://www.openstreetmap.org/#map=17/${latitude}/${longitude}`,
      ];
      for (const form of forms)
        expect([form, parseMapLink(form)]).toMatchObject([form, { latitude: latitude + 0, longitude: longitude + 0 }]);
    }),
  );
});

test('pasted words never fail, and a place that is read lies on the globe', () => {
  const scraps = fc.constantFrom(
    'https://',
    'www.google.com/maps',
    '/@',
    '!3d',
    '!4d',
    '%',
    '1',
    '-',
    '.',
    ',',
    '91',
    '&q=',
    'geo:',
    '#map=',
    '°N',
    ' ',
  );
  const any = fc.oneof(
    fc.string(),
    fc.array(scraps).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(any, (given) => {
      const { latitude = 0, longitude = 0 } = parseMapLink(given) ?? {};
      expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
    }),
  );
});
