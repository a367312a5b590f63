import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { messageIn, say, visitDemo } from './chats.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

test('REPORT-001 REPORT-007 REPORT-015 REPORT-016 REPORT-029 REPORT-047 REPORT-048 MENU-028 the report has what customers ask, opens its rows and downloads them', async ({
  browser,
}) => {
  const visitor = await visitDemo(browser);
  const formula = `=SUM(1,2) ${Date.now().toString(36)}`;
  const hindi = 'दुकान कब खुलती है';
  for (const text of ['when are you open', formula, hindi]) {
    const answers = visitor.page.getByRole('log').getByText(/open|sorry|खेद|खुल/);
    const before = await answers.count();
    await say(visitor.page, text);
    await expect(messageIn(visitor.page, text)).toBeVisible();
    await expect.poll(() => answers.count()).toBeGreaterThan(before);
  }
  const { page, problems } = await openPage(browser);
  const token = await signIn(page, 'admin@demo.example');

  await test.step('it loads by itself, of the first agent and the last seven days', async () => {
    await page.goto('/nlp-report/overview');
    await expect(page.getByRole('heading', { name: 'Conversation report' })).toBeVisible();
    await expect(page.getByText(/^Scoped: \d+\.\d\d %$/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Total Conversation/ })).toContainText(/[1-9]/);
    await expectAccessible(page, 'the overview of the report');
    await expectFits(page);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(/start=/);
  });

  await test.step('scoped messages open the conversations; a message opens the intents that came next', async () => {
    await page.getByRole('button', { name: /Total Scoped Messages/ }).click();
    await expect(page.getByRole('combobox', { name: 'Scope' })).toHaveValue('Scopped');
    const table = page.getByRole('table', { name: 'User Conversations' });
    await table.getByRole('button', { name: 'when are you open' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Other identified intents' });
    await expect(dialog.getByRole('columnheader')).toHaveText(['Intent', 'Confidence', 'Training Phrase']);
    await expectAccessible(page, 'the other intents');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectAccessible(page, 'the conversations of the report');
  });

  await test.step('the file holds what was said, and no formula', async () => {
    await page.getByRole('combobox', { name: 'Scope' }).click();
    await page.getByRole('option', { name: 'All', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^conversation_report_\d\d-\d\d-\d{4} \d\d[:_]\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text.startsWith('\ufeff"Message","Date (UTC')).toBe(true);
    expect(text).toContain(`"'${formula}"`);
    expect(text).toContain(`"${hindi}"`);
  });

  await test.step('a prompt skill without messages has its report', async () => {
    const made = await page.request.post('/chatbird/api/nlp/agent', {
      headers: { 'authentication-token': token },
      data: { name: `Prompt ${Date.now().toString(36)}`, description: 'Silent', type: 'prompt' },
    });
    const { data } = (await made.json()) as { data: { id: string } };
    await page.goto(`/bots/${data.id}/prompt`);
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await expect(page.getByText('Scoped: 0.00 %')).toBeVisible();
    await page.getByRole('tab', { name: 'User Conversations' }).click();
    await expect(page.getByText('No Record')).toBeVisible();
    await page.request.delete(`/chatbird/api/nlp/agent/${data.id}`, { headers: { 'authentication-token': token } });
  });
  expect([...problems, ...visitor.problems]).toEqual([]);
});
