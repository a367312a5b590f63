import { type APIRequestContext, expect } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, openPage, signIn, test } from './pages.ts';

/** An encap that is published, with a launch of links. */
async function makePage(request: APIRequestContext, headers: Record<string, string>): Promise<string[]> {
  const call = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(path, { method, headers, ...(data ? { data } : {}) });
    expect([path, answer.status()]).toEqual([path, 200]);
    return (await answer.json()).data;
  };
  const { id, revision } = await call('POST', '/e/enterprise/campaigns', { name: 'Order coffee' });
  const nodes = [
    {
      id: 'hello001',
      type: 'message.buttons',
      config: {
        text: { en: 'What may we bring you?' },
        items: [
          { id: 'tea00001', title: { en: 'Tea' } },
          { id: 'coffee01', title: { en: 'Coffee' } },
        ],
      },
    },
    { id: 'name0001', type: 'input.text', config: { text: { en: 'Your name?' }, asking: { variable: 'who' } } },
    { id: 'thank001', type: 'message.text', config: { text: { en: 'Thank you, {{ who }}.' } } },
    { id: 'end00001', type: 'mark.end', config: { outcome: 'ordered' } },
  ];
  const edges = [
    ['hello001', 'tea00001', 'name0001'],
    ['hello001', 'coffee01', 'name0001'],
    ['name0001', 'ok', 'thank001'],
    ['thank001', 'next', 'end00001'],
  ];
  const saved = await call('POST', `/e/enterprise/journey/${id}/edits`, {
    baseRevision: revision,
    operations: [
      { kind: 'setVariables', variables: [{ name: 'who', type: 'Text' }] },
      ...nodes.map((node, place) => ({ kind: 'addNode', node: { name: '', ...node }, at: [place * 300, 0] })),
      ...edges.map(([from, exit, to]) => ({ kind: 'addEdge', edge: { from, exit, to } })),
      { kind: 'setStart', start: 'hello001' },
    ],
  });
  await call('PUT', `/e/enterprise/journey/${id}/tests/test0001`, { test: { id: 'test0001', name: 'Begins', facts: { channel: 'WEB' } } });
  await call('POST', `/e/enterprise/journey/${id}/publish`, { revision: saved.revision });
  const launch = await call('POST', '/e/enterprise/campaigns/launch', { campaignId: id, config: { name: 'June', mode: 'API' } });
  const people = ['+919876500101', '+919876500102'].map((number) => ({ number }));
  const { links } = await call('POST', `/e/enterprise/campaigns/${id}/instances/${launch.id}/links`, { requestKey: 'first', people });
  return (links as { url: string }[]).map(({ url }) => new URL(url).pathname);
}

test('a walk on a page is had by keyboard in two tabs at once, and without script on another link', async ({ browser }) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 390, height: 844 } });
  const { email } = await makeEnterprise(page.request, 'Coffee');
  const [first = '', second = ''] = await makePage(page.request, { 'authentication-token': await signIn(page, email) });

  await test.step('the page begins by itself, and what is said in one tab stands in the other', async () => {
    await page.goto(first);
    await expect(page.getByRole('button', { name: 'Tea' })).toBeVisible();
    await expectAccessible(page, 'a question with buttons', 'main');
    const other = await page.context().newPage();
    await other.goto(first);
    await expect(other.getByRole('button', { name: 'Tea' })).toBeVisible();
    await page.getByRole('button', { name: 'Tea' }).press('Enter');
    await expect(page.getByText('Your name?')).toBeVisible();
    await expect(other.getByText('Your name?')).toBeVisible();
    await other.getByLabel('Your message').fill('Asha <Rao>');
    await other.getByLabel('Your message').press('Enter');
    await expect(page.getByText('Thank you, Asha <Rao>.')).toBeVisible();
    await expect(page.getByText('Thank you. That was all.')).toBeVisible();
    await expectAccessible(page, 'the end of a walk', 'main');
    await other.close();
  });

  await test.step('each step is a page where there is no script', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(second);
    await still.getByRole('button', { name: 'Begin' }).click();
    await still.getByRole('button', { name: 'Coffee' }).click();
    await still.getByLabel('Your message').fill('Bina');
    await still.getByRole('button', { name: 'Send' }).click();
    await expect(still.getByText('Thank you, Bina.')).toBeVisible();
    await plain.close();
  });
  expect(problems).toEqual([]);
});
