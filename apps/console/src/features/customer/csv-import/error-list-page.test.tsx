import { notificationsStore } from '@mantine/notifications';
import type { UploadErrorRow } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { setToken } from '../../../lib/session.ts';
import { exportCall, exportLink, makeExport } from '../../../test-exports.ts';
import { answerWith, base, drawScreen, good, makeErrorRow, makeRecord, uploadId } from './csv-import.fixtures.tsx';

const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

const record = `GET ${base}/uploads/${uploadId}`;
const errors = `${record}/errors`;
const repair = `PUT ${base}/uploads/${uploadId}/errors`;
const grace = makeErrorRow(3, ['98', 'Grace'], 'The phone number is too short', 'Customer already exists');
const linus = makeErrorRow(7, ['97', 'Linus'], 'The phone number is too short');
const headers = ['Mobile', 'Who'];
const kindOf = (code: string, field: string, message: string, count: number, values = {}) => ({
  kind: `${code} ${field}`,
  code,
  field,
  values,
  message,
  count,
});
const kinds = [
  kindOf('value.number', 'Pin', 'Pin must be a number', 2, { label: 'Who' }),
  kindOf('customer.exists', 'phoneNumber', 'Customer already exists', 1),
  kindOf('phone.no_country', 'phoneNumber', 'The phone number needs a country code', 300),
  kindOf('value.date_ambiguous', 'Born', 'Born: 05/04/2026 can be two dates. Write the year first, such as 2026-01-31', 4),
  kindOf('value.too_long', 'name', 'Name: Maximum length must be 30 characters.', 3, { maximum: 30 }),
];
const answerRows = (customers: UploadErrorRow[], hasMore = false) => good({ customers: { customers, headers, hasMore }, kinds });
const answerRecord = good({ customerCSV: makeRecord() });

