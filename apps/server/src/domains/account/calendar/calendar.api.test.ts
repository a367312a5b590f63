import { type CalendarSave, calendarExceptionsMax, calendarsMax, type Department, endpoints, type HoursCalendar } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, stranger, makeUser } = app;
const trail = createTrail(app);
const { calendars, departments } = endpoints;

const at = (path: string, calendarId: string) => path.replace(':calendarId', calendarId);
const slot = { from: '09:00', to: '18:00' };
const night = { from: '21:00', to: '02:00' };
const week = (...days: (typeof slot)[][]) => Array.from({ length: 7 }, (_, index) => days[index] ?? []);
const office = week([slot], [slot], [slot], [slot], [slot, night]);
const body = (name: string, more: Partial<CalendarSave> = {}) => ({
  name,
  timeZone: 'Asia/Kolkata',
  days: office,
  exceptions: [],
  ...more,
});
const christmas = { name: 'Christmas', from: '2026-12-25', to: '2026-12-25', yearly: true, slots: [] };

const create = async (by: TestUser, name: string, more: Partial<CalendarSave> = {}) =>
  (await as(by).post(calendars.create.path, body(name, more))).json();
const update = async (by: TestUser, { id, ...calendar }: HoursCalendar, more: object = {}) =>
  (await as(by).put(at(calendars.update.path, id), { ...calendar, ...more })).json();
const remove = async (by: TestUser, { id }: HoursCalendar) => (await as(by).delete(at(calendars.remove.path, id))).json();
const get = async (by: TestUser, { id }: HoursCalendar) => (await as(by).get(at(calendars.get.path, id))).json();
const list = async (by: TestUser) => (await as(by).get(calendars.list.path)).json().data.calendars;
const importFile = async (by: TestUser, { id, version }: HoursCalendar, lines: string[]) =>
  (await as(by).post(at(calendars.importExceptions.path, id), { csv: lines.join('\r\n'), version })).json();
const check = async (by: TestUser, instant: string, deptId = '') =>
  (await as(by).get(`${calendars.check.path}?${new URLSearchParams({ at: instant, deptId })}`)).json();
const addDepartment = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(departments.create.path, { name, ...more })).json();
const saveDepartment = async (by: TestUser, { id, name }: Department, more: object) =>
  (await as(by).put(departments.update.path.replace(':departmentId', id), { name, ...more })).json();

test('screens 2.3 calendars are added, listed by name, read and changed, and one of them is the default', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const support = (await create(admin, ' Support ', { isDefault: true, exceptions: [christmas] })).data as HoursCalendar;
  expect(support).toEqual({
    ...body('Support', { exceptions: [christmas] }),
    id: support.id,
    isDefault: true,
    version: 1,
  });
  const sales = (await create(admin, 'sales')).data as HoursCalendar;
  expect(await list(admin)).toEqual([
    { id: sales.id, name: 'sales', timeZone: 'Asia/Kolkata', isDefault: false, exceptionCount: 0, departments: [], uses: [], version: 1 },
    {
      id: support.id,
      name: 'Support',
      timeZone: 'Asia/Kolkata',
      isDefault: true,
      exceptionCount: 1,
      departments: [],
      uses: [],
      version: 1,
    },
  ]);
  const days = week([{ from: '00:00', to: '24:00' }]);
  expect((await update(admin, sales, { name: 'Sales', days, isDefault: true })).data).toMatchObject({ name: 'Sales', days, version: 2 });
  expect((await get(admin, support)).data).toMatchObject({ isDefault: false, version: 2 });
  expect((await create(admin, 'SALES')).code).toBe('calendar.name_taken');
  expect((await update(admin, support)).code).toBe('record.changed');
  expect(await trail.brief(admin, 'kind=calendar')).toEqual([
    ['Ada', 'edit', 'Sales'],
    ['Ada', 'edit', 'Support'],
    ['Ada', 'create', 'sales'],
    ['Ada', 'create', 'Support'],
  ]);
});

