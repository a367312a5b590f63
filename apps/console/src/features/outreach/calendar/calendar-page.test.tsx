import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { hiddenBooking, makeBooking } from '../shared/campaign.fixtures.ts';
import { CalendarSearch } from './calendar.search.ts';
import { daysOf, stepFrom } from './calendar-days.ts';
import { CalendarPage } from './calendar-page.tsx';

const call = 'GET /chatbird/api/campaign/calendar';
const answer = (bookings: object[], more = false) => good({ timeZone: 'Asia/Kolkata', today: '2031-05-02', bookings, more });
const broadcast = makeBooking({ kind: 'broadcast', id: idOf(82), name: 'order_ready', day: '2031-05-02', people: 3, state: 'ended' });
const server = stubServer(() => ({ [call]: () => answer([makeBooking(), hiddenBooking({ time: '', startsOn: '' }), broadcast]) }));
const open = (search = '?day=2031-05-01') =>
  openScreens(
    `/campaigns/calendar${search}`,
    (root) => [screenAt(root, '/campaigns/calendar', CalendarPage, { validateSearch: CalendarSearch })],
    { ...sampleMe, permissions: ['CAMPAIGNS.VIEW'] } as never,
  );
const dayOf = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);

test('the calendar shows each booking on its day, leads to those that may be seen, and names no others', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'May 2031' })).toBeTruthy();
  expect(await screen.findByText(/Days and times are those of Asia\/Kolkata/)).toBeTruthy();
  const first = await dayOf('Thursday, May 1');
  expect(first.getByRole('link', { name: '09:30 AM Diwali #1' }).getAttribute('href')).toBe(`/campaigns/activity/${idOf(81)}`);
  expect(first.getByText('1,700 people')).toBeTruthy();
  expect(first.getByText(/Hidden booking/).textContent).toBe('When it is started Hidden booking');
  expect(first.getAllByRole('link')).toHaveLength(1);
  const second = await dayOf('Friday, May 2');
  expect(second.getByRole('link').getAttribute('href')).toBe(`/campaigns/broadcast/${idOf(82)}`);
  expect(server.queriesOf(call)).toEqual([{ fromDate: '2031-04-28', toDate: '2031-06-01' }]);
});

test('months and weeks stand in the address, and each is asked for', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(server.queriesOf(call).at(-1)).toEqual({ fromDate: '2031-05-26', toDate: '2031-07-06' }));
  expect(router.state.location.search).toMatchObject({ day: '2031-06-01' });
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Week' }));
  await waitFor(() => expect(server.queriesOf(call).at(-1)).toEqual({ fromDate: '2031-04-28', toDate: '2031-05-04' }));
  expect(router.state.location.search).toMatchObject({ view: 'week', day: '2031-05-01' });
  const first = await dayOf('Thursday, May 1');
  expect(first.getByText('Shop · Priya')).toBeTruthy();
});

test('a month shows the first bookings of a full day, and its week shows all of them', async () => {
  const many = Array.from({ length: 6 }, (_, index) => makeBooking({ id: idOf(100 + index), name: `Wave #${index}` }));
  server.replies[call] = () => answer(many, true);
  open();
  expect((await dayOf('Thursday, May 1')).getAllByRole('link')).toHaveLength(4);
  expect(screen.getByText('There are more bookings than are shown here. Look at a week.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '2 more' }));
  await waitFor(async () => expect((await dayOf('Thursday, May 1')).getAllByRole('link')).toHaveLength(6));
});

test('an empty month says so, and one that cannot be loaded can be asked for again', async () => {
  server.replies[call] = () => refused('server.unexpected', 'Something went wrong', { requestId: 'r1' });
  open();
  expect(await screen.findByText('The calendar could not be loaded')).toBeTruthy();
  server.replies[call] = () => answer([]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing is booked in this month')).toBeTruthy();
});

test('a month has whole weeks from Monday with each of its days once, and never more than the server gives', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
      const day = date.toISOString().slice(0, 10);
      const days = daysOf('month', day);
      expect([days.length % 7, days.length <= 42, new Set(days).size]).toEqual([0, true, days.length]);
      expect([new Date(days[0] ?? '').getUTCDay(), days.includes(day)]).toEqual([1, true]);
      expect(daysOf('week', day)).toContain(day);
      expect(stepFrom('month', stepFrom('month', day, 1), -1)).toBe(`${day.slice(0, 7)}-01`);
    }),
  );
});
