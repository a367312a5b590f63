import { channelTypes, endpoints } from '@parley/contract';
import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

const meera = 'meera@mail.example';
const quoted = 'On Monday, Shop wrote:\n> It has left.';

type Mail = { subject?: string; text: string; cc?: string; html?: string; isAutomatic?: boolean; isNew?: boolean };

/** Writes a mail as the customer, on the screen of the sandbox. */
async function writeMail(page: Page, { subject = '', text, cc = '', html = '', isAutomatic = false }: Mail): Promise<void> {
  const form = page.getByRole('form', { name: 'Write a mail as the customer' });
  const name = form.getByRole('textbox', { name: 'Name of the customer' });
  await expect(form).toBeVisible();
  if (await name.isVisible()) await name.fill('Meera Nair');
  await form.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await form.getByRole('textbox', { name: 'Text' }).fill(text);
  if (cc || html || isAutomatic) {
    const more = form.getByRole('textbox', { name: 'HTML page' });
    if (!(await more.isVisible())) await form.getByText('Cc, HTML page, sent by a program').click();
    await form.getByRole('combobox', { name: 'Cc' }).fill(cc);
    await form.getByRole('combobox', { name: 'Cc' }).press('Tab');
    await more.fill(html);
    await form.getByRole('checkbox', { name: /^Sent by a program/ }).setChecked(isAutomatic);
  }
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('article', { name: 'Customer' }).last()).toContainText(text.split('\n')[0] as string);
}

test('a mail of a customer is a chat with its parts; the answer to all stands in its thread, and the next mail comes into the same chat', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
  const { email } = await makeEnterprise(page.request, 'Mails');
  const headers = { 'authentication-token': await signIn(page, email) };
  const made = await page.request.post(endpoints.channels.create.path, {
    headers,
    data: {
      ...{ name: 'Mail', type: channelTypes.EMAIL, vendor: 'mailchimp', environment: 'sandbox' },
      data: { entry: 'queue', apiKey: 'key-of-a-test', accountName: 'shop', fromEmail: 'help@shop.example', fromName: 'Shop' },
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const { id } = (await made.json()).response as { id: string };
  const sandbox = `/admin/channels/${id}/sandbox?phone=${encodeURIComponent(meera)}`;

  await page.goto(sandbox);
  await writeMail(page, { subject: 'Out of office', text: 'I am away.', isAutomatic: true });
  await writeMail(page, {
    subject: 'My order 17',
    text: `Where is it?\n\n${quoted}`,
    cc: 'lea@mail.example',
    html: '<h1>Order 17</h1><p>Where <b>is</b> it?</p><table><tr><td>One lamp</td><td>40</td></tr></table>',
  });
  await expectAccessible(page, 'sandbox of mails');

  await page.goto('/chat/conversation');
  const waiting = page.getByRole('list', { name: 'Waiting' });
  await page
    .getByRole('navigation', { name: 'Tabs of the inbox' })
    .getByRole('button', { name: /^Waiting/ })
    .click();
  // A program's mail asks for nobody.
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await waiting.getByRole('listitem').getByRole('button').click();
  await page.getByRole('button', { name: /^Pick up/ }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('My order 17', { exact: true })).toBeVisible();
  await expect(log.getByText('Meera Nair to help@shop.example')).toBeVisible();
  await expect(log.getByText('> It has left.')).toHaveCount(0);
  await log.getByRole('button', { name: 'Show what it answers' }).click();
  await expect(log.getByText('> It has left.')).toBeVisible();
  await log.getByRole('button', { name: 'Sender and recipients' }).first().click();
  await expect(log.getByText('lea@mail.example')).toBeVisible();
  await log.getByRole('button', { name: 'Show as page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mail as page: My order 17' });
  await expect(dialog.frameLocator('iframe').getByRole('heading', { name: 'Order 17' })).toBeVisible();
  await expectAccessible(page, 'page of a mail', '[role="dialog"]');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: 'Reply to all' }).click();
  const lines = page.getByRole('region', { name: 'Subject and recipients' });
  await lines.getByRole('button', { name: 'Change' }).click();
  await expect(lines.getByRole('textbox', { name: 'Subject' })).toHaveValue('Re: My order 17');
  await page.getByRole('checkbox', { name: 'Repeat the mail' }).check();
  await expectAccessible(page, 'reply by mail');
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('It comes today.');
  await page.getByRole('textbox', { name: /^Reply to/ }).press('Enter');
  await expect(log.getByText('It comes today.')).toBeVisible();

  await page.goto(sandbox);
  const ours = page.getByRole('article', { name: 'You' }).last();
  await expect(ours).toContainText('It comes today.');
  await expect(ours.getByText('Re: My order 17', { exact: true })).toBeVisible();
  const first = page.getByRole('article', { name: 'Customer' }).last();
  await first.getByText('1 header').click();
  const messageId = await first
    .getByText(/^<.+@mail\.example>$/)
    .last()
    .textContent();
  for (const words of [`Meera Nair <${meera}>`, 'lea@mail.example', messageId as string, '> Where is it?'])
    await expect(ours).toContainText(words);
  await expect(ours.getByText('Bcc', { exact: true })).toHaveCount(0);
  await writeMail(page, { text: 'Thank you, it is here.' });
  await expect(page.getByRole('article', { name: 'Customer' }).last().getByText('Re: My order 17', { exact: true })).toBeVisible();

  await page.goto('/chat/conversation');
  await expect(page.getByText('Active (1)')).toBeVisible();
  await page.getByRole('region', { name: 'Chats', exact: true }).getByText('Meera Nair').click();
  await expect(log.getByText('Thank you, it is here.')).toBeVisible();
  await expect(log.getByText('It comes today.')).toBeVisible();

  await page.goto(`/admin/channels/${id}`);
  const box = page.getByRole('region', { name: /mailbox/i });
  await expect(box).toBeVisible();
  await expectAccessible(page, 'mailbox of a channel');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  // The journey's own way of signing in runs in the frame of a page as well, which has no storage.
  expect(problems.filter((problem) => !problem.includes("lacks the 'allow-same-origin' flag"))).toEqual([]);
});