test('slots that overlap, unknown zones and ends before begins are refused by field', async () => {
  const admin = await makeUser();
  const issues = async (more: object) => {
    const { code, data } = (await as(admin).post(calendars.create.path, { ...body('Faulty'), ...more })).json();
    return [code, data.issues.map(({ field, reason }: { field: string; reason: string }) => [field, reason])];
  };
  expect(await issues({ days: week([], [slot, { from: '17:59', to: '20:00' }]) })).toEqual([
    'request.invalid',
    [['days.1', 'Time slots overlap']],
  ]);
  expect(await issues({ days: week([], [night], [{ from: '01:59', to: '03:00' }]) })).toEqual([
    'request.invalid',
    [['days.2', 'Time slots overlap']],
  ]);
  expect(await issues({ exceptions: [{ ...christmas, to: '2026-12-24' }] })).toEqual([
    'request.invalid',
    [['exceptions.0.to', 'The first day is later than the last one.']],
  ]);
  expect(await issues({ timeZone: 'Mars/Olympus' })).toEqual(['request.invalid', [['timeZone', 'No such time zone.']]]);
  expect((await issues({ days: week(Array.from({ length: 13 }, () => slot)) }))[1]).toEqual([['days.0', 'Use at most 12 entries.']]);
  const many = Array.from({ length: calendarExceptionsMax + 1 }, () => christmas);
  expect((await issues({ exceptions: many }))[1]).toEqual([['exceptions', 'Use at most 500 entries.']]);
  expect((await issues({ days: week([{ from: '9:00', to: '24:00' }]) }))[1]).toEqual([
    ['days.0.0.from', 'Write the time like this: 21:00.'],
  ]);
});

test('an enterprise has at most a hundred calendars', async () => {
  const admin = await makeUser();
  for (let number = 0; number < calendarsMax; number += 1) await create(admin, `Calendar ${number}`, { days: week() });
  expect(await create(admin, 'One more')).toMatchObject({ code: 'calendar.too_many', data: { maximum: calendarsMax } });
});

test('screens 2.3 the check says open or closed, the rule that decided, the next change and the reason of a missed chat', async () => {
  const admin = await makeUser();
  expect((await check(admin, '2026-11-23T10:00:00Z')).data).toEqual({
    open: true,
    rule: { kind: 'always', calendar: null, day: '', exception: '', slot: null },
    nextChange: null,
    reason: null,
  });
  const main = (await create(admin, 'Main', { isDefault: true, exceptions: [christmas] })).data as HoursCalendar;
  const late = (await create(admin, 'Late', { timeZone: 'UTC', days: week([night]) })).data as HoursCalendar;
  const sales = (await addDepartment(admin, 'Sales', { calendarId: late.id })).data as Department;
  const other = (await addDepartment(admin, 'Other')).data as Department;
  const named = ({ id, name, timeZone, isDefault }: HoursCalendar) => ({ id, name, timeZone, isDefault });
  // A Monday at half past nine in Kolkata
  expect((await check(admin, '2026-11-23T04:00:00Z')).data).toEqual({
    open: true,
    rule: { kind: 'week', calendar: named(main), day: '2026-11-23', exception: '', slot },
    nextChange: '2026-11-23T12:30:00.000Z',
    reason: null,
  });
  expect((await check(admin, '2026-12-25T04:00:00Z', other.id)).data).toEqual({
    open: false,
    rule: { kind: 'exception', calendar: named(main), day: '2026-12-25', exception: 'Christmas', slot: null },
    nextChange: '2026-12-28T03:30:00.000Z',
    reason: 0,
  });
  expect((await check(admin, '2026-11-23T13:00:00Z')).data).toMatchObject({ open: false, reason: 2 });
  // The night belongs to the day on which it began.
  expect((await check(admin, '2026-11-24T01:59:00Z', sales.id)).data).toMatchObject({
    open: true,
    rule: { calendar: named(late), day: '2026-11-23', slot: night },
    nextChange: '2026-11-24T02:00:00.000Z',
  });
  const foreign = (await addDepartment(await makeUser(), 'Foreign')).data as Department;
  expect((await check(admin, '2026-11-23T04:00:00Z', foreign.id)).code).toBe('department.not_found');
});

test('screens 2.3 the strip shows the days of all calendars with their slots and exceptions', async () => {
  const admin = await makeUser();
  await create(admin, 'Main', { exceptions: [christmas] });
  await create(admin, 'Nights', { days: week([], [], [], [], [night]) });
  const strip = async (from: string, days?: string) =>
    (await as(admin).get(`${calendars.strip.path}?${new URLSearchParams({ from, ...(days ? { days } : {}) })}`)).json();
  const { rows } = (await strip('2026-12-24', '2')).data;
  expect(rows.map(({ calendar, days }: { calendar: { name: string }; days: object[] }) => [calendar.name, days])).toEqual([
    [
      'Main',
      [
        { day: '2026-12-24', exception: '', slots: [slot] },
        { day: '2026-12-25', exception: 'Christmas', slots: [] },
      ],
    ],
    [
      'Nights',
      [
        { day: '2026-12-24', exception: '', slots: [] },
        { day: '2026-12-25', exception: '', slots: [night] },
      ],
    ],
  ]);
  expect((await strip('2026-12-24')).data.rows[0].days).toHaveLength(30);
  expect((await strip('2026-12-24', '63')).code).toBe('request.invalid');
});

