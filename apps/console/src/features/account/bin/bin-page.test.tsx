import { notificationsStore } from '@mantine/notifications';
import type { BinEntry, RestoreAnswer } from '@parley/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { BinPage } from './bin-page.tsx';

const base = '/e/enterprise/trash';
const asha: BinEntry = {
  id: idOf(11),
  kind: 'customer',
  recordId: idOf(31),
  name: 'Asha',
  contains: {},
  deletedBy: 'Priya',
  deletedAt: '2026-01-05T15:30:09.000Z',
  reason: 'Asked for it',
  daysLeft: 3,
};
const buy: BinEntry = {
  ...asha,
  id: idOf(12),
  kind: 'intent',
  name: 'Buy',
  contains: { phrases: 2, values: 0, tests: 1 },
  reason: '',
  daysLeft: 29,
};
const kinds: BinEntry['kind'][] = ['customer', 'intent'];
const listed = (entries: BinEntry[], mayPurge = true) =>
  good({ entries, more: false, kinds, people: [{ id: idOf(2), name: 'Priya' }], mayPurge });
const restored = (overrides: Partial<RestoreAnswer> = {}) =>
  good({ kind: 'customer', recordId: idOf(31), name: 'Asha', missing: [], link: '', ...overrides });
const server = stubServer(() => ({ [`GET ${base}`]: () => listed([asha, buy]) }));
const restore = `POST ${base}/${asha.id}/restore`;
const purge = `DELETE ${base}/${asha.id}`;
const open = () => {
  setEnterpriseZone('UTC');
  openScreens('/admin/trash', (root) => [screenAt(root, '/admin/trash', BinPage)], { ...sampleMe, permissions: ['TRASH.VIEW'] });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Looking at a toast with a list draws it, so nothing waits by looking at it. */
const findToasts = async () => {
  await waitFor(() => expect(notificationsStore.getState().notifications).toHaveLength(1));
  return toastTexts();
};
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('ADMIN-113 the bin lists what was deleted, with its parts, who deleted it, when, why, and the days that are left', async () => {
  open();
  await screen.findByRole('button', { name: 'Restore Asha' });
  const [, ...rows] = screen.getAllByRole('row');
  expect(rows.map(cellsOf)).toEqual([
    ['Asha', 'Customer', 'Priya', 'Jan 05 2026 03:30:09 PM', 'Asked for it', '', '3', 'Restore'],
    ['Buy', 'Intent', 'Priya', 'Jan 05 2026 03:30:09 PM', '', '2 phrases, 1 test', '29', 'Restore'],
  ]);
  expect(server.queriesOf(`GET ${base}`)).toEqual([{ kind: '', search: '', userId: '', from: '0', perPage: '25' }]);
});

test('an empty bin says what comes here', async () => {
  server.replies[`GET ${base}`] = () => listed([]);
  open();
  expect(await screen.findByRole('heading', { name: 'The bin is empty' })).toBeTruthy();
  expect(screen.getByText('What you and your colleagues delete waits here for 30 days and can be restored.')).toBeTruthy();
});

test('a bin that could not be loaded says why and is asked for again', async () => {
  server.replies[`GET ${base}`] = () => refused('server.unexpected', 'The server failed.', { requestId: 'r-1' });
  open();
  const alert = within(await screen.findByRole('alert'));
  expect([alert.getByRole('heading').textContent, alert.getByText('The server failed.').textContent]).toEqual([
    'This could not be loaded',
    'The server failed.',
  ]);
  server.replies[`GET ${base}`] = () => listed([asha]);
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Restore Asha' })).toBeTruthy();
});

test('the list is narrowed by type, person and name, until the filters are cleared', async () => {
  server.replies[`GET ${base}`] = ({ query }) => listed(query.search ? [] : [asha, buy]);
  open();
  await screen.findByRole('button', { name: 'Restore Asha' });
  for (const [filter, choice] of [
    ['Type', 'Intent'],
    ['Deleted by', 'Priya'],
  ] as const) {
    await userEvent.click(screen.getByRole('combobox', { name: filter }));
    await userEvent.click(await screen.findByRole('option', { name: choice }));
  }
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name' }), { target: { value: 'none' } });
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeTruthy();
  expect(server.queriesOf(`GET ${base}`).at(-1)).toEqual({ kind: 'intent', search: 'none', userId: idOf(2), from: '0', perPage: '25' });
  await press('Clear filters');
  expect(await screen.findByRole('button', { name: 'Restore Asha' })).toBeTruthy();
});

test('a record is restored at once, and the list read again; what is gone for good of it is named', async () => {
  server.replies[restore] = () => {
    server.replies[`GET ${base}`] = () => listed([buy]);
    return restored({
      name: 'Asha (2)',
      missing: [
        { kind: 'label', name: 'VIP' },
        { kind: 'artifact', count: 4 },
      ],
    });
  };
  open();
  await press('Restore Asha');
  expect(await findToasts()).toEqual(['Asha (2) is restored.\nGone for good: Label VIPGone for good: 4 × Attachment']);
  expect(server.bodyOf(restore) ?? {}).toEqual({});
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Asha' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Restore Buy' })).toBeTruthy();
});

