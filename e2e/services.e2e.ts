import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { expectAccessible, expectFits, openPage, signIn, test } from './pages.ts';

/** A workflow tool as docs/WORKFLOW-TOOL.md describes it. */
async function startTool() {
  const server = createServer((request, response) => {
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    request.resume().on('end', () => {
      if (request.url === '/account/login') return say(200, { token: 'one' });
      return request.headers['authentication-token'] === 'one' ? say(200, { data: [{ id: '1', name: 'Returns' }] }) : say(401, {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

const open = async (page: Page, name: string) => {
  const { email } = await makeEnterprise(page.request, name);
  await signIn(page, email);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('menuitem', { name: 'Services' }).click();
};

test('SHELL-023 ADMIN-047 screens 11.2 a service is tried as it stands in the form, saved, found by type, and deleted', async ({
  browser,
}) => {
  const tool = await startTool();
  const { page, problems } = await openPage(browser);
  await open(page, 'Outside');
  await expect(page).toHaveURL('/services');
  await expect(page.getByText('No service yet')).toBeVisible();
  await expectAccessible(page, 'services, none yet');
  await page.getByRole('button', { name: 'Add service' }).click();
  const form = page.getByRole('dialog');
  await expectAccessible(page, 'form of a database', '[role="dialog"]');
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Workflow tool' }).click();
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Flows');
  await form.getByLabel('Base address').fill('http://10.0.0.7/');
  await form.getByLabel('E-mail address').fill('flows@example.com');
  await form.getByLabel('Password', { exact: false }).first().fill('Open-sesame-7');
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText('Enter an address that begins with https://.').first()).toBeVisible();
  await form.getByLabel('Base address').fill(tool.url);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form.getByText(/^It works \(\d+ ms\)\. It said: Returns$/)).toBeVisible();
  await expectAccessible(page, 'form of a workflow tool', '[role="dialog"]');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /Flows/ });
  await expect(row).toContainText('Not tried');
  await page.getByRole('button', { name: 'Actions for Flows' }).click();
  await page.getByRole('menuitem', { name: 'Test' }).click();
  await expect(page.getByText(/^Flows works \(\d+ ms\)\.$/)).toBeVisible();
  await expect(row).toContainText('Working');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Database' }).click();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(/type=4/);
  await page.goto('/services?type=1');
  await expect(row).toBeVisible();
  await expectAccessible(page, 'services');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.getByRole('button', { name: 'Actions for Flows' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(row).toHaveCount(0);
  tool.stop();
  // The address that was refused
  expect(problems).toEqual([expect.stringContaining('422')]);
});

test('ADMIN-079 ADMIN-084 a relay bridge is made, tells where to reply, and its log is empty', async ({ browser }) => {
  const { page, problems } = await openPage(browser);
  await open(page, 'Bridges');
  await page.getByRole('tab', { name: 'Relay bridge' }).click();
  await expect(page.getByText('No relay bridge yet')).toBeVisible();
  await expectAccessible(page, 'relay bridges, none yet');
  await page.getByRole('button', { name: 'Add bridge' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Till');
  await form.getByLabel('Address').fill('https://example.com/parley');
  await expectAccessible(page, 'form of a bridge', '[role="dialog"]');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = page.getByRole('dialog', { name: 'Secret of Till' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have kept it' }).click();
  await page.getByRole('button', { name: 'Actions for Till' }).click();
  await page.getByRole('menuitem', { name: 'Where to reply' }).click();
  const address = page.getByRole('dialog', { name: 'Where Till replies' });
  await expect(address.getByText(/^POST http.*\/hooks\/relay\/[0-9a-f-]{36}$/)).toBeVisible();
  await expectAccessible(page, 'address of a bridge', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Till' }).click();
  await page.getByRole('menuitem', { name: 'Log' }).click();
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'relay bridges');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  expect(problems).toEqual([]);
});
