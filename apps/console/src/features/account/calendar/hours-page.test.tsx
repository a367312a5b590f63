import type { CalendarCheck, CalendarRow, CalendarStripRow, HoursCalendar } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { HoursPage } from './hours-page.tsx';

const base = '/e/enterprise/calendars';
const slot = { from: '09:00', to: '18:00' };
const christmas = { name: 'Christmas', from: '2026-12-24', to: '2026-12-26', yearly: true, slots: [] };
const main: HoursCalendar = {
  id: idOf(11),
  name: 'Main',
  timeZone: 'Asia/Kolkata',
  isDefault: true,
  days: [[slot], [slot], [{ from: '00:00', to: '24:00' }], [slot], [{ from: '21:00', to: '02:00' }], [], []],
  exceptions: [christmas],
  version: 3,
};
const choice = { id: main.id, name: main.name, timeZone: main.timeZone, isDefault: true };
const nights = { id: idOf(12), name: 'Nights', timeZone: 'America/New_York', isDefault: false };
const row: CalendarRow = { ...choice, exceptionCount: 1234, departments: [], uses: ['stream Greeting'], version: 3 };
const closed: CalendarCheck = {
  open: false,
  rule: { kind: 'exception', calendar: choice, day: '2026-12-25', exception: 'Christmas', slot: null },
  nextChange: '2026-12-28T03:30:00.000Z',
  reason: 0,
};
const strip: CalendarStripRow[] = [
  {
    calendar: choice,
    days: [
      { day: '2026-12-24', exception: '', slots: [slot] },
      { day: '2026-12-25', exception: 'Christmas', slots: [] },
    ],
  },
];
const department = { id: idOf(21), name: 'Sales', desc: '', manager: null, fallback: null, calendar: { id: nights.id, name: 'Nights' } };
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ calendars: [row, { ...row, ...nights, exceptionCount: 0, departments: ['Sales', 'Support'], uses: [] }] }),
  [`GET ${base}/choices`]: () => good({ calendars: [choice, nights] }),
  [`GET ${base}/check`]: () => good(closed),
  [`GET ${base}/strip`]: () => good({ rows: strip }),
  [`GET ${base}/${main.id}`]: () => good(main),
  'GET /e/enterprise/departments': () => ({
    ...good(null),
    response: { departments: [{ ...department, userCount: 0, channelCount: 0, openChats: 0, version: 1 }], more: false },
  }),
  'GET /e/enterprise/timezones': () => good({ timezones: ['Asia/Kolkata', 'America/New_York', 'UTC'], now: '2026-12-24T00:00:00.000Z' }),
}));

const open = (search = '') => {
  setEnterpriseZone('Asia/Kolkata');
  return openScreens(
    `/admin/chatConfig/operational-hours${search}`,
    (root) => [screenAt(root, '/admin/chatConfig/operational-hours', HoursPage)],
    {
      ...sampleMe,
      permissions: ['CHAT.CHAT_CONFIG'],
    },
  );
};
const openForm = async () => {
  open(`?open=${main.id}`);
  await screen.findByDisplayValue('Main');
};

test('MENU-017 screens 2.3 the list names the default calendar, whose hours it is, and how many exceptions it has', async () => {
  open();
  const table = within(await screen.findByRole('table', { name: 'Operational hours' }));
  expect(await table.findByText('Default')).toBeTruthy();
  for (const text of ['Asia/Kolkata', 'All others', '1,234', 'Sales, Support']) expect(table.getByText(text)).toBeTruthy();
});

test('the check says that it is closed, by which rule, until when, and how a missed chat counts', async () => {
  open();
  expect(await screen.findByText('Exception “Christmas” of 25 Dec 2026 is closed at this time.')).toBeTruthy();
  expect(screen.getByText('Opens: 28 Dec 2026 09:00 AM')).toBeTruthy();
  expect(screen.getByText('A chat that is missed now counts as before the first opening, or on a closed day (0).')).toBeTruthy();
});

test('the check asks for a time on the wall of the department’s calendar, and the address keeps it', async () => {
  const router = open(`?deptId=${department.id}&at=2026-12-25T10:00`);
  await screen.findByText('In the zone of the calendar, America/New_York');
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/check`).at(-1)).toEqual({ at: '2026-12-25T15:00:00.000Z', deptId: department.id }),
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Department' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ at: '2026-12-25T10:00', deptId: '' }));
  await waitFor(() => expect(server.queriesOf(`GET ${base}/check`).at(-1)).toEqual({ at: '2026-12-25T04:30:00.000Z', deptId: '' }));
});

test('the strip says each day in words, and turns by thirty days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-24T06:00:00Z') });
  open();
  const table = within(await screen.findByRole('table', { name: 'The next days' }));
  expect(table.getByRole('columnheader', { name: /Friday, December 25|Friday, 25 December/ })).toBeTruthy();
  expect(table.getByRole('rowheader', { name: 'Main' })).toBeTruthy();
  expect(table.getByText('09:00 AM – 06:00 PM')).toBeTruthy();
  expect(table.getByText('Christmas: Closed')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Later days' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}/strip`)).toEqual([
      { from: '2026-12-24', days: '30' },
      { from: '2027-01-23', days: '30' },
    ]),
  );
});