test('screens 2.3 a file of exceptions is added as a whole, and faulty lines are said by their numbers', async () => {
  const admin = await makeUser();
  const calendar = (await create(admin, 'Main', { exceptions: [christmas] })).data as HoursCalendar;
  const added = await importFile(admin, calendar, [
    '\ufeffFrom;To;Name;Yearly;Slots',
    '2026-01-26;;Republic Day;yes;',
    '2026-11-08;2026-11-09;"Diwali; both days";no;10:00-13:00 21:00-2:00',
  ]);
  expect(added).toMatchObject({ code: '100', data: { version: 2 } });
  expect(added.data.exceptions).toEqual([
    christmas,
    { name: 'Republic Day', from: '2026-01-26', to: '2026-01-26', yearly: true, slots: [] },
    {
      name: 'Diwali; both days',
      from: '2026-11-08',
      to: '2026-11-09',
      yearly: false,
      slots: [
        { from: '10:00', to: '13:00' },
        { from: '21:00', to: '02:00' },
      ],
    },
  ]);
  expect((await trail.list(admin, 'kind=calendar'))[0]).toMatchObject({ action: 'import', recordName: 'Main' });
  const faulty = await importFile(admin, added.data, [
    'name,from,to,slots',
    'Good,2027-01-01,,',
    'No day,2027-02-30,,',
    ',2027-01-01,2027-01-02,9-10',
    'Backwards,2027-01-02,2027-01-01,09:00-10:00 09:30-11:00',
    'Too few,2027-01-02',
  ]);
  expect([faulty.code, faulty.data.lines.map(({ line, message }: { line: number; message: string }) => [line, message])]).toEqual([
    'calendar.file_faulty',
    [
      [3, 'from: 2027-02-30 is not a date such as 2026-01-31'],
      [3, 'to: 2027-02-30 is not a date such as 2026-01-31'],
      [4, 'name is required'],
      [4, '9-10 is not a time slot such as 09:00-18:00'],
      [5, 'The first day is later than the last one.'],
      [5, 'Time slots overlap'],
      [6, 'The row has 2 cells, the header has 4'],
    ],
  ]);
  expect((await importFile(admin, added.data, ['to', '2027-01-01'])).data.lines).toMatchObject([
    { line: 1, message: 'The file has no column from' },
    { line: 1, message: 'The file has no column name' },
  ]);
  expect((await importFile(admin, added.data, ['from,name', '2027-01-01,"open'])).data.lines).toMatchObject([
    { message: expect.stringMatching('quote') },
  ]);
  const rows = Array.from({ length: calendarExceptionsMax }, (_, index) => `2027-01-01,Day ${index}`);
  expect((await importFile(admin, added.data, ['from,name', ...rows])).data.issues).toMatchObject([{ field: 'exceptions' }]);
  expect((await get(admin, calendar)).data.exceptions).toHaveLength(3);
  expect((await importFile(admin, calendar, ['from,name', '2027-01-01,Late'])).code).toBe('record.changed');
});

test('ADMIN-014 ADMIN-017 a department has a calendar, which is not deleted while it has it, and neither is the default', async () => {
  const admin = await makeUser();
  const main = (await create(admin, 'Main', { isDefault: true })).data as HoursCalendar;
  const late = (await create(admin, 'Late')).data as HoursCalendar;
  const sales = (await addDepartment(admin, 'Sales', { calendarId: late.id })).data as Department;
  expect(sales.calendar).toEqual({ id: late.id, name: 'Late' });
  expect((await list(admin)).map(({ name, departments: uses }: { name: string; departments: string[] }) => [name, uses])).toEqual([
    ['Late', ['Sales']],
    ['Main', []],
  ]);
  expect(await remove(admin, late)).toMatchObject({ code: 'calendar.in_use', data: { uses: ['Sales'] } });
  expect((await remove(admin, main)).code).toBe('calendar.is_default');
  expect((await saveDepartment(admin, sales, { calendarId: '' })).data.calendar).toBeNull();
  expect(changed(await trail.newest(admin, 'kind=department&action=edit'))).toEqual({ calendar: ['Late', null] });
  expect(await remove(admin, late)).toMatchObject({ code: '100', message: 'The calendar is deleted.' });
  expect((await remove(admin, late)).code).toBe('calendar.not_found');
  expect((await saveDepartment(admin, sales, { calendarId: late.id })).code).toBe('calendar.not_found');
  const foreign = (await create(await makeUser(), 'Foreign')).data as HoursCalendar;
  expect((await saveDepartment(admin, sales, { calendarId: foreign.id })).code).toBe('calendar.not_found');
});

