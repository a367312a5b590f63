import { builtInDefinitions } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { setToken } from '../../../lib/session.ts';
import { answerWith, base, drawScreen, good, makeRecord, parsed, refused, setId, uploadId } from './csv-import.fixtures.tsx';

const csv = new File(['Mobile,Who\n+919876543210,Grace\n'], 'people.csv', { type: 'text/csv' });
const uploaded = { id: uploadId, url: '/e/enterprise/files/1', name: 'people.csv', type: 'text/csv', size: 3 };
const input = () => document.querySelector('input[type="file"]') as HTMLInputElement;
const upload = () => vi.spyOn(api, 'upload').mockResolvedValue(uploaded);

const made = [
  refused('attribute.invalid', 'The attribute is wrong.', {
    errors: [{ field: 'fieldName', code: 'attribute.name_taken', values: {}, message: 'Field Name must be unique' }],
  }),
  good({
    inputFieldDefinition: { ...builtInDefinitions[1], fieldName: 'Town_2', fieldLabel: 'Home town', mandatory: false, fieldType: 'date' },
  }),
];
const taken = [good({ customerCSV: makeRecord({ state: 'WAITING' }) })];
async function drawMapping(address = 'uploadfile', answers: object[] = taken, head = parsed, permissions: string[] = []) {
  upload();
  const sent = answerWith({
    [`POST ${base}/uploads`]: [good(head), ...answers],
    'POST /chatbird/api/customer_master/inputfield': [...made],
    'GET /chatbird/api/customer_master/groups': good({ groups: [{ id: setId, name: 'VIP', count: 1, version: 1 }] }),
    'GET /chatbird/api/customer_master/tags': good({ tags: [{ id: setId, name: 'Hot', count: 1, version: 1 }] }),
  });
  const router = drawScreen(address, permissions);
  await screen.findByRole('heading', { name: 'Upload' });
  await userEvent.upload(input(), csv);
  await screen.findByRole('table', { name: 'Map the columns' });
  const posts = () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { sent, posts, router };
}
const choose = async (field: string, header: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: `Column for ${field}` }));
  await userEvent.click(await screen.findByRole('option', { name: header }));
};
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));

test('IMPORT-011 IMPORT-012 IMPORT-013 IMPORT-015 the form with its sample, picker, checkbox and way to My Uploads', async () => {
  answerWith({});
  drawScreen('uploadfile');
  expect(await screen.findByRole('heading', { level: 1, name: 'Upload' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'My Uploads' }).getAttribute('href')).toBe('/customer-master/uploads');
  expect(screen.getByText('You can download .csv feed file sample')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download Sample' })).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Replace Existing Records' })).toBeTruthy();
  expect(input().accept).toBe('text/csv,.csv');
});

test('IMPORT-014 a file that is no CSV file is refused and not sent', async () => {
  const send = upload();
  answerWith({});
  drawScreen('uploadfile');
  await screen.findByRole('heading', { name: 'Upload' });
  await userEvent.upload(input(), new File(['x'], 'people.xlsx', { type: 'application/vnd.ms-excel' }), { applyAccept: false });
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid File Format !');
  expect(send).not.toHaveBeenCalled();
});

test('IMPORT-044 IMPORT-045 the sample is saved as sample.csv, its link with a download token', async () => {
  setToken('token');
  answerWith({ 'GET /e/enterprise/download/getId': good({ id: 'one time' }) });
  const links: HTMLAnchorElement[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    links.push(this);
  });
  drawScreen('uploadfile');
  await userEvent.click(await screen.findByRole('button', { name: 'Download Sample' }));
  await vi.waitFor(() => expect(links).toHaveLength(1));
  expect(links[0]?.download).toBe('sample.csv');
  expect(links[0]?.getAttribute('href')).toBe('/chatbird/api/customer_master/sample?x-access-id=one%20time');
});

test('IMPORT-003 IMPORT-033 IMPORT-035 IMPORT-037 the first post of a group has the server read the uploaded file', async () => {
  const { posts } = await drawMapping(`uploadfile/groupId/${setId}`);
  expect(await screen.findByText('The customers are added to the group VIP')).toBeTruthy();
  expect(posts()).toEqual([
    {
      file: { name: 'people.csv', path: uploaded.url, source: 'URL' },
      segmentId: '',
      groupId: setId,
      group: true,
      replace: false,
    },
  ]);
});