test('a day’s slots are copied to other days, and saved with the version that was read', async () => {
  server.replies[`PUT ${base}/${main.id}`] = () => good(main, 'The calendar is saved.');
  await openForm();
  expect(screen.getByRole('group', { name: 'Saturday' }).textContent).toContain('Closed');
  await userEvent.click(screen.getByRole('button', { name: 'Friday: Add slot' }));
  await userEvent.click(screen.getByRole('button', { name: 'Friday: Copy to other days' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Saturday' }));
  await userEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await userEvent.click(screen.getByRole('button', { name: 'Monday: remove slot 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The calendar is saved.']));
  const friday = [{ from: '21:00', to: '02:00' }, slot];
  const { id: _id, ...saved } = main;
  expect(server.bodyOf(`PUT ${base}/${main.id}`)).toEqual({
    ...saved,
    days: [[], [slot], [{ from: '00:00', to: '24:00' }], [slot], friday, friday, []],
  });
});

test('time slots that overlap are said at their day before anything is sent', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday: Add slot' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Time slots overlap');
  expect(screen.getByRole('group', { name: 'Tuesday' }).contains(screen.getByRole('alert'))).toBe(true);
  expect(server.countOf(`PUT ${base}/${main.id}`)).toBe(0);
});

test('an exception is added with its days and slots, and another one goes', async () => {
  server.replies[`PUT ${base}/${main.id}`] = () => good(main);
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Christmas' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add exception' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add exception' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add exception' }));
  expect(dialog.getByText('Enter a name.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Half a day');
  const first = dialog.getByRole('textbox', { name: 'First day' });
  await userEvent.clear(first);
  await userEvent.type(first, '2026-12-31');
  await userEvent.tab();
  await userEvent.click(dialog.getByRole('button', { name: 'Slots: Add slot' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add exception' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.countOf(`PUT ${base}/${main.id}`)).toBe(1));
  expect(server.bodyOf(`PUT ${base}/${main.id}`)).toMatchObject({
    exceptions: [{ name: 'Half a day', from: '2026-12-31', to: '2026-12-31', yearly: false, slots: [slot] }],
  });
});

test('a file with faulty lines says each of them, and adds nothing', async () => {
  const path = `POST ${base}/${main.id}/exceptions/import`;
  const fault = { code: 'hours.slot', values: { value: '9-10' }, message: '9-10 is not a time slot such as 09:00-18:00' };
  server.replies[path] = () =>
    refused('calendar.file_faulty', 'The file has faulty lines. Nothing is added.', { lines: [{ line: 4, ...fault }] });
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Import CSV' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import exceptions' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Import CSV' }));
  expect(dialog.getByText('Choose a file, or paste its lines.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Lines' }), 'from,name');
  await userEvent.click(dialog.getByRole('button', { name: 'Import CSV' }));
  expect(await dialog.findByText('Line 4: 9-10 is not a time slot such as 09:00-18:00')).toBeTruthy();
  expect(server.bodyOf(path)).toEqual({ csv: 'from,name', version: '3' });
  server.replies[path] = () => good(main);
  await userEvent.click(dialog.getByRole('button', { name: 'Import CSV' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The exceptions are added.']));
});

test('a calendar that is in use is not deleted, and it says where', async () => {
  const message = 'The calendar is in use: Sales, Support. Choose another one there first.';
  server.replies[`DELETE ${base}/${nights.id}`] = () => refused('calendar.in_use', message, { uses: ['Sales', 'Support'] });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Nights' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual([message]));
});

test('a new calendar begins with office hours in the zone of the enterprise', async () => {
  server.replies[`POST ${base}`] = () => good(main);
  open('?open=new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Main');
  await userEvent.click(screen.getByRole('switch', { name: /^Default calendar/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Add calendar' }));
  await waitFor(() => expect(server.countOf(`POST ${base}`)).toBe(1));
  expect(server.bodyOf(`POST ${base}`)).toEqual({
    name: 'Main',
    timeZone: 'Asia/Kolkata',
    isDefault: true,
    days: [[slot], [slot], [slot], [slot], [slot], [], []],
    exceptions: [],
  });
});
