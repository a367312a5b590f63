import { endpoints } from '@parley/contract';
import { type APIRequestContext, expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, expectLoaded, openPage, signIn, test, visit } from './pages.ts';

type Headers = Record<string, string>;
const number = '+919811100077';

async function post<T>(request: APIRequestContext, headers: Headers, path: string, data: object): Promise<T> {
  const made = await request.post(path, { headers, data });
  expect([path, made.status(), made.ok() ? '' : await made.text()]).toEqual([path, 200, '']);
  return ((await made.json()) as { data: T }).data;
}

const field = (id: string, name: string, kind: string, label: string, more: object = {}) => ({
  ...{ id, name, kind, label: { en: label }, required: 'true' },
  ...more,
});
const loan = {
  ...{ format: 'parley.journey', formatVersion: 1, kind: 'form', id: '', name: 'Loan', languages: ['en'] },
  screens: [
    { id: 'screen01', title: { en: 'About you' }, fields: [field('field001', 'fullName', 'text', 'Full name')] },
    {
      ...{ id: 'screen02', title: { en: 'Your work' } },
      fields: [
        field('field002', 'income', 'number', 'Monthly income'),
        field('field003', 'card', 'text', 'Card', { required: '', isSensitive: true }),
      ],
    },
  ],
};

/** A WhatsApp channel of the sandbox, and a stream that asks with the form. */
async function makeStream(request: APIRequestContext, headers: Headers): Promise<string> {
  const { authToken, clientSecret } = { authToken: 'a-token', clientSecret: 'a-secret' };
  const made = await request.post('/e/enterprise/channels', {
    headers,
    data: {
      ...{ name: 'Shop', type: 4, vendor: 'twixormcmi', contactId: '919800000001', environment: 'sandbox', state: 'ACTIVE' },
      data: { wabaId: '70001', authToken, clientSecret, WebhookVerificationToken: 'greeting' },
    },
  });
  expect([made.status(), made.ok() ? '' : await made.text()]).toEqual([200, '']);
  const channelId = ((await made.json()) as { response: { id: string } }).response.id;
  const form = await post<{ id: string; version: number }>(request, headers, '/e/enterprise/forms', { name: 'Loan', document: loan });
  await post(request, headers, `/e/enterprise/forms/${form.id}/publish`, { version: form.version });
  const { id } = await post<{ id: string }>(request, headers, '/e/enterprise/journey', { name: 'Loans', example: '' });
  const base = `/e/enterprise/journey/${id}`;
  const draft = (await (await request.get(`${base}/draft`, { headers })).json()) as { data: { revision: number } };
  const node = (nodeId: string, type: string, config: object) => ({
    kind: 'addNode',
    node: { id: nodeId, type, name: '', config },
    at: [0, 0],
  });
  const edge = (from: string, exit: string, to: string) => ({ kind: 'addEdge', edge: { from, exit, to } });
  const saved = await post<{ revision: number }>(request, headers, `${base}/edits`, {
    baseRevision: draft.data.revision,
    operations: [
      { kind: 'setVariables', variables: [{ name: 'loan', type: 'Map' }] },
      node('form0001', 'input.form', {
        ...{ form: { ref: 'form', id: form.id, name: 'Loan' }, text: { en: 'Please tell us about you.' }, variable: 'loan' },
      }),
      node('thank001', 'message.text', { text: { en: 'Thank you, {{ loan.fullName }}.' } }),
      node('end00001', 'mark.end', { outcome: 'done' }),
      edge('form0001', 'ok', 'thank001'),
      edge('thank001', 'next', 'end00001'),
      { kind: 'setStart', start: 'form0001' },
    ],
  });
  await post(request, headers, `${base}/publish`, { revision: saved.revision });
  await post(request, headers, endpoints.publishing.attach.path, { journeyId: id, channelId, kind: 'keyword', word: 'loan' });
  return channelId;
}

test('SHELL-026 a form is published as a flow, filled in on the phone of the sandbox, and its answer is there', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Flowing');
  const headers = { 'authentication-token': await signIn(page, email) };
  const channelId = await makeStream(page.request, headers);

  await page.goto('/whatsapp-flow');
  await expect(page.getByRole('button', { name: 'Actions of Loan' })).toBeVisible();
  await expectAccessible(page, 'flow screens');
  await page.getByRole('button', { name: 'Actions of Loan' }).click();
  await page.getByRole('menuitem', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Loan as a flow' });
  await expect(dialog.getByText('Runs without our server: the answers come back at its end.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Validate' }).click();
  await expect(dialog.getByText('The vendor finds no errors.')).toBeVisible();
  await expectAccessible(page, 'publishing a flow', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Loan/ })).toContainText('Published');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await expect(page.getByText('In use', { exact: true })).toBeVisible();

  await visit(page, `/admin/channels/${channelId}/sandbox?phone=${encodeURIComponent(number)}`);
  await page.getByRole('textbox', { name: 'Write as the customer' }).fill('loan');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Press Fill in' }).click();
  const phone = page.getByRole('region', { name: 'Form on the phone' });
  await expect(phone.getByRole('heading', { name: 'About you' })).toBeVisible();
  await expectAccessible(page, 'a flow on the phone');
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByText('This is needed.')).toBeVisible();
  await phone.getByLabel('Full name').fill('Asha Rao');
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(phone.getByRole('heading', { name: 'Your work' })).toBeVisible();
  await phone.getByRole('button', { name: 'Back in the form' }).click();
  await expect(phone.getByLabel('Full name')).toHaveValue('Asha Rao');
  await phone.getByRole('button', { name: 'Continue' }).click();
  await phone.getByLabel('Monthly income').fill('30000');
  await phone.getByLabel('Card').fill('4111 1111');
  await phone.getByRole('button', { name: 'Send' }).click();
  await expect(phone).toHaveCount(0);
  await expect(page.getByRole('log').getByText('Thank you, Asha Rao.')).toBeVisible();

  await visit(page, '/encaps/forms');
  await page.getByRole('link', { name: 'Loan', exact: true }).click();
  await visit(page, `${new URL(page.url()).pathname}?environment=sandbox`);
  const answer = page.getByRole('row', { name: /30000/ });
  await expect(answer).toContainText('Asha Rao');
  await expect(answer).toContainText('•••');

  await visit(page, '/whatsapp-flow');
  await page.setViewportSize({ width: 390, height: 800 });
  await expectLoaded(page);
  await expectFits(page);
  await expectAccessible(page, 'flow screens on a phone');
  expect(problems).toEqual([]);
});
