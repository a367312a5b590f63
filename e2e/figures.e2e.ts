import { endpoints, type ScenarioFull, type ScenarioSummary, type SqlAccess } from '@parley/contract';
import { expect, type Page } from '@playwright/test';
import { makeEnterprise } from './enterprise.ts';
import { answerOtherwise, expectAccessible, expectFits, expectLoaded, openPage, signIn, test } from './pages.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Looks at a filled screen at a desk and on a phone, in both schemes. */
async function expectFine(page: Page, where: string): Promise<void> {
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    await expectLoaded(page);
    await expectAccessible(page, `${where}, ${viewport.width}`);
    await expectFits(page);
  }
  await page.setViewportSize(desk);
}

test('an administrator reads how programs ask for figures by SQL: what the installation lacks, or the login, examples and statements', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: desk });
  const { email } = await makeEnterprise(page.request, 'Readers');
  await signIn(page, email);
  // The journeys' own database listens to this machine alone, which the tab says.
  await page.goto('/admin/details?tab=sql');
  await expect(page.getByText('reading by SQL needs a database server')).toBeVisible();
  await expect(page.getByText(/SQL_ADDRESS=/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Switch on' })).toHaveCount(0);
  await expectFine(page, 'the tab SQL of an installation without an address');

  // An installation with a database server, whose enterprise has renewed its password today
  const { sql } = endpoints;
  const login = (name: string, validUntil: string | null) => ({
    ...{ login: `parley_r_${name}`, createdOn: '2026-11-01T10:00:00.000Z', createdBy: 'Priya', validUntil },
  });
  const on: SqlAccess = {
    ...{ obstacle: null, remedy: '', host: 'db.example.com', port: 6432, database: 'parley' },
    logins: [login('zzzzzzzzzzzz', null), login('abcdefghijkl', '2026-11-03T10:00:00.000Z')],
  };
  const statement = (number: number, outcome: string) => ({
    ...{ id: `019f0000-0000-7000-8000-00000000000${number}`, login: 'parley_r_zzzzzzzzzzzz', beganAt: '2026-11-02T10:00:00.000Z' },
    ...{ application: 'Metabase', address: '203.0.113.9', tookMs: 30_250 * number, outcome },
    statement: 'select local_day, count(*) from chats where is_sandbox = ? and local_day >= current_date - ? group by 1 order by 1',
  });
  await answerOtherwise(page, `**${sql.get.path}`, () => on);
  await answerOtherwise(page, `**${sql.log.path}*`, () => ({
    statements: [statement(1, 'cancelled'), statement(2, 'ended')],
    more: false,
  }));
  await page.reload();
  await expect(page.getByText('parley_r_abcdefghijkl works until')).toBeVisible();
  await expect(
    page.getByText('psql "host=db.example.com port=6432 dbname=parley user=parley_r_zzzzzzzzzzzz sslmode=require"'),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Statements' }).getByText('Cancelled')).toBeVisible();
  await expectFine(page, 'the tab SQL with a login');
  await page.getByRole('tab', { name: 'Grafana' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/at most 4 open connections/)).toBeVisible();
  expect(problems).toEqual([]);
});

test('a supervisor replays past days with two agents more: too few chats are told, and figures stand beside what happened', async ({
  browser,
}) => {
  const { page, problems } = await openPage(browser, { viewport: desk });
  const { email } = await makeEnterprise(page.request, 'Replays');
  const headers = { 'authentication-token': await signIn(page, email) };
  await page.request.post(endpoints.departments.create.path, { headers, data: { name: 'Support' } });
  await page.goto('/chat/analytics');
  await page.getByRole('link', { name: 'What if' }).click();
  await expect(page.getByText('No scenario yet')).toBeVisible();
  await expectFine(page, 'what-if without a scenario');
  await page.getByRole('button', { name: 'New scenario' }).first().click();
  const form = page.getByRole('dialog', { name: 'New scenario' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Two agents more');
  if ((await form.getByRole('group', { name: /^Change/ }).count()) === 0) await form.getByRole('button', { name: 'Add a change' }).click();
  await form.getByRole('textbox', { name: /^Agents more/ }).fill('2');
  await expectAccessible(page, 'the form of a scenario');
  await form.getByRole('button', { name: 'Replay' }).click();
  // The real router is asked: nobody wrote in these days, so nothing can be told.
  await expect(page.getByText(/The department had 0 chats in these days/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Scenarios' }).getByText('Cannot tell')).toBeVisible();
  await expectFine(page, 'a scenario of too few chats');

  // The same screen of a department with 900 chats
  const { list, get } = endpoints.chatScenarios;
  const band = (value: number, apart = 0) => ({ value, low: value - apart, high: value + apart });
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    ...{ chats: hour > 8 && hour < 18 ? 90 - 5 * Math.abs(13 - hour) : 0, missed: hour === 9 ? 4 : 0, load: 1 },
    waitMedianMs: 1000 * hour,
  }));
  const was = { chats: 900, missed: 21, left: 3, waitMedianMs: 40_000, waitP90Ms: 160_000, load: 1.5, hours };
  const bands = (wait: number) => ({
    ...{ chats: band(900), missed: band(2, 1), left: band(1), load: band(1.2) },
    ...{ waitMedianMs: band(wait), waitP90Ms: band(wait * 4, 1000) },
  });
  const saved = [{ chatId: '019f0000-0000-7000-8000-000000000090', chatNumber: '17-2', at: '2026-03-03T10:00:00.000Z' }];
  const staffing = [-1, 0, 1, 2].map((agents) => ({ agents, figures: bands(12_000 - 3000 * agents) }));
  const fill = (scenario: ScenarioFull): ScenarioFull => ({
    ...scenario,
    state: 'done',
    departments: scenario.departments.map((department) => ({
      ...department,
      ...{ reasons: [], deviation: 0.023, was, now: { figures: bands(10_000), hours, saved, staffing } },
    })),
  });
  await answerOtherwise<ScenarioFull>(page, new RegExp(`${get.path.replace(':scenarioId', '[0-9a-f-]{36}')}$`), fill);
  await answerOtherwise<ScenarioSummary[]>(page, new RegExp(`${list.path}$`), (all) => all.map((one) => ({ ...one, state: 'done' })));
  await page.reload();
  await expect(page.getByText(/meets what happened within/)).toBeVisible();
  await expect(page.getByRole('table', { name: /^What more agents bring/ })).toBeVisible();
  await expectFine(page, 'a scenario with figures');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('No scenario yet')).toBeVisible();
  expect(problems).toEqual([]);
});
