import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import { compiledOf, hour, makeDocument, makeFacts, minute, monday, Talk } from './engine.fixtures.ts';
import type { Facts, OpenHours } from './facts.ts';

type Slots = readonly (readonly [from: number, to: number])[];
/** Hours of slots, in order: a calendar that knows nothing of zones. */
const opensIn = (slots: Slots, at: number): number | null => {
  const slot = slots.find(([, to]) => at < to);
  return slot === undefined ? null : Math.max(at, slot[0]);
};

/** A walk that waits; its calendars can be saved meanwhile. */
function waiting(slots: Slots | null, { mostSeconds = null, by = 'c1' }: { mostSeconds?: number | null; by?: string } = {}) {
  const held = { slots, by };
  const hoursOf = (): OpenHours | undefined =>
    held.slots === null
      ? undefined
      : { calendarId: held.by, isOpen: (at) => opensIn(held.slots ?? [], at) === at, opensAt: (at) => opensIn(held.slots ?? [], at) };
  const document = makeDocument({
    wait0001: {
      type: 'logic.open',
      config: { calendar: { ref: 'calendar', id: 'c1' }, mostSeconds },
      to: { next: 'open0001', timeout: 'late0001', error: 'fail0001' },
    },
    open0001: { type: 'input.text', config: { text: { en: 'We are open.' }, asking: { variable: '' } }, to: { ok: 'done0001' } },
    done0001: { type: 'mark.end', config: { outcome: 'answered' } },
    late0001: { type: 'mark.end', config: { outcome: 'late' } },
    fail0001: { type: 'mark.end', config: { outcome: 'failed' } },
  });
  return { held, talk: new Talk(compiledOf(document), { facts: makeFacts({ hoursOf }) }) };
}
const tomorrow = [monday + 24 * hour, monday + 32 * hour] as const;

test('Wait until open goes on at once while the calendar is open', () => {
  const { talk } = waiting([[monday, monday + hour]]);
  expect([talk.path, talk.shown]).toEqual([['wait0001>next', 'open0001>'], ['We are open.']]);
});

test('Wait until open waits for the opening, to the millisecond', () => {
  const { talk } = waiting([tomorrow]);
  expect(talk.instance.wait).toEqual({ kind: 'hours', by: 'c1', dueAt: tomorrow[0], mostAt: null });
  expect(talk.pass(24 * hour - 1).standing).toBe('WAITING');
  expect(talk.instance.wait?.kind).toBe('hours');
  expect(talk.pass(1).path).toEqual(['wait0001>next', 'open0001>']);
});

test('a customer’s message is kept while a walk waits for an opening, as by any wait', () => {
  const { talk } = waiting([tomorrow]);
  expect(talk.say('Hello?').stepped.kind).toBe('kept');
  expect(talk.instance.wait?.kind).toBe('hours');
});

test('the longest wait ends by timeout before the opening, and an opening at that instant is one', () => {
  const day = 24 * 3600;
  expect(
    waiting([tomorrow], { mostSeconds: day - 1 })
      .talk.pass(25 * hour)
      .stepped.visits.map(({ exit }) => exit),
  ).toEqual(['timeout', null]);
  expect(waiting([tomorrow], { mostSeconds: day }).talk.pass(25 * hour).shown).toEqual(['We are open.']);
});

test('a calendar that is gone, or opens no more, leaves by error with its reason', () => {
  const lost = waiting(null).talk;
  expect([lost.instance.outcome, lost.stepped.visits[0]?.warnings]).toEqual(['failed', ['The calendar is not there.']]);
  const shut = waiting([], { mostSeconds: 60 }).talk;
  expect([shut.instance.outcome, shut.stepped.visits[0]?.warnings]).toEqual(['failed', ['The calendar does not open any more.']]);
  const { talk, held } = waiting([tomorrow]);
  held.slots = null;
  expect(talk.pass(24 * hour).instance.outcome).toBe('failed');
});

test('hours are asked again when a wait is due: a walk that finds its calendar closed waits anew', () => {
  const { talk, held } = waiting([tomorrow]);
  held.slots = [[monday + 48 * hour, monday + 49 * hour]];
  expect(talk.pass(24 * hour).instance.wait).toMatchObject({ dueAt: monday + 48 * hour });
  expect(talk.pass(24 * hour).shown).toEqual(['We are open.']);
});

