import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { downloadTable, expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

const base = '/chatbird/api/customer_master';
type Answer = { status: boolean; message: string; data: Record<string, unknown>; response: unknown };

/** A signed-in administrator of an enterprise of the journey's own, and calls in their name. */
async function makeOperator(browser: Parameters<typeof openPage>[0], name: string, options: Parameters<typeof openPage>[1] = {}) {
  const { page, problems } = await openPage(browser, options);
  const { email } = await makeEnterprise(page.request, name);
  const headers = { 'authentication-token': await signIn(page, email) };
  const read = async (answer: { json: () => Promise<unknown> }) => {
    const envelope = (await answer.json()) as Answer;
    expect(envelope).toMatchObject({ status: true });
    return envelope;
  };
  const post = async (path: string, data: object) => (await read(await page.request.post(`${base}${path}`, { headers, data }))).data;
  const get = async (path: string) => (await read(await page.request.get(`${base}${path}`, { headers }))).data;
  const makeAttribute = (fieldName: string, fieldLabel: string, more: object = {}) =>
    post('/inputfield', {
      fieldName,
      fieldLabel,
      fieldHelptext: fieldLabel,
      mandatory: false,
      fieldType: 'text',
      inputType: 'alphanumeric',
      ...more,
    });
  const makeGroup = async (name: string) => ((await post('/groups', { name })).group as { id: string }).id;
  const makeCustomer = (name: string, phoneNumber: string, more: object = {}) =>
    post('/customers', { name, phoneNumber, country: 'IN', ...more });
  /** A file that came in by calls, for journeys about something else. */
  async function importCsv(text: string) {
    const multipart = { file: { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) } };
    const { url } = (await read(await page.request.post(`${base}/uploads/file`, { headers, multipart }))).response as { url: string };
    const parsed = (await post('/uploads', { file: { name: 'people.csv', path: url, source: 'URL' } })) as {
      uploadId: string;
      proposal: never;
    };
    await post('/uploads', { uploadId: parsed.uploadId, headerMapping: parsed.proposal, country: 'IN' });
    await expect.poll(async () => ((await get(`/uploads/${parsed.uploadId}`)).customerCSV as { state: string }).state).toBe('COMPLETED');
  }
  return { page, problems, post, get, makeAttribute, makeGroup, makeCustomer, importCsv };
}

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const row = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });

