import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { messageIn, say, visitSite } from './chats.ts';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

const listen = async (answer: (body: string, request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(Buffer.concat(parts).toString(), request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
};

type Delta = { content?: string; tool_calls?: object[] };

/** A model that looks an order up, cancels on a wish, and hands over when it is asked for an invoice. */
const startModel = () =>
  listen((body, _request, response) => {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const said = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const isAnswered = messages.at(-1)?.role === 'tool';
    const call = (name: string, given: object): Delta => ({
      tool_calls: [{ index: 0, id: 'call', type: 'function', function: { name, arguments: JSON.stringify(given) } }],
    });
    const delta: Delta = said.includes('invoice')
      ? call('hand_over', {})
      : said.includes('cancel')
        ? isAnswered
          ? { content: 'The order A-17 is cancelled.' }
          : call('cancel_order', { order: 'A-17' })
        : isAnswered
          ? { content: 'The order A-17 was packed.' }
          : call('look_up_order', { order: 'A-17' });
    const chunk = (part: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta: part, finish_reason: finish }] })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk(delta, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });

test('a bot looks an order up by a tool, asks before it cancels it, and hands over with the trace of its calls', async ({
  browser,
  baseURL,
}) => {
  const received: string[] = [];
  const shop = await listen((_body, request, response) => {
    received.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"packed"}');
  });
  const model = await startModel();
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Acting');
  const token = await signIn(page, email);
  const headers = { 'authentication-token': token };
  const post = async (path: string, data: object) => {
    const answer = await (await page.request.post(path, { headers, data })).json();
    expect(answer, path).toMatchObject({ status: true });
    return answer;
  };
  const integrate = async (name: string, baseUrl: string): Promise<string> =>
    (await post('/e/enterprise/appiyo_authconfig', { name, authType: 5, llm: 1, apikey: 'sk-12345678', baseUrl })).response._id;
  const [openaiKey, shopId] = [await integrate('Model', model.url), await integrate('Shop', shop.url)];
  const nlp = '/chatbird/api/nlp/agent';
  const botId: string = (await post(nlp, { name: 'Clerk', description: 'Helps with orders', type: 'prompt' })).data.id;
  await post(`${nlp}/${botId}/prompt`, { openaiKey, prompt: 'Help with orders.', extractData: false, userData: [] });
  const order = { name: 'order', type: 'string', isRequired: true };
  await post(`${nlp}/${botId}/tools`, {
    ...{ name: 'look_up_order', title: 'Look an order up', description: 'Tells its state.', kind: 'service', fields: [order] },
    ...{ service: { integrationId: shopId, method: 'GET', path: '/orders/{order}' }, hasEffect: false, confirm: 'none' },
  });
  await post(`${nlp}/${botId}/tools`, {
    ...{ name: 'hand_over', title: 'Hand over', description: 'Calls a person.', kind: 'handOver', hasEffect: false, confirm: 'none' },
  });

  // The third tool is made by hand.
  await page.goto(`/bots/${botId}/tools`);
  await expect(page.getByRole('row', { name: /Look an order up/ })).toBeVisible();
  await expectAccessible(page, 'tools of a bot');
  await page.getByRole('button', { name: 'Add a tool' }).click();
  const form = page.getByRole('dialog', { name: 'New tool' });
  await form.getByRole('textbox', { name: 'Title for people' }).fill('Cancel an order');
  await form.getByRole('textbox', { name: 'Name for the model' }).fill('cancel_order');
  await form.getByRole('textbox', { name: 'When it is of use' }).fill('Cancels an order.');
  await form.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'Shop' }).click();
  await form.getByRole('combobox', { name: 'Method' }).click();
  await page.getByRole('option', { name: 'POST' }).click();
  await form.getByRole('textbox', { name: 'Path below its address' }).fill('/orders/{order}/cancel');
  await form.getByRole('button', { name: 'Add an input' }).click();
  await form.getByRole('textbox', { name: 'Input 1' }).fill('order');
  await form.getByRole('switch', { name: 'It changes something outside of the conversation' }).click({ force: true });
  await form.getByRole('combobox', { name: 'Confirmed by' }).click();
  await page.getByRole('option', { name: 'The customer' }).click();
  await form.getByRole('textbox', { name: 'Question to the customer' }).fill('Shall I cancel {order}?');
  await expectAccessible(page, 'form of a tool', '[role="dialog"]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Cancel an order/ })).toBeVisible();
  await page.getByRole('button', { name: 'Train Agent' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`${nlp}/${botId}`, { headers })).json()).data.training.state)
    .toBe('TRAINED');

  const made = await post('/e/enterprise/channels', {
    name: 'Site',
    type: 12,
    data: { allowedDomains: ['127.0.0.1'], title: 'Shop', entry: 'queue' },
  });
  const joined = await page.request.put(`${nlp}/${botId}/channels`, { headers, data: { channelIds: [made.response.id] } });
  expect(await joined.json()).toMatchObject({ status: true });
  const { visitor, close } = await visitSite(browser, baseURL ?? '', made.response.widgetKey);
  await say(visitor.page, 'Where is my order A-17?');
  await expect(messageIn(visitor.page, 'The order A-17 was packed.')).toBeVisible();
  await say(visitor.page, 'Please cancel it');
  await expect(visitor.page.getByRole('log').getByText(/Shall I cancel “A-17”\?/)).toBeVisible();
  expect(received).toEqual(['GET /orders/A-17']);
  await say(visitor.page, 'yes');
  await expect(messageIn(visitor.page, 'The order A-17 is cancelled.')).toBeVisible();
  expect(received).toEqual(['GET /orders/A-17', 'POST /orders/A-17/cancel']);
  await say(visitor.page, 'Now I need an invoice');
  await expect(messageIn(visitor.page, 'I will get a colleague for you.')).toBeVisible();

  await page.goto('/chat/conversation');
  await page
    .getByRole('navigation', { name: 'Tabs of the inbox' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  await page.getByRole('list', { name: 'Waiting' }).getByRole('listitem').first().getByRole('button').click();
  await page.getByRole('button', { name: /^Pick up/ }).click();
  const thread = page.getByRole('log');
  await expect(thread.getByText(/^Tool “Look an order up”: Done/)).toBeVisible();
  await expect(thread.getByText(/^Tool “Cancel an order”: Proposed/)).toBeVisible();
  await expect(thread.getByText(/^Tool “Cancel an order”: Done/)).toBeVisible();
  await expect(thread.getByText(/^Tool “Hand over”: Done/)).toBeVisible();
  await expectAccessible(page, 'thread with calls of tools');
  expect([problems, visitor.problems]).toEqual([[], []]);
  close();
  shop.stop();
  model.stop();
});