test('a deletion and a choice of the same calendar at once: one of them finds the other', async () => {
  const admin = await makeUser();
  for (let turn = 0; turn < 5; turn += 1) {
    const late = (await create(admin, `Late ${turn}`)).data as HoursCalendar;
    const sales = (await addDepartment(admin, `Sales ${turn}`)).data as Department;
    const codes = (await Promise.all([remove(admin, late), saveDepartment(admin, sales, { calendarId: late.id })])).map(({ code }) => code);
    expect([
      ['100', 'calendar.not_found'],
      ['calendar.in_use', '100'],
    ]).toContainEqual(codes);
  }
});

test('a change of a calendar is put back with its hours and exceptions', async () => {
  const admin = await makeUser();
  const diwali = { name: 'Diwali: two days', from: '2026-11-08', to: '2026-11-09', yearly: false, slots: [slot, night] };
  const calendar = (await create(admin, 'Main', { exceptions: [christmas, diwali] })).data as HoursCalendar;
  await update(admin, calendar, { name: 'Other', timeZone: 'UTC', days: week(), exceptions: [] });
  const edit = await trail.newest(admin, 'kind=calendar&action=edit');
  expect(changed(edit)).toMatchObject({
    name: ['Main', 'Other'],
    monday: ['09:00-18:00', 'closed'],
    friday: ['09:00-18:00 21:00-02:00', 'closed'],
    exceptions: [
      ['2026-12-25 2026-12-25 yearly closed Christmas', '2026-11-08 2026-11-09 once 09:00-18:00+21:00-02:00 Diwali: two days'],
      [],
    ],
  });
  const fields = ['name', 'timeZone', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'exceptions'];
  expect(await trail.putBack(admin, edit, fields)).toMatchObject({ code: '100' });
  expect((await get(admin, calendar)).data).toEqual({ ...calendar, version: 3 });
});

test('the calls are closed to strangers, to those without the right, and to other enterprises; names are everybody’s', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const calendar = (await create(admin, 'Main')).data as HoursCalendar;
  expect((await stranger().get(calendars.choices.path)).statusCode).toBe(401);
  const calls = (by: TestUser) => [update(by, calendar), remove(by, calendar), get(by, calendar), importFile(by, calendar, ['from,name'])];
  const more = [
    create(agent, 'Mine'),
    check(agent, '2026-11-23T04:00:00Z'),
    as(agent)
      .get(calendars.list.path)
      .then((answer) => answer.json()),
  ];
  for (const { code } of await Promise.all([...calls(agent), ...more])) expect(code).toBe('1403');
  for (const { code } of await Promise.all(calls(foreigner))) expect(code).toBe('calendar.not_found');
  const choices = async (by: TestUser) => (await as(by).get(calendars.choices.path)).json().data.calendars;
  expect(await choices(agent)).toEqual([{ id: calendar.id, name: 'Main', timeZone: 'Asia/Kolkata', isDefault: false }]);
  expect(await choices(foreigner)).toEqual([]);
});

test('a user whose data scope is departments reads calendars, and changes none of the enterprise', async () => {
  const enterprise = await app.makeEnterprise();
  const admin = await makeUser({ enterprise });
  const calendar = (await create(admin, 'Office')).data as HoursCalendar;
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  const keeper = await makeUser({ enterprise, roles: [code] });
  expect((await get(keeper, calendar)).code).toBe('100');
  const tried = [
    create(keeper, 'Own'),
    update(keeper, calendar, { name: 'Mine' }),
    importFile(keeper, calendar, ['from,to,name,yearly,slots']),
    remove(keeper, calendar),
  ];
  for (const answer of await Promise.all(tried)) expect(answer.code).toBe('1403');
  expect((await get(admin, calendar)).data).toEqual(calendar);
});