test('IMPORT-001 IMPORT-006 IMPORT-007 IMPORT-009 IMPORT-010 IMPORT-011 IMPORT-012 IMPORT-016 IMPORT-017 IMPORT-018 IMPORT-019 IMPORT-020 IMPORT-021 IMPORT-022 IMPORT-023 a person imports a file with wrong rows, repairs them, undoes it and does it again', async ({
  browser,
}) => {
  const { page, problems, makeAttribute } = await makeOperator(browser, 'Importing');
  await makeAttribute('city', 'City');
  const csv =
    'Full Name;Mobile;City\nAsha Rao;+91 98200 00001;Pune\nRavi Kumar;9.19E+11;Goa\n;+919820000003;Agra\nMeera Iyer;+919820000004;Kochi\n';

  async function upload() {
    await page.goto('/customer-master/uploads');
    await page.getByRole('link', { name: 'Upload', exact: true }).first().click();
    await expect(page).toHaveURL(/\/customer-master\/uploadfile$/);
    await expect(page.getByText('You can download .csv feed file sample')).toBeVisible();
    await downloadTable(page, page.getByRole('button', { name: 'Download Sample' }));
    await page.locator('input[type=file]').setInputFiles(file('shop.csv', csv));
    await expect(page.getByRole('columnheader', { name: 'Headers' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Value' })).toBeVisible();
  }

  await upload();
  await expectAccessible(page, 'the mapping of an upload');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const text of [
    'shop.csv',
    'Uploaded Succesfully',
    'We are in the process of adding your current file ...',
    'You can check your upload status on',
  ])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Customer' }).or(page.getByRole('button', { name: 'View Customer' }))).toBeVisible();
  await page.getByRole('link', { name: 'My Upload', exact: true }).click();

  const line = row(page, 'shop.csv');
  await expect(line).toContainText('Completed');
  for (const header of ['File Name', 'Total Count', 'Accepted', 'Error', 'Completed On', 'Status'])
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
  await expectAccessible(page, 'My Uploads');
  await line.getByRole('link', { name: 'shop.csv' }).click();

  await expect(page).toHaveURL(/\/customer-master\/error\//);
  await expect(page.getByText('The phone number has lost its digits in a spreadsheet').first()).toBeVisible();
  await expect(page.getByText('Name is required').first()).toBeVisible();
  await expectAccessible(page, 'the Error List');
  expect(await downloadTable(page, page.getByRole('button', { name: 'Download error rows' }))).toContain('Name is required');
  await page.getByRole('button', { name: 'Edit line 3' }).click();
  await page.getByLabel('Mobile').fill('+919820000002');
  await page.getByRole('button', { name: 'Resubmit line 3' }).click();
  await expect(page.getByText('9.19E+11')).toBeHidden();
  await page.getByRole('button', { name: 'Edit line 4' }).click();
  await page.getByLabel('Full Name').fill('Nina Kapoor');
  await page.getByRole('button', { name: 'Resubmit line 4' }).click();
  await expect(page.getByText('No Errors Found')).toBeVisible();

  await visit(page, '/customer-master/customers');
  for (const name of ['Asha Rao', 'Ravi Kumar', 'Nina Kapoor', 'Meera Iyer']) await expect(row(page, name)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search customers' }).or(page.getByLabel('Search customers')).first().fill('kapo');
  await expect(row(page, 'Nina Kapoor')).toBeVisible();
  await expect(row(page, 'Asha Rao')).toBeHidden();
  await expect(page).toHaveURL(/search=kapo/);

  await visit(page, '/customer-master/uploads');
  await page.getByRole('button', { name: 'Undo import of shop.csv' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(row(page, 'shop.csv')).toContainText('Undone');
  await visit(page, '/customer-master/customers');
  await expect(page.getByText('No Record Found')).toBeVisible();

  await upload();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Uploaded Succesfully')).toBeVisible();
  await page
    .getByRole('link', { name: 'View Customer' })
    .or(page.getByRole('button', { name: 'View Customer' }))
    .click();
  await expect(page).toHaveURL(/\/customer-master\/customers$/);
  await expect(row(page, 'Meera Iyer')).toBeVisible();
  expect(problems).toEqual([]);
});

test('ten thousand customers that match a search are moved into a group, and the progress is told', async ({ browser }) => {
  const { page, problems, importCsv, makeGroup } = await makeOperator(browser, 'Moving');
  const people = Array.from({ length: 10_000 }, (_, index) => `Person ${index},+9198${String(30_000_000 + index)}`);
  await importCsv(`Name,Phone Number\n${people.join('\n')}\nSomebody Else,+919820000001\n`);
  await makeGroup('Everybody');
  await page.goto('/customer-master/customers?search=person');
  await expect(row(page, 'Person 9999')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: 'Select all matching customers' }).click();
  await expect(
    page.getByText('All 10000 matching customers are selected.').or(page.getByText('All 10,000 matching customers are selected.')),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Move Group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move Group' });
  await dialog.getByLabel('Add to Group').first().click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  await page.keyboard.press('Escape');
  const work = page.getByRole('region', { name: 'Background work' }).or(page.getByLabel('Background work')).first();
  const progress = work.getByRole('progressbar').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await progress;
  await expect(work).toContainText(/Completed: 10,?000 customers/);
  await expect(
    page
      .getByRole('button', { name: /Everybody/ })
      .or(page.getByText('Everybody'))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/^10,?000$/).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('PHONE-001 PHONE-007 PHONE-008 PHONE-011 PHONE-014 groups are made and chosen, customers are made, opened, changed and deleted', async ({
  browser,
}) => {
  const { page, problems } = await makeOperator(browser, 'Phone Book');
  await page.goto('/customer-master');
  await expect(page.getByText('No Record Found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Create Group' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Group' });
  await expect(dialog.getByPlaceholder('Enter Group name')).toBeVisible();
  await dialog.getByLabel('Group Name').fill('  Patients  ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The group is saved.')).toBeVisible();

  await page
    .getByRole('link', { name: /create/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/customers\/create$/);
  await expect(page.getByRole('heading', { name: 'Create Contact' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This field is required').first()).toBeVisible();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Asha Rao');
  await page.getByRole('textbox', { name: /^Phone Number/ }).fill('+919820000001');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/customer-master\/customers/);
  await row(page, 'Asha Rao').getByRole('link', { name: '+919820000001' }).click();

  await expect(page.getByRole('heading', { name: 'Update Contact' })).toBeVisible();
  await expect(page.getByText('Can I message this person now?')).toBeVisible();
  await expectAccessible(page, 'a customer');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Asha Iyer');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Asha Iyer')).toBeVisible();

  await row(page, 'Asha Iyer').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move Group' }).click();
  const move = page.getByRole('dialog', { name: 'Move Group' });
  await move.getByLabel('Add to Group').first().click();
  await page.getByRole('option', { name: 'Patients' }).click();
  await page.keyboard.press('Escape');
  await move.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The customers are added to the group.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Patients/ })
    .first()
    .click();
  await expect(page).toHaveURL(/group=/);
  await expect(row(page, 'Asha Iyer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute('href', /\/uploadfile\/groupId\//);
  await expectAccessible(page, 'the phone book');

  await page.getByRole('button', { name: 'Delete Asha Iyer' }).click();
  await expect(page.getByText('Are you sure you want to delete?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(row(page, 'Asha Iyer')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Asha Iyer')).toBeVisible();
  expect(problems).toEqual([]);
});

test('ATTR-001 ATTR-002 ATTR-003 ATTR-005 ATTR-006 ATTR-009 ATTR-010 attributes are added, ordered by keyboard, changed in the panel and deleted', async ({
  browser,
}) => {
  const { page, problems, makeCustomer, get } = await makeOperator(browser, 'Attributes');
  await page.goto('/customer-master/definition');
  await expect(page.getByRole('heading', { name: 'Attributes', exact: true })).toBeVisible();
  for (const header of [
    'Field Label',
    'Field Type',
    'Input Type',
    'Mandatory',
    'Min.Char',
    'Max.Char',
    'Allow Spl Char',
    'Allowed Spl Chars',
    'Action',
  ])
    await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible();

  async function add(name: string) {
    await page.getByRole('button', { name: 'Add Fileds' }).first().click();
    const panel = page.getByRole('dialog');
    await panel.getByPlaceholder('id or name for unique reference').fill(name.toLowerCase());
    await panel.getByLabel('Field Label').fill(name);
    await panel.getByLabel('Field Name Help Text').fill(`The ${name}`);
    await panel.getByRole('radio', { name: 'No', exact: true }).first().check({ force: true });
    await panel.getByRole('combobox', { name: 'Field Type' }).or(panel.getByLabel('Field Type')).first().click();
    await page.getByRole('option', { name: 'Textbox' }).click();
    await panel.getByRole('combobox', { name: 'Input Type' }).or(panel.getByLabel('Input Type')).first().click();
    await page.getByRole('option', { name: 'Alpha Numeric' }).click();
    if (name === 'City') {
      expect((await panel.boundingBox())?.width).toBe(400);
      await expectAccessible(page, 'the attribute panel', '[role=dialog]');
    }
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('The attribute is added.').first()).toBeVisible();
    await expect(row(page, name)).toBeVisible();
  }
  await add('City');
  await add('Plan');
  // The row moves before the server has answered.
  const moved = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/inputfield'));
  await page.getByRole('button', { name: 'Move Plan' }).press('Alt+ArrowUp');
  await expect(page.getByRole('row').nth(3)).toContainText('Plan');
  expect((await moved).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('row').nth(3)).toContainText('Plan');
  await expectAccessible(page, 'the attributes');

  const definitions = (await get('/inputfield')).inputFieldDefinitions as unknown as { _id: string; fieldName: string }[];
  const city = definitions.find(({ fieldName }) => fieldName === 'city')?._id ?? '';
  await makeCustomer('Asha Rao', '+919820000001', { data: [{ id: city, value: 'Pune' }] });
  await page.getByRole('button', { name: 'Edit City' }).click();
  await page.getByRole('dialog').getByLabel('Maximum allowed characters length').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('1 stored value does not match the change.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText('The attribute is updated.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Plan' }).click();
  await expect(page.getByText('Are you sure you want to delete?')).toBeVisible();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(row(page, 'Plan')).toBeHidden();
  await visit(page, '/customer-master/definition/add');
  await expect(page.getByPlaceholder('id or name for unique reference')).toBeVisible();
  await visit(page, '/customer-master/definition');
  await expect(page.getByPlaceholder('id or name for unique reference')).toBeHidden();
  await visit(page, '/customer-master/define-customer/create');
  await expect(page.getByPlaceholder('id or name for unique reference')).toBeVisible();
  expect(problems).toEqual([]);
});

test('an export of what is shown is downloaded when it is ready', async ({ browser }) => {
  const { page, problems, makeCustomer } = await makeOperator(browser, 'Taking Out');
  await makeCustomer('Asha Rao', '+919820000001');
  await makeCustomer('=Ravi', '+919820000002');
  await page.goto('/customer-master/customers');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const button = page.getByRole('button', { name: 'Download' });
  await expect(button).toBeVisible();
  const text = await downloadTable(page, button);
  expect(text).toContain(`"'+919820000001","Asha Rao"`);
  expect(text).toContain(`"'+919820000002","'=Ravi"`);
  expect(problems).toEqual([]);
});

test('the screens of the phone book fit a phone and are accessible', async ({ browser }) => {
  const options = { viewport: { width: 390, height: 844 } };
  const { page, problems, makeAttribute, makeGroup, makeCustomer } = await makeOperator(browser, 'Narrow', options);
  await makeAttribute('city', 'City');
  await makeGroup('Patients');
  const { id } = (await makeCustomer('Asha Rao', '+919820000001')).customer as { id: string };
  await page.goto('/customer-master/customers');
  for (const path of ['customers', 'customers/create', `customers/view/${id}`, 'definition', 'definition/add', 'uploadfile', 'uploads']) {
    await visit(page, `/customer-master/${path}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectLoaded(page);
    await expectFits(page);
    await expectAccessible(page, path);
  }
  // The filter with clauses, whose count is told before it is applied.
  await visit(page, '/customer-master/customers');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Filter customers' });
  await drawer.getByRole('textbox', { name: 'Value' }).fill('asha');
  await drawer.getByRole('button', { name: 'Add condition' }).click();
  await drawer.getByText('Any is enough').click();
  const second = drawer.getByRole('group', { name: 'Condition 2' });
  await second.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Groups' }).click();
  await second.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Patients' }).click();
  await page.keyboard.press('Escape');
  await drawer.getByRole('button', { name: 'Add clause' }).click();
  const third = drawer.getByRole('group', { name: 'Condition 3' });
  await third.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Created on' }).click();
  await third.getByRole('combobox', { name: 'Comparison' }).click();
  await page.getByRole('option', { name: 'between' }).click();
  await third.getByLabel('From').fill('2020-01-01');
  await third.getByLabel('To').fill('2099-12-31');
  await expect(drawer.getByText('1 customer', { exact: true })).toBeVisible();
  await expectFits(page);
  await expectAccessible(page, 'the filter');
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: 'Asha Rao' })).toBeVisible();
  await expect(page.getByText('Name contains asha or Groups is any of Patients')).toBeVisible();
  await expectFits(page);
  expect(problems).toEqual([]);
});
