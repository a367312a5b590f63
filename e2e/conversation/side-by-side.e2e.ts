import { channelTypes, endpoints, type InboxPage } from '@parley/contract';
import { expect } from '@playwright/test';
import { messageIn, nina, pickUp, say, test, visitDemo, waitInQueue } from '../chats.ts';
import { expectAccessible, openPage, signIn } from '../pages.ts';

test('an agent sees one person’s chats of two channels side by side and answers on the other, and each goes by itself', async ({
  browser,
  desks,
}) => {
  const mark = `s${Date.now().toString(36)}`;
  const agent = await desks.open(nina);
  const { page } = agent;
  const { request } = page;
  const headers = { 'authentication-token': agent.token };
  const admin = { 'authentication-token': await signIn((await openPage(browser)).page, 'admin@demo.example') };
  const visitor = await visitDemo(browser);
  await waitInQueue(visitor.page, `My lamp ${mark}`);

  const { response } = await (await request.get(`${endpoints.channels.list.path}?perPage=-1`, { headers: admin })).json();
  const line = response.channelConfig.find(({ type }: { type: number }) => type === channelTypes.WHATSAPP);
  const address = `+9198${String(Date.now()).slice(-8)}`;
  const phone = endpoints.sandbox.act.path.replace(':channelId', line.id).replace(':address', encodeURIComponent(address));
  const write = async (text: string) => {
    const act = { name: 'Mira', act: { kind: 'text', text } };
    expect((await request.post(phone, { headers: admin, data: act })).ok()).toBe(true);
  };
  await write(`It is me ${mark}`);
  const customerOf = async (text: string) => {
    let found: string | undefined;
    await expect(async () => {
      const { data } = (await (await request.get(`${endpoints.inbox.list.path}?tab=waiting`, { headers })).json()) as { data: InboxPage };
      found = data.chats.find(({ lastMessage }) => lastMessage === text)?.customerId;
      expect(found).toBeTruthy();
    }).toPass();
    return found as string;
  };
  const [keepId, mergeId] = [await customerOf(`My lamp ${mark}`), await customerOf(`It is me ${mark}`)];
  const kept = await (await request.get(endpoints.phoneBook.get.path.replace(':customerId', keepId), { headers: admin })).json();
  const values = { name: `Mira ${mark}`, number: address };
  const join = { keepId, mergeId, version: kept.data.customer.version, values };
  expect((await request.post(endpoints.phoneBook.merge.path, { headers: admin, data: join })).ok()).toBe(true);

  await page.setViewportSize({ width: 1440, height: 900 });
  await pickUp(page, `My lamp ${mark}`);
  const tabs = page.getByRole('navigation', { name: 'Open chats of this customer' });
  await expect(tabs.getByRole('button', { name: `${line.name} · Waiting` })).toBeVisible();
  const fieldOn = (channel: string) => page.getByRole('textbox', { name: new RegExp(`^Reply to Mira ${mark} on ${channel}`) });
  await page.getByRole('textbox', { name: `Reply to Mira ${mark}`, exact: true }).fill('For the page alone');
  await tabs.getByRole('button', { name: `Pick up on ${line.name}` }).click();
  await expect(fieldOn(line.name)).toBeFocused();
  await expect(messageIn(page, `My lamp ${mark}`)).toBeVisible();
  await expect(messageIn(page, `It is me ${mark}`)).toBeVisible();
  await expect(page).toHaveURL(/beside=/);
  await expectAccessible(page, 'two chats side by side');
  await fieldOn(line.name).fill(`Here on the phone ${mark}`);
  await page.keyboard.press('Enter');
  await expect(messageIn(page, `Here on the phone ${mark}`)).toBeVisible();
  await expect(page.getByRole('textbox', { name: new RegExp(`^Reply to Mira ${mark} on Demo shop website`) })).toHaveValue(
    'For the page alone',
  );
  await expect(async () => {
    const { data } = await (await request.get(phone, { headers: admin })).json();
    expect(data.messages.map(({ text }: { text: string }) => text)).toContain(`Here on the phone ${mark}`);
  }).toPass();
  await expect(messageIn(visitor.page, `Here on the phone ${mark}`)).toHaveCount(0);

  // H takes the second chat away and brings it back; one that is closed leaves the other.
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(page).not.toHaveURL(/beside=/);
  await expect(fieldOn(line.name)).toHaveCount(0);
  await page.keyboard.press('h');
  await expect(fieldOn(line.name)).toBeVisible();
  await fieldOn(line.name).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByRole('button', { name: 'Close chat' }).click();
  await expect(tabs).toBeHidden();
  const reply = page.getByRole('textbox', { name: `Reply to Mira ${mark}`, exact: true });
  await expect(reply).toHaveValue('For the page alone');
  await reply.fill('');
  await say(page, `Here on the page ${mark}`);
  await expect(messageIn(visitor.page, `Here on the page ${mark}`)).toBeVisible();

  // A close can be undone for a moment. Then the person writes on the phone again: the tab comes without a reload. A narrow page shows one of both at a time.
  await expect(async () => {
    const { data } = await (await request.get(`${endpoints.chats.summary.path}?perPage=-1`, { headers })).json();
    expect(data).toHaveLength(1);
  }).toPass();
  await write(`Once more ${mark}`);
  await expect(tabs.getByRole('button', { name: `${line.name} · Waiting` })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await tabs.getByRole('button', { name: `${line.name} · Waiting` }).click();
  await expect(messageIn(page, `Once more ${mark}`)).toBeVisible();
  await expect(messageIn(page, `Here on the page ${mark}`)).toBeHidden();
  await expectAccessible(page, 'the chat beside on a narrow page');
  await page.goBack();
  await expect(messageIn(page, `Here on the page ${mark}`)).toBeVisible();
  expect(agent.problems).toEqual([]);
});
