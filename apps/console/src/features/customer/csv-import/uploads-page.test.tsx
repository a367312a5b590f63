import { notificationsStore } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answerWith, base, drawScreen, good, makeRecord, refused, uploadId } from './csv-import.fixtures.tsx';

const list = `GET ${base}/uploads`;
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

test('IMPORT-006 IMPORT-007 IMPORT-008 the history with its columns, the way to the form and back to the customers', async () => {
  answerWith({ [list]: good({ customerCSVs: [makeRecord()], hasMore: false }) });
  drawScreen('uploads');
  expect(await screen.findByRole('heading', { level: 1, name: 'My Uploads' })).toBeTruthy();
  await screen.findByText('people.csv');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'File Name',
    'Total Count',
    'Accepted',
    'Error',
    'Completed On',
    'Status',
  ]);
  expect(screen.getByRole('cell', { name: '5 Jan 2024 03:30 PM' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Upload' }).getAttribute('href')).toBe('/customer-master/uploadfile');
  expect(screen.getByRole('link', { name: 'Back to customers' }).getAttribute('href')).toBe('/customer-master/customers');
});

test('IMPORT-009 each state has an icon and says itself in words; a running import shows how far it is', async () => {
  const records = [
    makeRecord({ startsStreams: true, refusedStartCount: 5002 }),
    makeRecord({ uploadId: `${uploadId.slice(0, -1)}1`, state: 'WAITING', phase: 'queued' }),
    makeRecord({ uploadId: `${uploadId.slice(0, -1)}2`, state: 'ERROR', phase: 'failed', reason: 'The file could not be read.' }),
    makeRecord({ uploadId: `${uploadId.slice(0, -1)}3`, state: 'WAITING', phase: 'running', progress: 0.42 }),
  ];
  answerWith({ [list]: good({ customerCSVs: records, hasMore: false }) });
  drawScreen('uploads');
  await screen.findAllByText('people.csv');
  const badges = [...document.querySelectorAll('[data-state]')];
  expect(badges.map((badge) => badge.textContent)).toEqual(['Completed', 'Waiting', 'Error', 'Importing 42 %']);
  expect(badges.every((badge) => badge.querySelector('svg'))).toBe(true);
  expect(screen.getByText('The file could not be read.')).toBeTruthy();
  expect(screen.getByText(/^5,002 streams would begin at once, so none does/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of people.csv' }).getAttribute('aria-valuenow')).toBe('42');
});

test('IMPORT-010 a row leads to the Error List of its upload', async () => {
  answerWith({ [list]: good({ customerCSVs: [makeRecord()], hasMore: false }) });
  const router = drawScreen('uploads');
  await userEvent.click(await screen.findByRole('link', { name: 'people.csv' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/customer-master/error/${uploadId}`));
});

test('IMPORT-006 IMPORT-040 IMPORT-046 IMPORT-054 pages of ten, both dates empty; Previous stops at the start, Next at the end', async () => {
  const sent = answerWith({
    [list]: [good({ customerCSVs: [makeRecord()], hasMore: true }), good({ customerCSVs: [makeRecord()], hasMore: false })],
  });
  const router = drawScreen('uploads');
  expect((await screen.findByRole('button', { name: 'Previous' })).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Next' }).hasAttribute('disabled')).toBe(true));
  expect(router.state.location.search).toEqual({ from: 10 });
  expect(sent.map(({ query }) => query.toString())).toEqual([
    'from=0&perPage=10&fromDate=&toDate=',
    'from=10&perPage=10&fromDate=&toDate=',
  ]);
});

test('IMPORT-053 an empty history says No Record Found and offers to upload', async () => {
  answerWith({ [list]: good({ customerCSVs: [], hasMore: false }) });
  drawScreen('uploads');
  expect(await screen.findByText('No Record Found')).toBeTruthy();
  expect(within(screen.getByRole('table')).getByRole('link', { name: 'Upload' })).toBeTruthy();
});

test("IMPORT-050 a failed list shows the server's message as an error toast", async () => {
  answerWith({ [list]: refused('server.unexpected', 'The uploads are not at home.', { requestId: 'r1' }) });
  drawScreen('uploads');
  await vi.waitFor(() => expect(toasts()).toEqual(['The uploads are not at home.']));
});

const foresight = { removedCount: 5, restoredCount: 1, kept: [{ reason: 'chat', count: 2 }], isWhole: true };

test('undoing says first how many go, come back and stay, and why', async () => {
  const undoUntil = new Date(Date.now() + 60_000).toISOString();
  const undo = `POST ${base}/uploads/${uploadId}/undo`;
  const sent = answerWith({
    [list]: good({ customerCSVs: [makeRecord({ undoUntil })], hasMore: false }),
    [`GET ${base}/uploads/${uploadId}/undo`]: good({ undo: foresight }),
    [undo]: { ...good({ customerCSV: makeRecord({ phase: 'undoing' }) }), message: 'The import is being undone' },
  });
  drawScreen('uploads');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import of people.csv' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  await within(dialog).findByText('5 new customers are removed.');
  for (const text of ['1 replaced customer gets the earlier values back.', '2 customers stay as they are.', '2 with a chat'])
    expect(dialog.textContent).toContain(text);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo import' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['The import is being undone']));
  expect(sent.some(({ method, path }) => `${method} ${path}` === undo)).toBe(true);
});

test('the rest that an undo has left waits until something of it can be undone', async () => {
  const rest = makeRecord({ phase: 'undone', undoUntil: new Date(Date.now() + 60_000).toISOString() });
  answerWith({
    [list]: good({ customerCSVs: [rest], hasMore: false }),
    [`GET ${base}/uploads/${uploadId}/undo`]: good({ undo: { ...foresight, removedCount: 0, restoredCount: 0 } }),
  });
  drawScreen('uploads');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the rest of people.csv' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  await within(dialog).findByText('There is nothing to undo now.');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Undo import' }).disabled).toBe(true);
});

test('a running import can be cancelled', async () => {
  const cancel = `POST ${base}/uploads/${uploadId}/cancel`;
  const running = makeRecord({ phase: 'running', state: 'WAITING', progress: 0.1 });
  const sent = answerWith({
    [list]: good({ customerCSVs: [running], hasMore: false }),
    [cancel]: good({ customerCSV: makeRecord({ phase: 'cancelled' }) }),
  });
  drawScreen('uploads');
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the import of people.csv' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stop import' }));
  await vi.waitFor(() => expect(sent.some(({ method, path }) => `${method} ${path}` === cancel)).toBe(true));
});