test('the parent of a record is restored with it once that is agreed to', async () => {
  server.replies[restore] = ({ body }) =>
    (body as { withParents?: unknown } | undefined)?.withParents
      ? restored()
      : refused('bin.parents_needed', 'Sales must be restored first.', { parents: [{ kind: 'bot', name: 'Sales' }] });
  open();
  await press('Restore Asha');
  const question = () => screen.findByRole('dialog', { name: 'Restore what it belongs to as well?' });
  expect(within(await question()).getByText('Asha cannot be without these, which lie in the bin too: Bot Sales.')).toBeTruthy();
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([server.countOf(restore), toastTexts()]).toEqual([1, []]);
  await press('Restore Asha');
  await question();
  await press('Restore all');
  expect(await findToasts()).toEqual(['Asha is restored.']);
  expect(server.bodyOf(restore)).toEqual({ withParents: 'true' });
});

test('a customer whose number another has by now is merged with that one once that is agreed to', async () => {
  server.replies[restore] = ({ body }) =>
    (body as { merge?: unknown } | undefined)?.merge
      ? restored()
      : refused('bin.conflict', 'Somebody has the number.', { customerId: idOf(40), name: 'Ravi' });
  open();
  await press('Restore Asha');
  const question = within(await screen.findByRole('dialog', { name: 'Merge with Ravi?' }));
  expect(
    question.getByText(
      'Ravi has the phone number of Asha by now. Both become one customer; what Ravi lacks comes from Asha, with the history.',
    ),
  ).toBeTruthy();
  await press('Merge');
  expect(await findToasts()).toEqual(['Asha is restored.']);
  expect(server.bodyOf(restore)).toEqual({ merge: 'true' });
});

test('a record that cannot be restored stays in the list, and why is told', async () => {
  server.replies[restore] = () => refused('bin.gone', 'The record was deleted for good.');
  open();
  await press('Restore Asha');
  await waitFor(() => expect(toastTexts()).toEqual(['The record was deleted for good.']));
  expect([screen.queryByRole('dialog'), server.countOf(restore)]).toEqual([null, 1]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Restore Asha' })).toBeTruthy());
});

test('a record is deleted for good only when its name is typed', async () => {
  server.replies[purge] = () => good(null);
  open();
  await press('Delete Asha forever');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Asha forever?' }));
  expect(dialog.getByText('Nobody can bring it back. Reports keep their counts, without anything personal.')).toBeTruthy();
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete forever' });
  const name = dialog.getByRole('textbox', { name: 'Type the name: Asha' });
  await userEvent.type(name, 'Ash');
  expect(button.disabled).toBe(true);
  await userEvent.type(name, 'a');
  expect(button.disabled).toBe(false);
  await userEvent.click(button);
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted for good.']));
  expect(server.queriesOf(purge)).toEqual([{ name: 'Asha' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(`GET ${base}`)).toBe(2);
});

test('the reason why a record was not deleted for good is told, and its dialog stays open', async () => {
  server.replies[purge] = () => refused('bin.name_differs', 'Type the name of the record as it stands here.');
  open();
  await press('Delete Asha forever');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Asha forever?' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Type the name: Asha' }), 'Asha{Enter}');
  await waitFor(() => expect(toastTexts()).toEqual(['Type the name of the record as it stands here.']));
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Type the name: Asha' }).value).toBe('Asha'));
});

test('a user who may not delete for good restores, and is offered nothing else', async () => {
  server.replies[`GET ${base}`] = () => listed([asha], false);
  open();
  expect(await screen.findByRole('button', { name: 'Restore Asha' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Asha forever' })).toBeNull();
});