test('a saved calendar moves a wait to an earlier or a later opening, ends it where it is open, and is no turn where nothing changes', () => {
  const { talk, held } = waiting([tomorrow]);
  expect(talk.give({ kind: 'hours' }).stepped.kind).toBe('ignored');
  const before = talk.instance.turn;
  held.slots = [[monday + hour, monday + 2 * hour]];
  expect(talk.give({ kind: 'hours' }).instance.wait).toMatchObject({ dueAt: monday + hour, mostAt: null });
  held.slots = [[monday + 72 * hour, monday + 73 * hour]];
  expect(talk.give({ kind: 'hours' }).instance.wait).toMatchObject({ dueAt: monday + 72 * hour });
  held.by = 'c2';
  expect(talk.give({ kind: 'hours' }).instance.wait).toMatchObject({ by: 'c2' });
  expect(talk.instance.turn).toBe(before + 3);
  held.slots = [[monday, monday + hour]];
  expect(talk.give({ kind: 'hours' }).path).toEqual(['wait0001>next', 'open0001>']);
  expect(talk.give({ kind: 'hours' }).stepped.kind).toBe('ignored');
});

test('a late worker decides by the hours of the moment: open is open, and closed past the longest wait is late', () => {
  const late = (slots: Slots) => {
    const { talk } = waiting(slots, { mostSeconds: 3600 });
    talk.now = monday + 5 * hour;
    return talk.give({ kind: 'timer' }).stepped.visits[0]?.exit;
  };
  expect(late([[monday + 4 * hour, monday + 6 * hour]])).toBe('next');
  expect(late([[monday + 2 * hour, monday + 3 * hour], tomorrow])).toBe('timeout');
});

test('a walk leaves as one that looks at its calendar each minute does, whatever the hours', () => {
  const slotsOf = fc
    .uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 0, maxLength: 8 })
    .map((edges) =>
      edges.sort((a, b) => a - b).flatMap((edge, place) => (place % 2 === 1 ? [[edges[place - 1] ?? 0, edge] as const] : [])),
    );
  fc.assert(
    fc.property(slotsOf, fc.option(fc.integer({ min: 1, max: 300 })), (slots, most) => {
      const real = slots.map(([from, to]) => [monday + from * minute, monday + to * minute] as const);
      const { talk } = waiting(real, { mostSeconds: most === null ? null : most * 60 });
      let found = real.length === 0 ? 'error 0' : '';
      for (let now = 0; found === '' && now <= 600; now += 1) {
        if (slots.some(([from, to]) => from <= now && now < to)) found = `next ${now}`;
        else if (most !== null && now >= most) found = `timeout ${now}`;
      }
      for (let now = 0; now <= 600 && talk.instance.frames[0]?.node === 'wait0001' && talk.standing === 'WAITING'; now += 1)
        talk.pass(minute);
      const exit = talk.stepped.visits[0]?.exit;
      expect(`${exit} ${(talk.instance.at - monday) / minute}`).toBe(found);
    }),
    { numRuns: 300 },
  );
});

test('a circle over Wait until open is found, since nobody waits there while it is open', () => {
  const document = makeDocument({
    wait0001: { type: 'logic.open', config: {}, to: { next: 'text0001' } },
    text0001: { type: 'message.text', config: { text: { en: 'Open!' } }, to: { next: 'wait0001' } },
  });
  const findings = checkDocument(document, { shapes: [], customer: {} });
  expect(findings.filter(({ code }) => code === 'LOOP').map(({ level }) => level)).toEqual(['error']);
});

test('an expression asks whether a calendar is open at the time of its turn', () => {
  const document = makeDocument({
    ask00001: { type: 'input.text', config: { text: { en: '?' }, asking: { variable: '' } }, to: { ok: 'cond0001' } },
    cond0001: { type: 'logic.condition', config: { test: { source: 'isOpen("Support")' } }, to: { yes: 'open0001', no: 'shut0001' } },
    open0001: { type: 'mark.end', config: { outcome: 'open' } },
    shut0001: { type: 'mark.end', config: { outcome: 'shut' } },
  });
  const endOf = (after: number) => {
    const opens = (at: number) => opensIn([[monday + hour, monday + 2 * hour]], at);
    const hoursOf: Facts['hoursOf'] = (asked) =>
      typeof asked === 'object' && asked?.named === 'Support'
        ? { calendarId: 'c1', isOpen: (at) => opens(at) === at, opensAt: opens }
        : undefined;
    return new Talk(compiledOf(document), { facts: makeFacts({ hoursOf }) }).pass(after).say('Hello').instance.outcome;
  };
  expect([endOf(hour - 1), endOf(hour)]).toEqual(['shut', 'open']);
});