test('IMPORT-002 IMPORT-033 IMPORT-035 the address of a label names it, and its rows go there', async () => {
  const { posts } = await drawMapping(`uploadfile/${setId}`);
  expect(await screen.findByText('The customers get the label Hot')).toBeTruthy();
  expect(posts()[0]).toMatchObject({ segmentId: setId, groupId: '', group: false });
});

test('IMPORT-016 IMPORT-017 IMPORT-051 every system header has a choice of the headers of the file, the proposal chosen', async () => {
  await drawMapping();
  const table = screen.getByRole('table', { name: 'Map the columns' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Headers', 'Value']);
  expect(
    within(table)
      .getAllByRole('combobox')
      .map((box) => box.getAttribute('aria-label')),
  ).toEqual(['Column for Phone Number', 'Column for Name', 'Column for City']);
  expect((screen.getByRole('combobox', { name: 'Column for Phone Number' }) as HTMLInputElement).value).toBe('Mobile');
  await userEvent.click(screen.getByRole('combobox', { name: 'Column for City' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Mobile', 'Who', 'Town']);
});

test('IMPORT-018 IMPORT-034 IMPORT-038 IMPORT-039 the mapping goes out with the upload id and what the checkbox says by then', async () => {
  const { posts } = await drawMapping();
  await choose('Name', 'Who');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Replace Existing Records' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Start streams' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Leave out bad optional values' }));
  await userEvent.type(screen.getByLabelText('Save this mapping as'), ' Weekly ');
  await submit();
  await screen.findByText('Uploaded Succesfully');
  expect(posts()[1]).toEqual({
    uploadId,
    headerMapping: [
      { src: 'Mobile', des: 'phoneNumber' },
      { src: 'Who', des: 'name' },
    ],
    replace: true,
    startStreams: true,
    leaveOutInvalid: true,
    segmentId: '',
    groupId: '',
    group: false,
    country: 'IN',
    dateOrder: '',
    mappingName: 'Weekly',
  });
});

test('IMPORT-019 IMPORT-020 IMPORT-021 IMPORT-022 IMPORT-023 IMPORT-024 the success card, and its way to the customers', async () => {
  const { router } = await drawMapping();
  await choose('Name', 'Who');
  await submit();
  expect(await screen.findByText('Uploaded Succesfully')).toBe(document.activeElement);
  expect(screen.getByText('people.csv')).toBeTruthy();
  expect(screen.getByText('We are in the process of adding your current file ...')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'My Upload' });
  expect(link.parentElement?.textContent).toBe('You can check your upload status on My Upload');
  await userEvent.click(screen.getByRole('link', { name: 'View Customer' }));
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/customer-master/customers'));
});

test('a name without a column and a header used twice are told beside their rows, and nothing is sent', async () => {
  const { posts } = await drawMapping();
  await submit();
  expect(await screen.findByText('Choose which column holds the name.')).toBeTruthy();
  await choose('Name', 'Mobile');
  expect(screen.getByText('This column is already used for Phone Number. Choose another column.')).toBeTruthy();
  await submit();
  expect(posts()).toHaveLength(1);
});

test('dates that can be two days are read in the order that is chosen; that of the other dates is proposed', async () => {
  const { posts } = await drawMapping('uploadfile', taken, {
    ...parsed,
    systemFields: [...parsed.systemFields, { name: 'born', label: 'Born', mandatory: false, isDate: true }],
    proposal: [...parsed.proposal, { src: 'Who', des: 'name' }],
    unclearDates: [{ header: 'Town', example: '05/04/2026', order: 'day' }],
  });
  const group = () => screen.queryByRole('radiogroup', { name: 'Dates such as 05/04/2026' });
  expect(group()).toBeNull();
  await choose('Born', 'Town');
  expect((screen.getByRole('radio', { name: /^Day first/ }) as HTMLInputElement).checked).toBe(true);
  expect(group()).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: /^Month first/ }));
  await submit();
  await screen.findByText('Uploaded Succesfully');
  expect(posts()[1]).toMatchObject({ dateOrder: 'month' });
});

test('a column that fills no field becomes one, where that is allowed, and is mapped to it', async () => {
  const head = { ...parsed, proposal: [...parsed.proposal, { src: 'Who', des: 'name' }] };
  const { sent, posts } = await drawMapping('uploadfile', taken, head, ['ENTERPRISE.EDIT', 'CUSTOMER_MASTER.VIEW']);
  await userEvent.click(screen.getByRole('button', { name: 'Create a field from a column' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create a field from a column' });
  const label = within(dialog).getByRole('textbox', { name: /^Field Label/ });
  await userEvent.clear(label);
  await userEvent.type(label, 'Home town');
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Field Type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Date' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create field' }));
  expect(await within(dialog).findByText('Field Name must be unique')).toBeTruthy();
  const name = within(dialog).getByRole('textbox', { name: /^Field Name/ });
  await userEvent.type(name, '_2');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create field' }));
  expect(((await screen.findByRole('combobox', { name: 'Column for Home town' })) as HTMLInputElement).value).toBe('Town');
  expect(sent.filter(({ path }) => path.endsWith('/inputfield')).at(-1)?.body).toEqual({
    ...{ fieldName: 'Town_2', fieldLabel: 'Home town', fieldHelptext: 'Home town', mandatory: false, fieldType: 'date', inputType: '' },
    ...{ validations: [], category: 'general', search: false },
  });
  await submit();
  await screen.findByText('Uploaded Succesfully');
  expect(posts().at(-1)).toMatchObject({ headerMapping: expect.arrayContaining([{ src: 'Town', des: 'Town_2' }]) });
});

test('fields are made from columns by those alone who may make fields', async () => {
  await drawMapping('uploadfile', taken, parsed, ['CUSTOMER_MASTER.VIEW']);
  expect(screen.getByText('Columns that are not imported: Who, Town')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create a field from a column' })).toBeNull();
});

test('a saved mapping fills in what this file has of it', async () => {
  await drawMapping();
  await userEvent.click(screen.getByRole('combobox', { name: 'Saved mappings' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Monthly' }));
  expect((screen.getByRole('combobox', { name: 'Column for Name' }) as HTMLInputElement).value).toBe('Who');
  expect((screen.getByRole('combobox', { name: 'Column for City' }) as HTMLInputElement).value).toBe('');
  expect(screen.getByText('This file has 2 of 3 columns of the mapping.')).toBeTruthy();
});

test('a saved mapping brings back how dates were read, and that wrong values that nobody needs are left out', async () => {
  const { posts } = await drawMapping();
  const leaveOut = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Leave out/ });
  expect(leaveOut().checked).toBe(false);
  await userEvent.click(screen.getByRole('combobox', { name: 'Saved mappings' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Monthly' }));
  expect(leaveOut().checked).toBe(true);
  await submit();
  await vi.waitFor(() => expect(posts().at(-1)).toMatchObject({ dateOrder: 'month', leaveOutInvalid: true }));
});

test('a refused mapping shows the words of the server', async () => {
  await drawMapping('uploadfile', [
    refused('import.mapping_invalid', 'The mapping is wrong.', {
      errors: [{ field: 'city', code: 'test.fault', values: {}, message: 'No such column.' }],
    }),
  ]);
  await choose('Name', 'Who');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toBe('The mapping is wrong.');
  expect(screen.getByText('No such column.')).toBeTruthy();
});

test('a file that cannot be read says why, and another one can be chosen', async () => {
  upload();
  answerWith({ [`POST ${base}/uploads`]: refused('import.file_invalid', 'The file has a header and no rows.', { reason: 'no rows' }) });
  drawScreen('uploadfile');
  await screen.findByRole('heading', { name: 'Upload' });
  await userEvent.upload(input(), csv);
  expect((await screen.findByRole('alert')).textContent).toBe('The file has a header and no rows.');
  expect(input()).toBeTruthy();
});

test('an upload on its way tells how far it is and can be cancelled', async () => {
  let signal: AbortSignal | undefined;
  vi.spyOn(api, 'upload').mockImplementation(
    (_form, onProgress, options) =>
      new Promise((_resolve, reject) => {
        signal = options?.signal;
        onProgress?.(0.4);
        signal?.addEventListener('abort', () => reject(signal?.reason as Error));
      }),
  );
  answerWith({});
  drawScreen('uploadfile');
  await screen.findByRole('heading', { name: 'Upload' });
  await userEvent.upload(input(), csv);
  expect((await screen.findByRole('progressbar', { name: 'Progress of people.csv' })).getAttribute('aria-valuenow')).toBe('40');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('The upload was cancelled.')).toBeTruthy();
  expect(signal?.aborted).toBe(true);
});
