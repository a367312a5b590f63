import { type BoardLine, endpoints, type Me, type ReportDelivery, type ReportSchedule } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { ScheduleListPage } from './schedule-list-page.tsx';

const calls = endpoints.reportSchedules;
const id = idOf(1);
const at = (method: string, path: string) => `${method} ${path.replace(':scheduleId', id)}`;
const schedule: ReportSchedule = {
  ...{ id, board: { id: idOf(7), name: 'Today' }, rhythm: 'weekly', weekday: 5, monthDay: 1, time: '08:00', onlyWithRows: false },
  ...{ isActive: true, owner: { id: idOf(2), name: 'Priya' }, isOwn: true, canEdit: true, isRecipient: true },
  people: [
    { id: idOf(2), name: 'Priya', isFit: true },
    { id: idOf(4), name: 'Lou', isFit: false },
  ],
  ...{ nextDueAt: '2026-03-06T02:30:00.000Z', lastDueAt: '2026-02-27T02:30:00.000Z', failed: 1, version: 2 },
};
const mail = (change: Partial<ReportDelivery>): ReportDelivery => ({
  ...{ dueAt: '2026-02-27T02:30:00.000Z', user: { id: idOf(2), name: 'Priya' }, state: 'SENT', reason: '', tries: 1 },
  ...{ at: '2026-02-27T02:30:05.000Z', isLate: false, isAsked: false },
  ...change,
});
const board = { id: idOf(7), name: 'Today', tileCount: 2 } as BoardLine;
const server = stubServer(() => ({
  [at('GET', calls.list.path)]: () => good([schedule]),
  [at('POST', calls.create.path)]: () => good(schedule, 'The schedule is added.'),
  [at('POST', calls.send.path)]: () => good(null, 'The mail is on its way to you.'),
  [at('POST', calls.leave.path)]: () => good(null, 'You get no more of these mails.'),
  [at('GET', calls.deliveries.path)]: () =>
    good({
      deliveries: [
        mail({ isLate: true }),
        mail({ user: { id: idOf(4), name: 'Lou' }, state: 'SKIPPED', reason: 'right', tries: 0 }),
        mail({ user: { id: idOf(5), name: 'Dana' }, state: 'FAILED', reason: 'mail', tries: 3 }),
      ],
      more: true,
    }),
  'GET /e/enterprise/reports/boards': () =>
    good([
      {
        ...board,
        audience: 'nobody',
        departmentIds: [],
        isShared: false,
        owner: schedule.owner,
        isOwn: true,
        canEdit: true,
        changedAt: schedule.nextDueAt,
        version: 1,
      },
    ]),
  'GET /e/enterprise/reports/readers': () => good([{ id: idOf(5), name: 'Dana' }]),
}));
const open = () =>
  openScreens(
    '/boards/schedules',
    (root) => [screenAt(root, '/boards/schedules', ScheduleListPage), screenAt(root, '/boards/$boardId', () => null)],
    { ...sampleMe, permissions: ['CHAT.VIEW_ANALYTICS'] } as Me,
  );
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Today' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('the list tells when a board goes to whom, who gets none now, and how many mails did not go', async () => {
  open();
  const row = (await screen.findByRole('link', { name: 'Today' })).closest('tr');
  const cells = [...(row?.children ?? [])].map(({ textContent }) => textContent);
  expect([cells[1], cells[2]]).toEqual(['Every week on Friday at 08:00', 'PriyaLou (gets none now)']);
  expect(cells[4]).toContain('1 did not go');
});

test('the log of a schedule has each mail with its outcome, and turns its pages', async () => {
  open();
  await act('Show mails');
  const log = within(await screen.findByRole('dialog', { name: 'Mails of Today' }));
  const outcomes = (await log.findAllByText(/^(Sent|Not sent|Failed)$/)).map(({ textContent }) => textContent);
  expect(outcomes).toEqual(['Sent', 'Not sent', 'Failed']);
  expect(log.getByText('They may not see figures of chats.')).toBeTruthy();
  expect(log.getByText('The mail server did not take it. 3 tries.')).toBeTruthy();
  expect(log.getByText('Late')).toBeTruthy();
  await userEvent.click(log.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.queriesOf(at('GET', calls.deliveries.path)).at(-1)).toEqual({ from: '25', perPage: '25' }));
});

test('a board is sent to oneself, and left', async () => {
  open();
  await act('Send to me now');
  await waitFor(() => expect(toastTexts()).toEqual(['The mail is on its way to you.']));
  await act('Send me no more');
  await waitFor(() => expect(server.countOf(at('POST', calls.leave.path))).toBe(1));
});

test('a new schedule goes to its maker, at a day of the month', async () => {
  server.replies[at('GET', calls.list.path)] = () => good([]);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create schedule' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New schedule' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Choose a board.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('combobox', { name: 'Board' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Today' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'When' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Every month' }));
  const day = dialog.getByRole('textbox', { name: 'Day of the month' });
  await userEvent.clear(day);
  await userEvent.type(day, '31');
  server.replies[at('POST', calls.create.path)] = () =>
    refused('request.invalid', 'No.', {
      issues: [
        { field: 'userIds', code: 'report.reader', values: {}, reason: 'Choose active users who see the board and figures of chats.' },
      ],
    });
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Choose active users who see the board and figures of chats.')).toBeTruthy();
  expect(server.bodyOf(at('POST', calls.create.path))).toEqual({
    ...{ boardId: idOf(7), rhythm: 'monthly', weekday: 1, monthDay: 31, time: '08:00', userIds: [idOf(2)] },
    ...{ onlyWithRows: false, isActive: true },
  });
});