test('IMPORT-025 IMPORT-026 IMPORT-042 the refused rows with a message on each line, and the way back to uploads', async () => {
  answerWith({ [record]: answerRecord, [errors]: answerRows([grace, linus]) });
  drawScreen(`error/${uploadId}`);
  expect(await screen.findByText('98,Grace')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['S.No', 'Error row in input file', 'Errors']);
  const [first] = screen.getAllByRole('row').slice(1);
  expect(within(first as HTMLElement).getAllByRole('cell')[0]?.textContent).toBe('1Line 3');
  expect(
    within(first as HTMLElement)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(grace.errors.map(({ message }) => message));
  expect(screen.getByRole('link', { name: 'Back to My Uploads' }).getAttribute('href')).toBe('/customer-master/uploads');
  expect(await screen.findByText('8 accepted + 2 errors = 10 rows')).toBeTruthy();
});

test('IMPORT-027 a list without rows says No Errors Found', async () => {
  answerWith({ [record]: answerRecord, [errors]: answerRows([]) });
  drawScreen(`error/${uploadId}`);
  expect(await screen.findByText('No Errors Found')).toBeTruthy();
});

test('IMPORT-028 IMPORT-041 IMPORT-047 IMPORT-052 search, message and pages of fifteen live in the address and go to the server', async () => {
  const sent = answerWith({ [record]: answerRecord, [errors]: answerRows([grace], true) });
  const router = drawScreen(`error/${uploadId}`);
  await screen.findByText('98,Grace');
  expect(screen.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ from: 15 }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search rows and errors' }), 'gra{Enter}');
  await userEvent.click(screen.getByRole('combobox', { name: 'Error' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Customer already exists (1)' }));
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ from: 0, search: 'gra', kind: 'customer.exists phoneNumber' }));
  await vi.waitFor(() =>
    expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toEqual({
      from: '0',
      perPage: '15',
      search: 'gra',
      kind: 'customer.exists phoneNumber',
    }),
  );
});

test('a row is edited in place and resubmitted; accepted it leaves the list', async () => {
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: [answerRows([grace, linus]), answerRows([linus])],
    [repair]: good({ acceptedCount: 1, rejected: [] }),
  });
  drawScreen(`error/${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit line 3' }));
  const field = screen.getByLabelText('Mobile') as HTMLInputElement;
  expect(field).toBe(document.activeElement);
  await userEvent.clear(field);
  await userEvent.type(field, '+919876543210{Enter}');
  await vi.waitFor(() => expect(screen.queryByText('98,Grace')).toBeNull());
  expect(toasts()).toEqual(['1 row accepted']);
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ lines: [{ lineNumber: 3, cells: ['+919876543210', 'Grace'] }] });
});

test('several edited rows go together; a rejected one shows its new error and keeps what was typed', async () => {
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: [answerRows([grace, linus]), answerRows([linus])],
    [repair]: good({ acceptedCount: 1, rejected: [makeErrorRow(7, ['971', 'Linus'], 'The number is of no country')] }),
  });
  drawScreen(`error/${uploadId}`);
  for (const line of [3, 7]) {
    await userEvent.click(await screen.findByRole('button', { name: `Edit line ${line}` }));
    await userEvent.type(within(screen.getByRole('form', { name: `Line ${line} of the file` })).getByLabelText('Mobile'), '1');
  }
  await userEvent.click(screen.getByRole('button', { name: 'Resubmit all edited' }));
  expect(await screen.findByText('The number is of no country')).toBeTruthy();
  expect((screen.getByLabelText('Mobile') as HTMLInputElement).value).toBe('971');
  expect(toasts()).toEqual(['1 row accepted, 1 row still has errors']);
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    lines: [
      { lineNumber: 3, cells: ['981', 'Grace'] },
      { lineNumber: 7, cells: ['971', 'Linus'] },
    ],
  });
});

test('the error rows are made a file, which is saved through a link with a token', async () => {
  setToken('token');
  const sent = answerWith({
    ...{ [record]: answerRecord, [errors]: answerRows([grace]), [exportCall]: good(makeExport()) },
    'GET /e/enterprise/download/getId': good({ id: 'key' }),
  });
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this);
  });
  drawScreen(`error/${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Download error rows' }));
  await vi.waitFor(() => expect(links[0]?.getAttribute('href')).toBe(`${exportLink}?x-access-id=key`));
  const asked = sent.find(({ method, path }) => `${method} ${path}` === exportCall)?.body;
  expect(asked).toMatchObject({ kind: 'importErrors', filter: { uploadId } });
});

test('leaving with edited rows asks first', async () => {
  localStorage.setItem('token', 'x');
  answerWith({ [record]: answerRecord, [errors]: answerRows([grace]) });
  drawScreen(`error/${uploadId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit line 3' }));
  await userEvent.type(screen.getByLabelText('Mobile'), '1');
  await userEvent.click(screen.getByRole('link', { name: 'Back to My Uploads' }));
  expect(await screen.findByText('Leave without saving?')).toBeTruthy();
});

test('all rows of one kind are mended in one way, some hundreds a call, and what came of it is told', async () => {
  const fix = `PUT ${base}/uploads/${uploadId}/errors/kind`;
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: answerRows([grace, linus]),
    [fix]: [
      good({ acceptedCount: 199, rejectedCount: 1, lastLine: 450, more: true }),
      good({ acceptedCount: 100, rejectedCount: 0, lastLine: 900, more: false }),
    ],
  });
  drawScreen(`error/${uploadId}?kind=phone.no_country%20phoneNumber`);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Read the numbers as those of' }));
  await userEvent.click(await screen.findByRole('option', { name: 'India' }));
  await userEvent.click(screen.getByRole('button', { name: 'Repair 300 rows' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['299 rows accepted, 1 row still has errors']));
  const kind = 'phone.no_country phoneNumber';
  const how = { how: 'country', country: 'IN' };
  expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { kind, fix: how, after: 0 },
    { kind, fix: how, after: 450 },
  ]);
});

test('a value for the column of the reason mends the others, and empty is a value', async () => {
  const fix = `PUT ${base}/uploads/${uploadId}/errors/kind`;
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: answerRows([grace, linus]),
    [fix]: good({ acceptedCount: 2, rejectedCount: 0, lastLine: 7, more: false }),
  });
  drawScreen(`error/${uploadId}?kind=value.number%20Pin`);
  expect(((await screen.findByRole('combobox', { name: 'Column' })) as HTMLInputElement).value).toBe('Who');
  await userEvent.click(screen.getByRole('button', { name: 'Repair 2 rows' }));
  await vi.waitFor(() => expect(sent.at(-1)?.method === 'PUT' || sent.some(({ method }) => method === 'PUT')).toBe(true));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    kind: 'value.number Pin',
    fix: { how: 'value', column: 1, value: '' },
    after: 0,
  });
});

test('dates that can be two days are mended by their order', async () => {
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: answerRows([grace, linus]),
    [`PUT ${base}/uploads/${uploadId}/errors/kind`]: good({ acceptedCount: 4, rejectedCount: 0, lastLine: 7, more: false }),
  });
  drawScreen(`error/${uploadId}?kind=value.date_ambiguous%20Born`);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Read the dates with' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Day first: 05/04/2026 is 5 April' }));
  await userEvent.click(screen.getByRole('button', { name: 'Repair 4 rows' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['4 rows accepted']));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    kind: 'value.date_ambiguous Born',
    fix: { how: 'dates', order: 'day' },
    after: 0,
  });
});

test('long names are cut, or kept, all of them at once', async () => {
  const sent = answerWith({
    [record]: answerRecord,
    [errors]: answerRows([grace, linus]),
    [`PUT ${base}/uploads/${uploadId}/errors/kind`]: good({ acceptedCount: 3, rejectedCount: 0, lastLine: 7, more: false }),
  });
  drawScreen(`error/${uploadId}?kind=value.too_long%20name`);
  await userEvent.click(await screen.findByRole('combobox', { name: 'Long names' }));
  expect(screen.getByRole('option', { name: 'Cut at a word, at most 30 characters' })).toBeTruthy();
  await userEvent.click(screen.getByRole('option', { name: 'Keep whole' }));
  await userEvent.click(screen.getByRole('button', { name: 'Repair 3 rows' }));
  await vi.waitFor(() => expect(toasts()).toEqual(['3 rows accepted']));
  expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({
    kind: 'value.too_long name',
    fix: { how: 'names', way: 'keep' },
    after: 0,
  });
});

test('values that were left out are counted by field, with the first of their lines', async () => {
  const leftOut = [
    { field: 'emailId', label: 'Email', count: 1200, lines: [3, 7] },
    { field: 'born', label: 'Born', count: 1, lines: [9] },
  ];
  answerWith({ [record]: good({ customerCSV: makeRecord({ leavesOut: true, leftOut }) }), [errors]: answerRows([]) });
  drawScreen(`error/${uploadId}`);
  expect(await screen.findByText('1,201 values were left out')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Email: 1,200, first of the lines 3, 7',
    'Born: 1, of the lines 9',
  ]);
});

test('rows whose number somebody has are not offered one value for all', async () => {
  answerWith({ [record]: answerRecord, [errors]: answerRows([grace]) });
  drawScreen(`error/${uploadId}?kind=customer.exists%20phoneNumber`);
  expect(await screen.findByText('98,Grace')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Repair/ })).toBeNull();
});
