import { expect } from '@playwright/test';
import { fieldOf, messageIn, say, test } from '../chats.ts';
import { answerOtherwise, expectAccessible, visit } from '../pages.ts';

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const table = 'parcel;day\n17;Monday\n';

test('a picture of the visitor and a file of the agent reach the other side whole', async ({ desks }) => {
  const { agent, visitor } = await desks.meet('I will show you');

  await visitor.page.locator('input[type=file]').setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: picture });
  const shown = agent.page.getByRole('log').getByRole('img', { name: 'Image broken.png' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);

  await agent.page.getByRole('button', { name: 'Attach', exact: true }).click();
  await agent.page.getByRole('menuitem', { name: 'File…' }).click();
  await agent.page.getByRole('tab', { name: 'Browse' }).click();
  await agent.page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  // It lies in the reply, to be looked at, until it is sent.
  await expect(agent.page.getByRole('list', { name: 'Files of the reply' })).toContainText('plan.csv');
  await agent.page.getByRole('button', { name: 'Send', exact: true }).click();
  const link = visitor.page.getByRole('link', { name: 'plan.csv' });
  await expect(link).toBeVisible();
  const answer = await visitor.page.request.get(await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href));
  expect(await answer.text()).toBe(table);
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('a voice note is recorded, sent as Ogg, and reaches the visitor; a place of the agent is a card there', async ({ desks }) => {
  const { agent, page, visitor } = await desks.meet('Tell me how to get there');
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Voice note' }).click();
  const recorder = page.getByRole('region', { name: 'Voice note' });
  await expect(recorder.getByRole('timer')).toHaveText('0:02');
  await expectAccessible(page, 'the recorder');
  await recorder.getByRole('button', { name: 'Stop' }).click();
  await expect(recorder.getByLabel(/^Listen to the voice note of 0:0\d$/)).toBeVisible();
  await recorder.getByRole('button', { name: 'Send' }).click();
  await expect(recorder).toHaveCount(0);
  const link = visitor.page.getByRole('link', { name: 'voice-note.ogg' });
  await expect(link).toBeVisible();
  const answer = await visitor.page.request.get(await link.evaluate((anchor) => (anchor as HTMLAnchorElement).href));
  const sound = await answer.body();
  expect([answer.headers()['content-type'], sound.subarray(0, 4).toString(), sound.includes('OpusHead')]).toEqual([
    'audio/ogg',
    'OggS',
    true,
  ]);
  // The browser itself reads the file as so much sound.
  const seconds = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    return (await new OfflineAudioContext(1, 48_000, 48_000).decodeAudioData(bytes.buffer)).duration;
  }, sound.toString('base64'));
  expect(seconds).toBeGreaterThan(1.5);

  await page.getByRole('button', { name: 'Attach', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Place…' }).click();
  const place = page.getByRole('dialog', { name: 'Place' });
  await place.getByLabel(/^Map link/).fill('https://www.openstreetmap.org/?mlat=18.92&mlon=72.83#map=17/18.92/72.83');
  await place.getByLabel('Name').fill('Gateway');
  await expectAccessible(page, 'the form of a place');
  await place.getByRole('button', { name: 'Add to the reply' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(visitor.page.getByRole('link', { name: 'Show on a map' })).toHaveAttribute('href', 'https://maps.google.com/?q=18.92,72.83');
  await expect(visitor.page.getByRole('log')).toContainText('Gateway');
  await expect(page.getByRole('log').getByRole('link', { name: 'Show on a map' })).toBeVisible();
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('a pasted picture is looked at in the reply before it is sent, and may be taken away', async ({ desks }) => {
  const { agent, page, visitor } = await desks.meet('Show me the receipt');
  const paste = () =>
    fieldOf(page).evaluate((field, data) => {
      const file = new File([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], 'receipt.png', { type: 'image/png' });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(file);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, picture.toString('base64'));
  const kept = page.getByRole('list', { name: 'Files of the reply' }).getByRole('img', { name: 'Image receipt.png' });
  await paste();
  await expect(kept).toBeVisible();
  await page.getByRole('button', { name: 'Remove receipt.png' }).click();
  await expect(kept).toHaveCount(0);
  await paste();
  await expect(kept).toBeVisible();
  await expect(page.getByRole('log').getByRole('img', { name: 'Image receipt.png' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(visitor.page.getByRole('img', { name: 'Image receipt.png' })).toBeVisible();
  await expect(kept).toHaveCount(0);
  expect(agent.problems).toEqual([]);
});

test('the customer reads Read once the agent has the end of the thread in view, and not while older words are', async ({ desks }) => {
  const { agent, page, visitor } = await desks.meet('A long story');
  // One of three long messages has room above the reply and its suggestions.
  await page.setViewportSize({ width: 1280, height: 770 });
  for (let part = 1; part <= 5; part += 1) await say(page, `Part ${part}\n${'so it went on\n'.repeat(8)}`.trim());
  await expect(messageIn(visitor.page, /^Part 5/)).toBeVisible();
  // An entry of the record has a number.
  await expect(page.locator('[data-number]').filter({ hasText: 'Part 5' })).toBeVisible();
  const thread = page.getByRole('log');
  await thread.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible();
  await say(visitor.page, 'Did you see this?');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toContainText('Did you see this?');
  await say(visitor.page, 'And this?');
  await expect(page.getByRole('region', { name: 'Chats', exact: true })).toContainText('And this?');
  const unread = async () => {
    const answer = await page.request.get('/e/enterprise/chat/summary?perPage=-1', { headers: { 'authentication-token': agent.token } });
    return ((await answer.json()) as { data: { newMsgCount: number }[] }).data.map(({ newMsgCount }) => newMsgCount);
  };
  expect(await unread()).toEqual([2]);
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect.poll(unread).toEqual([0]);

  // Opened again, the thread stands where reading goes on, wherever it or another one stood: what is below the edge is not read yet.
  await thread.evaluate((box) => box.scrollTo({ top: 0 }));
  const conversation = page.url();
  await visit(page, '/dashboard');
  for (const part of ['First', 'Second', 'Third']) await say(visitor.page, `${part}\n${'and so it went on\n'.repeat(14)}`.trim());
  await expect(page).toHaveTitle(/^\(3\)/);
  await visit(page, new URL(conversation).pathname + new URL(conversation).search);
  await expect(page.getByText('not seen yet')).toBeInViewport();
  await expect.poll(unread).toEqual([2]);
  await expect(page).toHaveTitle(/^\(2\)/);
  await page.getByRole('button', { name: 'Latest' }).click();
  await expect.poll(unread).toEqual([0]);
  await expect(page).toHaveTitle(/^Interaction/);

  // Opened at a message that a search has found, it stands there.
  const found = await messageIn(page, /^Third/).evaluate((entry) => entry.closest('[data-number]')?.getAttribute('data-number'));
  await visit(page, '/dashboard');
  await visit(page, `${new URL(conversation).pathname}${new URL(conversation).search}&message=${Number(found) - 8}`);
  await expect(page.locator('[data-found]')).toContainText('Part 2');
  await expect(page.locator('[data-found]')).toBeInViewport();
  await expectAccessible(page, 'a thread at a message that was found');
  await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible();
});

test('a toast covers neither Send nor what is written, at either width', async ({ desks }) => {
  const { page } = await desks.meet('Toast, please');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole('button', { name: /^Chat notifications/ }).click();
    await page.getByRole('menuitem', { name: /^Transfer Chats/ }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'No Transferred Chats to Accept!' });
    await expect(toast).toBeVisible();
    const [told, send] = await Promise.all([toast.boundingBox(), page.getByRole('button', { name: 'Send', exact: true }).boundingBox()]);
    if (!told || !send) throw new Error('both are visible');
    expect(told.y + told.height, `${width} px`).toBeLessThan(send.y);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
  }
});

test('the reason of a failed message, and Retry, stand whole in the thread of a phone', async ({ desks }) => {
  const { page, visitor } = await desks.meet('Did it go out?');
  await say(page, 'No');
  await expect(messageIn(visitor.page, 'No')).toBeVisible();
  const address = page.url();
  await page.goto('/dashboard');
  const reason = 'The vendor could not deliver the message since the number of the recipient is not on its service any more';
  await answerOtherwise(page, /\/e\/enterprise\/chat\/[0-9a-f-]{36}(\?|$)/, (data: { messages: { message: string }[] }) => ({
    ...data,
    messages: data.messages.map((action) =>
      action.message === 'No' ? { ...action, deliveryStatus: 3, channelErrorCode: '131026', channelErrorDesc: reason } : action,
    ),
  }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address);
  for (const [colorScheme, colour] of [
    ['dark', 'rgb(255, 157, 146)'],
    ['light', 'rgb(180, 35, 24)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.getByText(`Not delivered: ${reason} (131026)`)).toHaveCSS('color', colour);
  }
  for (const part of [page.getByText(`Not delivered: ${reason} (131026)`), page.getByRole('button', { name: 'Retry' })]) {
    const place = await part.boundingBox();
    expect(place?.x).toBeGreaterThanOrEqual(0);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
  }
});
