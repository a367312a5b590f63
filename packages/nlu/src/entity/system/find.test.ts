import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSystemEntities, systemEntities } from './find.ts';
import { suiteContext } from './suite.en.ts';

const find = (text: string, only?: readonly string[]) =>
  findSystemEntities(text, suiteContext, only).map((match) => `${match.entity}=${match.value}`);

describe('entities that are asked for', () => {
  test('a match says where it stands and what it comes to', () => {
    expect(findSystemEntities('Meet me tomorrow at 5pm!', suiteContext)).toEqual([
      {
        entity: 'sys.datetime',
        start: 8,
        end: 23,
        text: 'tomorrow at 5pm',
        value: '2026-11-22 17:00',
        data: { iso: '2026-11-22T17:00:00+05:30', date: '2026-11-22', time: '17:00' },
      },
    ]);
  });

  test('parts of a longer match are found when only they are asked for', () => {
    expect(find('tomorrow at 5pm', ['sys.date'])).toEqual(['sys.date=2026-11-22']);
    expect(find('tomorrow at 5pm', ['sys.time'])).toEqual(['sys.time=17:00']);
    expect(find('for 5 days', ['sys.number'])).toEqual(['sys.number=5']);
  });

  test('a number inside a date or a time is no answer to how many', () => {
    expect(find('2 of us, 24/11/2026 at 5:30 pm', ['sys.number'])).toEqual(['sys.number=2']);
  });

  test.each([
    ['5', 'sys.time', ['sys.time=17:00']],
    ['around 11 please', 'sys.time', ['sys.time=11:00']],
    ['25', 'sys.age', ['sys.age=25 years']],
    ['the 28th', 'sys.date', ['sys.date=2026-11-28']],
    ['Ravi Kumar', 'sys.person', ['sys.person=Ravi Kumar']],
    ['मीरा', 'sys.person', ['sys.person=मीरा']],
    ['Shivamogga.', 'sys.location', ['sys.location=Shivamogga']],
    ['no thanks', 'sys.person', []],
    ['why do you ask', 'sys.person', []],
    ['tomorrow', 'sys.person', []],
    ['5:30 pm', 'sys.age', []],
    ['we are 5 people and one dog', 'sys.time', []],
  ])('%s answers a question for %s', (text, entity, expected) => {
    expect(find(text, [entity])).toEqual(expected);
  });

  test('an answer that was taken for one says so', () => {
    expect(findSystemEntities('5', suiteContext, ['sys.time'])[0]?.data).toEqual({ iso: '17:00', isAssumed: true });
  });

  test('offsets are those of the original, whatever is invisible in it', () => {
    const [match] = findSystemEntities('कल\u200b शाम\ufeff ५ बजे', suiteContext);
    expect(match).toMatchObject({ start: 0, end: 14, text: 'कल\u200b शाम\ufeff ५ बजे', value: '2026-11-22 17:00' });
  });
});

test('hours from now and ago say which instant they lead to', () => {
  const at = (text: string) => findSystemEntities(text, suiteContext)[0]?.data?.at;
  expect(at('in two hours and fifteen minutes')).toBe('2026-11-21T12:15:00+05:30');
  expect(at('half an hour ago')).toBe('2026-11-21T09:30:00+05:30');
  expect(at('एक घंटे बाद')).toBe('2026-11-21T11:00:00+05:30');
  expect(at('two hours')).toBeUndefined();
});

describe('clocks that change', () => {
  const berlin = { now: new Date('2026-03-28T12:00:00Z'), timeZone: 'Europe/Berlin' };
  test('an hour that is skipped is moved on, and days have their own offset', () => {
    expect(findSystemEntities('tomorrow at 2:30 am', berlin)[0]?.data?.iso).toBe('2026-03-29T03:30:00+02:00');
    expect(findSystemEntities('today at 2:30 pm', berlin)[0]?.data?.iso).toBe('2026-03-28T14:30:00+01:00');
    expect(findSystemEntities('tomorrow at 10 am', berlin)[0]?.data?.iso).toBe('2026-03-29T10:00:00+02:00');
  });

  test('today is the day of the zone, not of Greenwich', () => {
    const lateEvening = new Date('2026-11-21T22:00:00Z');
    expect(findSystemEntities('today', { now: lateEvening, timeZone: 'Asia/Kolkata' })[0]?.value).toBe('2026-11-22');
    expect(findSystemEntities('today', { now: lateEvening, timeZone: 'America/New_York' })[0]?.value).toBe('2026-11-21');
  });

  test('a zone that is not known is refused', () => {
    expect(() => findSystemEntities('today', { now: new Date(0), timeZone: 'Mars/Olympus' })).toThrow(RangeError);
  });
});

describe('any text', () => {
  const fragments =
    'two hours and fifteen minutes|5pm|tomorrow|at|from|to|between|3|5 June|24/11/2026|₹|500|rupees|kal|शाम|५|बजे|सवा|ढाई|a|half|hundred|-|.|,|/|:|a@b.co|https://a.in|+91 98765 43210|the|2nd|of|next|week|is|minus|1e9|99999999999999999999|\u200b|\ud83d\ude00|²|℃|mera naam|Dr.|do|sadhe|%|in'.split(
      '|',
    );
  const texts = fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fragments) }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }), {
      maxLength: 12,
    })
    .chain((parts) => fc.constantFrom(' ', '').map((glue) => parts.join(glue)));

  test('offsets slice to the text, matches never overlap, and their kinds are known', () => {
    const names = new Set(systemEntities.map((entity) => entity.name));
    fc.assert(
      fc.property(
        texts,
        fc.option(fc.constant(['sys.time', 'sys.person', 'sys.age', 'sys.date', 'sys.number']), { nil: undefined }),
        (text, only) => {
          let before = 0;
          for (const match of findSystemEntities(text, suiteContext, only)) {
            expect(text.slice(match.start, match.end)).toBe(match.text);
            expect(match.start).toBeGreaterThanOrEqual(before);
            expect(match.end).toBeGreaterThan(match.start);
            expect(names.has(match.entity)).toBe(true);
            expect(match.value).not.toMatch(/NaN|undefined|Infinity/);
            before = match.end;
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('text after 10,000 characters is not read', () => {
    expect(find(`${'a '.repeat(5000)}tomorrow`)).toEqual([]);
  });
});
