import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

async function makeStream(page: Page, token: string, body: object): Promise<string> {
  const answer = await page.request.post('/e/enterprise/journey', { data: body, headers: { 'authentication-token': token } });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

test('DESIGN-002 DESIGN-006 DESIGN-008 DESIGN-011 DESIGN-013 DESIGN-018 a stream is built, tried, saved and left without a mouse', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Streams');
  const token = await signIn(page, email);
  const id = await makeStream(page, token, { name: 'Greeting' });
  await page.goto(`/designer/journey/${id}`);
  await expect(page.getByRole('heading', { name: 'Stream | Greeting' })).toBeVisible();
  const frame = page.frameLocator('iframe');

  await test.step('nodes are added behind each other by keys, and each change is saved', async () => {
    await frame.getByRole('button', { name: 'Add the first node' }).press('Enter');
    const dialog = frame.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Ask for text');
    await dialog.getByRole('textbox').press('Enter');
    await frame.getByRole('textbox', { name: 'Question' }).fill('What is your name?');
    await frame.getByRole('textbox', { name: 'Keep the answer as' }).fill('caller');
    await frame.getByRole('option', { name: 'New variable “caller”' }).click();
    await frame.locator('.react-flow__node').first().focus();
    await page.keyboard.press('/');
    await dialog.getByRole('textbox').fill('End');
    await dialog.getByRole('option', { name: 'End', exact: true }).click();
    await expect(frame.getByText(/^Saved \d/)).toBeVisible();
  });

  await test.step('the outline tells the same, and says what is missing', async () => {
    await frame.getByText('Outline', { exact: true }).click();
    await expect(frame.getByRole('treeitem')).toHaveCount(2);
    await expect(frame.getByRole('treeitem').nth(1)).toContainText('Answered');
  });

  await test.step('it is tried in memory', async () => {
    await frame.getByRole('button', { name: 'Try', exact: true }).click();
    await frame.getByRole('button', { name: 'Start', exact: true }).click();
    await frame.getByRole('textbox', { name: 'Message', exact: true }).fill('Asha');
    await page.keyboard.press('Enter');
    await expect(frame.getByText('Completed')).toBeVisible();
    await expect(frame.getByText('"Asha"')).toBeVisible();
    await frame.getByRole('textbox', { name: 'Save as test' }).fill('Says a name');
    await page.keyboard.press('Enter');
    await frame.getByRole('button', { name: 'Run all' }).click();
    await expect(frame.getByRole('status').filter({ hasText: '1 of 1 passed' })).toBeVisible();
  });

  await test.step('an unsaved change is asked about, and saved on the way out', async () => {
    await page.route('**/edits', (route) => route.abort());
    await frame.getByRole('treeitem').first().press('Enter');
    await frame.getByRole('textbox', { name: 'Name', exact: true }).fill('Name of the caller');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByRole('button', { name: 'Stay' })).toBeVisible();
    await page.unroute('**/edits');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).not.toHaveURL(/designer/);
  });

  await test.step('the next visit begins at the node of the address', async () => {
    const draft = (await (
      await page.request.get(`/e/enterprise/journey/${id}/draft`, { headers: { 'authentication-token': token } })
    ).json()) as { data: { document: { nodes: { id: string; name: string }[] } } };
    const [first] = draft.data.document.nodes;
    expect(first?.name).toBe('Name of the caller');
    await page.goto(`/designer/journey/${id}?nodeId=${first?.id}`);
    await expect(frame.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Name of the caller');
  });

  await test.step('its page stands in frames of its own origin alone, and what it shows can be read', async () => {
    const address = await page.locator('iframe').getAttribute('src');
    const answer = await page.request.get(address ?? '');
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(answer.headers()['x-frame-options']).toBe('SAMEORIGIN');
    expect(answer.headers()['referrer-policy']).toBe('no-referrer');
    await page.goto(address ?? '');
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await expectAccessible(page, 'canvas and form');
    await page.getByText('Outline', { exact: true }).click();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /^Check/ })
      .click();
    await expectAccessible(page, 'outline and check');
  });
  // The one call that was cut off on purpose.
  expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

test('DESIGN-021 the page at designer/view/{accessId} opens an encap, a stream and a form by their hash paths', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Views');
  const headers = { 'authentication-token': await signIn(page, email) };
  const make = async (path: string) => {
    const answer = await page.request.post(path, { data: { name: `Drawn by ${path}` }, headers });
    return ((await answer.json()) as { data: { id: string } }).data.id;
  };
  const view = async (kind: 'journey' | 'form', id: string, hash: string) => {
    const answer = await page.request.get(`/e/enterprise/designer/access?kind=${kind}&id=${id}`, { headers });
    const { accessId } = ((await answer.json()) as { data: { accessId: string } }).data;
    await page.goto(`/designer/view/${accessId}#${hash}`);
  };
  const [encap, stream, form] = [
    await make('/e/enterprise/campaigns'),
    await make('/e/enterprise/journey'),
    await make('/e/enterprise/forms'),
  ];
  await view('journey', stream, `journey/flows/${stream}`);
  await expect(page.getByRole('button', { name: 'Add the first node' })).toBeVisible();
  await view('journey', encap, `campaign/${encap}/builder`);
  await expect(page.getByRole('button', { name: 'Add the first node' })).toBeVisible();
  await view('form', form, `forms/${form}`);
  await expect(page.getByRole('navigation', { name: 'Screens and questions' })).toBeVisible();
  expect(problems).toEqual([]);
});