/** A model that books by a stream, and says what came of it. */
const startBookingModel = (read: string[]) =>
  listen((body, _request, response) => {
    const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    const last = messages.at(-1);
    if (last?.role === 'tool') read.push(last.content);
    const delta: Delta =
      last?.role === 'tool'
        ? { content: 'A mechanic comes on Monday.' }
        : { tool_calls: [{ index: 0, id: 'call', type: 'function', function: { name: 'book_visit', arguments: '{"city":"Pune"}' } }] };
    const chunk = (part: object, finish: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta: part, finish_reason: finish }] })}\n\n`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${chunk(delta, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });

test('a bot has a stream talk with the customer, and goes on with its outcome', async ({ browser, baseURL }) => {
  const read: string[] = [];
  const model = await startBookingModel(read);
  const { page, problems } = await openPage(browser);
  const { email } = await makeEnterprise(page.request, 'Booking');
  const token = await signIn(page, email);
  const headers = { 'authentication-token': token };
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, data?: object) => {
    const answer = await (await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) })).json();
    expect(answer, path).toMatchObject({ status: true });
    return answer;
  };
  const openaiKey: string = (
    await call('POST', '/e/enterprise/appiyo_authconfig', { name: 'Model', authType: 5, llm: 1, apikey: 'sk-12345678', baseUrl: model.url })
  ).response._id;
  const nlp = '/chatbird/api/nlp/agent';
  const botId: string = (await call('POST', nlp, { name: 'Clerk', description: 'Books', type: 'prompt' })).data.id;
  await call('POST', `${nlp}/${botId}/prompt`, { openaiKey, prompt: 'Book visits.', extractData: false, userData: [] });
  const { id } = (await call('POST', '/e/enterprise/journey', { name: 'Booking', example: '' })).data;
  const base = `/e/enterprise/journey/${String(id)}`;
  const { revision } = (await call('GET', `${base}/draft`)).data;
  const node = (nodeId: string, type: string, config: object) => ({
    kind: 'addNode',
    node: { id: nodeId, type, name: '', config },
    at: [0, 0],
  });
  const saved = await call('POST', `${base}/edits`, {
    baseRevision: revision,
    operations: [
      {
        kind: 'setVariables',
        variables: [
          { name: 'city', type: 'Text', default: '"your town"' },
          { name: 'day', type: 'Text' },
          { name: 'pin', type: 'Text', isSensitive: true },
        ],
      },
      node('ask00001', 'input.text', { text: { en: 'Which day in {{city}}?' }, asking: { variable: 'day' } }),
      node('end00001', 'mark.end', { outcome: 'booked' }),
      { kind: 'addEdge', edge: { from: 'ask00001', exit: 'ok', to: 'end00001' } },
      { kind: 'setStart', start: 'ask00001' },
    ],
  });
  await call('POST', `${base}/publish`, { revision: saved.data.revision });

  await page.goto(`/bots/${botId}/tools`);
  await page.getByRole('button', { name: 'Add a tool' }).click();
  const form = page.getByRole('dialog', { name: 'New tool' });
  await form.getByRole('textbox', { name: 'Title for people' }).fill('Book a visit');
  await form.getByRole('textbox', { name: 'Name for the model' }).fill('book_visit');
  await form.getByRole('textbox', { name: 'When it is of use' }).fill('Books a visit of a mechanic.');
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Run a stream' }).click();
  await form.getByRole('combobox', { name: 'Stream' }).click();
  await page.getByRole('option', { name: 'Booking' }).click();
  await form.getByRole('button', { name: 'Add an input' }).click();
  await form.getByRole('combobox', { name: 'Input 1' }).click();
  await expect(page.getByRole('option')).toHaveText(['city', 'day']);
  await page.getByRole('option', { name: 'city' }).click();
  await form.getByRole('combobox', { name: 'Variables that the model reads at the end' }).click({ force: true });
  await page.getByRole('option', { name: 'day' }).click();
  await page.keyboard.press('Tab');
  await expectAccessible(page, 'form of a tool that is a stream', '[role="dialog"]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Book a visit/ })).toContainText('Run a stream');
  await page.getByRole('button', { name: 'Train Agent' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`${nlp}/${botId}`, { headers })).json()).data.training.state)
    .toBe('TRAINED');

  const made = await call('POST', '/e/enterprise/channels', {
    name: 'Site',
    type: 12,
    data: { allowedDomains: ['127.0.0.1'], title: 'Shop', entry: 'queue' },
  });
  await call('PUT', `${nlp}/${botId}/channels`, { channelIds: [made.response.id] });
  const { visitor, close } = await visitSite(browser, baseURL ?? '', made.response.widgetKey);
  await say(visitor.page, 'My boiler is cold');
  await expect(messageIn(visitor.page, 'Which day in Pune?')).toBeVisible();
  await say(visitor.page, 'Monday');
  await expect(messageIn(visitor.page, 'A mechanic comes on Monday.')).toBeVisible();
  expect(read).toEqual([expect.stringContaining('{"outcome":"booked","day":"Monday"}')]);

  const { instances } = (await call('GET', '/e/enterprise/journey-instances?from=0&perPage=10')).data;
  await page.goto(`/journey/monitor/${String(instances[0].id)}`);
  await expect(page.getByText('A tool of the agent Clerk')).toBeVisible();
  expect([problems, visitor.problems]).toEqual([[], []]);
  close();
  model.stop();
});
