import { endpoints } from '@parley/contract';
import { expect, type Page } from '@playwright/test';
import { fieldOf, messageIn, test } from '../chats.ts';
import { expectAccessible } from '../pages.ts';

/** Leaves no macro of the agent's behind. */
async function clearMacros({ page, token }: { page: Page; token: string }): Promise<void> {
  const headers = { 'authentication-token': token };
  const { data } = (await (await page.request.get(endpoints.macros.list.path, { headers })).json()) as { data: { id: string }[] };
  for (const { id } of data) await page.request.delete(endpoints.macros.remove.path.replace(':macroId', id), { headers });
}

test('an agent makes a macro beside a chat, undoes it by Escape, and runs it by M, its letter and Enter', async ({ desks }) => {
  const { agent, page, visitor } = await desks.meet('Please refund my lamp');
  await fieldOf(page).press('Escape');
  await page.keyboard.press('m');
  const menu = page.getByRole('dialog', { name: 'Run a macro' });
  await expect(menu.getByText('There is no macro for this chat yet.')).toBeVisible();
  await menu.getByRole('button', { name: 'My macros' }).click();
  const own = page.getByRole('dialog', { name: 'My macros' });
  await own.getByRole('button', { name: 'Create macro' }).click();
  const form = page.getByRole('dialog', { name: 'Create a macro' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Refund');
  await form.getByRole('textbox', { name: 'Letter' }).fill('R');
  await form.getByRole('button', { name: 'Add a step' }).click();
  await form.getByRole('textbox', { name: 'Text in English' }).fill('It is {{ agent.name }}: the money is on its way.');
  await form.getByRole('button', { name: 'Add a step' }).click();
  await form.getByRole('combobox', { name: 'What step 2 does' }).click();
  await page.getByRole('option', { name: 'Set the priority' }).click();
  await form.getByRole('combobox', { name: 'Priority, 0 to 9' }).click();
  await page.getByRole('option', { name: '8' }).click();
  await expectAccessible(page, 'the form of a macro');
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(own.getByRole('cell', { name: 'Reply, Set the priority' })).toBeVisible();
  await expectAccessible(page, 'the macros of an agent');
  await page.keyboard.press('Escape');
  await expect(own).toBeHidden();

  const bar = page.getByRole('region', { name: 'Macro Refund' });
  const call = async () => {
    await page.keyboard.press('m');
    await expect(menu.getByRole('button', { name: /Refund/ })).toBeVisible();
    await page.keyboard.press('r');
    // It stands five seconds: this looks with every frame.
    await bar.getByText('It is Nina Kapoor: the money is on its way.').waitFor();
    await menu.waitFor({ state: 'hidden' });
  };
  await call();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  // The reply takes the focus that the bar had, and a second Escape leaves it.
  await expect(fieldOf(page)).toBeFocused();
  await fieldOf(page).press('Escape');
  await call();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Refund is done.')).toBeVisible();
  await expect(messageIn(visitor.page, 'It is Nina Kapoor: the money is on its way.')).toHaveCount(1);
  await expect(bar).toBeHidden();
  await fieldOf(page).press('Escape');
  // Looked at last: a slow look outlasts the time for which a macro waits, and nobody counts its replies any more.
  await call();
  await expectAccessible(page, 'a macro that waits');
  await clearMacros(agent);
});

test('a reply is planned beside Send, stands above the field, and is sent at once instead', async ({ desks }) => {
  const { page, visitor } = await desks.meet('Call me tomorrow');
  await fieldOf(page).fill('Good morning, here I am.');
  await fieldOf(page).press('Escape');
  await page.keyboard.press('Shift+L');
  await expect(page.getByRole('menuitem', { name: /^Tomorrow morning/ })).toBeVisible();
  await expectAccessible(page, 'the menu of times');
  await page.getByRole('menuitem', { name: /^Tomorrow morning/ }).click();
  const planned = page.getByRole('region', { name: 'Planned messages' });
  await expect(planned.getByText('Good morning, here I am.')).toBeVisible();
  await expect(fieldOf(page)).toHaveValue('');
  await expect(messageIn(visitor.page, 'Good morning, here I am.')).toHaveCount(0);
  await expectAccessible(page, 'planned messages');
  await planned.getByRole('button', { name: /^Send now/ }).click();
  await expect(messageIn(visitor.page, 'Good morning, here I am.')).toHaveCount(1);
  await expect(planned).toBeHidden();
});
