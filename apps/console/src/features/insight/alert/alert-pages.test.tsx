import { endpoints, type Me, type ReportAlert } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { AlertListPage } from './alert-list-page.tsx';

const calls = endpoints.reportAlerts;
const id = idOf(1);
const at = (method: string, path: string) => `${method} ${path.replace(':reportAlertId', id)}`;
const none = { departmentIds: [], agentIds: [], channelIds: [], labelIds: [] };
const alert: ReportAlert = {
  ...{ id, name: 'Slow', measure: 'chat.waitMedian', unit: 'ms', filter: none, windowMinutes: 30, direction: 'above', value: 90_000 },
  ...{ leastRows: 3, quietFrom: '', quietUntil: '', people: [{ id: idOf(4), name: 'Cleo' }], isActive: true },
  ...{ owner: { id: idOf(2), name: 'Priya' }, isOwn: true, canEdit: true, state: 'OVER', since: '2026-03-02T10:00:00.000Z' },
  ...{ lastValue: 125_000, lookedAt: '2026-03-02T10:05:00.000Z', hold: '', version: 3 },
};
const server = stubServer(() => ({
  [at('GET', calls.list.path)]: () => good([alert]),
  [at('POST', calls.create.path)]: () => good(alert, 'The alert is added.'),
  [at('PUT', calls.update.path)]: () => good(alert, 'The alert is saved.'),
  [at('DELETE', calls.remove.path)]: () => good(null, 'The alert is deleted.'),
  'GET /e/enterprise/reports/readers': () => good([{ id: idOf(5), name: 'Dana' }]),
  'GET /e/enterprise/chat/analytics/choices': () => good({ channels: [], departments: [], agents: [], labels: [] }),
}));
const open = () =>
  openScreens('/boards/alerts', (root) => [screenAt(root, '/boards/alerts', AlertListPage)], {
    ...sampleMe,
    permissions: ['CHAT.VIEW_ANALYTICS'],
  } as Me);

test('the list tells each rule with its state and last figure', async () => {
  open();
  const row = (await screen.findByText('Slow')).closest('tr');
  const cells = [...(row?.children ?? [])].map(({ textContent }) => textContent);
  expect([cells[1], cells[3], cells[5]]).toEqual(['Wait, median above 1:30 in 30 min', '2:05', 'Priya, Cleo']);
  expect(within(row as HTMLElement).getByText('Crossed')).toBeTruthy();
});

test('an alert that is not looked at says why, and who may not change it is offered nothing', async () => {
  server.replies[at('GET', calls.list.path)] = () => good([{ ...alert, hold: 'owner', isOwn: false, canEdit: false }]);
  open();
  expect(await screen.findByText('Owner lacks the right')).toBeTruthy();
  expect(screen.getByText('By Priya')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions of Slow' })).toBeNull();
});

test('a new alert is typed in minutes and sent in the unit of its measure, with those whom it tells', async () => {
  server.replies[at('GET', calls.list.path)] = () => good([]);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Create alert' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Give the alert a name.')).toBeTruthy();
  expect(dialog.getByText('Give a value of 0 or more.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Waits');
  await userEvent.type(dialog.getByRole('textbox', { name: 'Value' }), '2.5');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Tells' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Dana' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The alert is added.']));
  expect(server.queriesOf('GET /e/enterprise/reports/readers').at(0)).toEqual({ name: '' });
  expect(server.bodyOf(at('POST', calls.create.path))).toEqual({
    ...{ name: 'Waits', measure: 'chat.waitMedian', filter: none, windowMinutes: 60, direction: 'above', value: 150_000, leastRows: 1 },
    ...{ quietFrom: '', quietUntil: '', userIds: [idOf(5)], isActive: true },
  });
});

test('an alert is changed with the version that was read; what the server refuses stands at its field', async () => {
  open();
  server.replies[at('PUT', calls.update.path)] = () =>
    refused('request.invalid', 'No.', {
      issues: [{ field: 'userIds', code: 'report.user', values: {}, reason: 'Choose active users who may see figures of chats.' }],
    });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Slow' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Slow' }));
  expect((dialog.getByRole('textbox', { name: 'Value' }) as HTMLInputElement).value).toBe('1.5 min');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Choose active users who may see figures of chats.')).toBeTruthy();
  expect(server.bodyOf(at('PUT', calls.update.path))).toMatchObject({ version: 3, value: 90_000, userIds: [idOf(4)] });
});

test('an alert is deleted after a question; a list that fails says why', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of Slow' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf(at('DELETE', calls.remove.path))).toBe(1));
});
