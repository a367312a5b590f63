import { createServer } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, openPage, signIn } from './pages.ts';

/** The visitor's field and the agent's. */
const writeTo = (page: Page, text: string) => page.getByRole('textbox', { name: /message|Reply to/i }).fill(text);

test('RT-024 SHELL-049 NOTIF-009 a visitor asks the bot, is handed to an agent, reloads, and the conversation is all there', async ({
  browser,
}) => {
  const visitor = await openPage(browser);
  const agent = await openPage(browser);
  await signIn(agent.page, 'agent@demo.example');
  await agent.page.goto('/dashboard');

  await visitor.page.goto('/demo');
  await visitor.page.getByRole('button', { name: /chat/i }).click();
  await writeTo(visitor.page, 'When are you open?');
  await visitor.page.keyboard.press('Enter');
  await expect(visitor.page.getByText('Monday to Saturday, 9:00 to 18:00')).toBeVisible();
  await writeTo(visitor.page, 'I want an agent');
  await visitor.page.keyboard.press('Enter');
  await expect(visitor.page.getByText('I will get a colleague for you.')).toBeVisible();

  // The bell says that somebody waits before an agent goes for it: with a count of nothing, a click says so and picks nothing up.
  await agent.page.getByRole('button', { name: /chat notifications, \d+ chats? waiting/i }).click();
  await agent.page.getByRole('menuitem', { name: /Live Chats/ }).click();
  await expect(agent.page).toHaveURL(/\/chat\/conversation/);
  await expect(agent.page.getByText('I want an agent').last()).toBeVisible();
  await writeTo(agent.page, 'Hello, this is Nina.');
  await agent.page.keyboard.press('Enter');
  await expect(visitor.page.getByText('Hello, this is Nina.')).toBeVisible();
  await writeTo(visitor.page, 'Nice to meet you');
  await visitor.page.keyboard.press('Enter');
  await expect(agent.page.getByText('Nice to meet you').last()).toBeVisible();
  await expectAccessible(agent.page, 'an open conversation');
  await expectAccessible(visitor.page, 'an open widget');

  await visitor.page.reload();
  await visitor.page.getByRole('button', { name: /chat/i }).first().click();
  await expect(visitor.page.getByText('Hello, this is Nina.')).toBeVisible();
  await expect(visitor.page.getByText('Nice to meet you')).toHaveCount(1);
  await agent.page.reload();
  await expect(agent.page.getByText('Nice to meet you').last()).toBeVisible();
  expect(visitor.problems).toEqual([]);
  expect(agent.problems).toEqual([]);
});

test('the widget works on a foreign origin under a strict policy, and stays away where the domain is not allowed', async ({
  browser,
  baseURL,
}) => {
  const page = (await (await fetch(`${baseURL}/demo`)).text()).match(/data-key="([^"]+)"/);
  const host = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${baseURL}; connect-src ${baseURL} ${baseURL?.replace('http', 'ws')}; img-src ${baseURL} blob: data:`,
    );
    response.end(
      `<!doctype html><html lang="en"><title>Foreign</title><main><h1>Foreign</h1></main><script src="${baseURL}/widget.js" data-key="${page?.[1]}" async></script></html>`,
    );
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
  const { port } = host.address() as { port: number };
  const allowed = await openPage(browser);
  await allowed.page.goto(`http://127.0.0.1:${port}/`);
  await allowed.page.getByRole('button', { name: /chat/i }).click();
  await writeTo(allowed.page, 'Where is my parcel?');
  await allowed.page.keyboard.press('Enter');
  await expect(allowed.page.getByText('two to four working days')).toBeVisible();
  expect(allowed.problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  host.close();
});
