import { endpoints, type ScenarioFull, type ScenarioSummary } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, screenAt, stubServer } from '../../../test-screens.tsx';
import { ScenarioPage } from './scenario-page.tsx';

const { list, get, create, run, remove } = endpoints.chatScenarios;
const call = ({ method, path }: { method: string; path: string }, id = '') => `${method} ${path.replace(':scenarioId', id)}`;
const support = idOf(50);

const summary = (number: number, more: Partial<ScenarioSummary> = {}): ScenarioSummary => ({
  ...{ id: idOf(number), name: `Scenario ${number}`, fromDate: '2026-03-02', toDate: '2026-03-08' },
  ...{ departmentIds: [support], departmentNames: ['Support'], createdBy: 'Ada', createdAt: '2026-03-09T10:00:00.000Z' },
  changes: [{ kind: 'agents', departmentId: support, count: 2, limit: null, weekdays: [1, 2, 3], from: '09:00', to: '17:00' }],
  ...{ state: 'done', failure: '', done: 1, of: 1, finishedAt: '2026-03-09T10:00:20.000Z' },
  ...more,
});
const band = (value: number, apart = 0) => ({ value, low: value - apart, high: value + apart });
const figures = (wait: number) => ({ chats: 900, missed: 21, left: 3, waitMedianMs: wait, waitP90Ms: wait * 4, load: 1.5 });
const bands = (wait: number) => ({
  ...{ chats: band(900), missed: band(2, 1), left: band(1) },
  ...{ waitMedianMs: band(wait), waitP90Ms: band(wait * 4, 1000), load: band(1.2) },
});
const hours = Array.from({ length: 24 }, (_, hour) => ({ chats: hour === 9 ? 900 : 0, missed: 0, waitMedianMs: 1000, load: 1 }));
const full = (number: number, more: Partial<ScenarioFull> = {}): ScenarioFull => ({
  ...summary(number),
  runs: 20,
  departments: [
    {
      ...{ departmentId: support, name: 'Support', reasons: [], deviation: 0.023, was: { ...figures(40_000), hours } },
      now: {
        ...{ figures: bands(10_000 * number), hours, saved: [{ chatId: idOf(90), chatNumber: '17-2', at: '2026-03-03T10:00:00.000Z' }] },
        staffing: [
          { agents: 0, figures: bands(10_000) },
          { agents: 1, figures: bands(8_000) },
        ],
      },
    },
  ],
  ...more,
});

const server = stubServer(() => ({
  [call(endpoints.chatAnalytics.choices)]: () =>
    good({ channels: [], departments: [{ id: support, name: 'Support' }], agents: [], labels: [] }),
  [call(list)]: () => good([summary(1), summary(2)]),
  [call(get, idOf(1))]: () => good(full(1)),
  [call(get, idOf(2))]: () => good(full(2)),
}));
const path = '/chat/analytics/what-if';
const open = (search = '') => openScreens(`${path}${search}`, (root) => [screenAt(root, path, ScenarioPage)]);

test('the newest scenario shows its changes in words and its figures beside what happened', async () => {
  open();
  expect(await screen.findByText('Support: 2 agents more, Mon, Tue, Wed from 09:00 to 17:00')).toBeTruthy();
  const department = await screen.findByRole('region', { name: 'Support' });
  expect(within(department).getByText(/meets what happened within ± 2[.,]?3? ?%/)).toBeTruthy();
  expect(within(department).getByText('was 0:40')).toBeTruthy();
  expect(within(department).getByText('1 to 3 in 8 of 10 runs')).toBeTruthy();
  const staffing = within(department).getByRole('table', { name: 'What more agents bring, Support' });
  expect(within(staffing).getByRole('row', { name: /^\+1 0:08 0:32 2 1[.,]2/ })).toBeTruthy();
  expect(within(department).getByText('17-2')).toBeTruthy();
});

test('a scenario of the same days stands beside the chosen one, and the address keeps both', async () => {
  const router = open(`?scenario=${idOf(1)}`);
  await userEvent.click(await screen.findByRole('combobox', { name: /^Beside it/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Scenario 2' }));
  const table = await screen.findByRole('table', { name: 'Comparison of Support' });
  expect(within(table).getByRole('row', { name: 'Half waited at most 0:40 0:10 0:20' })).toBeTruthy();
  expect(router.state.location.search).toMatchObject({ scenario: idOf(1), beside: [idOf(2)] });
});

test('a department that cannot be told of says why and shows no figures', async () => {
  const reasons = [
    { code: 'tooFew', count: 12, figure: null, was: null, replayed: null },
    { code: 'notMet', count: 0, figure: 'waitP90Ms', was: 60_000, replayed: 90_000 },
  ] as const;
  const [department] = full(1).departments;
  server.replies[call(get, idOf(1))] = () =>
    good(
      full(1, {
        state: 'cannotTell',
        departments: [{ ...(department as NonNullable<typeof department>), reasons: [...reasons], now: null }],
      }),
    );
  open();
  expect(await screen.findByText(/The department had 12 chats in these days/)).toBeTruthy();
  expect(screen.getByText(/9 of 10 waited at most: 1:00 happened, 1:30 came out/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a replay that is under way tells how far it is and cannot be begun twice; a failed one is begun again', async () => {
  server.replies[call(get, idOf(1))] = () => good(full(1, { state: 'running', done: 7, of: 20, departments: [] }));
  const first = open();
  expect(await screen.findByText('7 of 20 replays are done. You may leave this page.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Replay again' })).toHaveProperty('disabled', true);
  server.replies[call(get, idOf(2))] = () => good(full(2, { state: 'failed', failure: 'tooCostly', departments: [] }));
  server.replies[call(run, idOf(2))] = () => good(full(2));
  await first.navigate({ to: path, search: { scenario: idOf(2) } } as never);
  expect((await screen.findByRole('alert')).textContent).toContain('more than two minutes');
  await userEvent.click(screen.getByRole('button', { name: 'Replay again' }));
  await waitFor(() => expect(server.countOf(call(run, idOf(2)))).toBe(1));
});

test('a copy begins with the changes of its scenario and is replayed under a name of its own', async () => {
  server.replies[call(create)] = () => good(full(2));
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Copy of a scenario' });
  expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Scenario 1 (copy)');
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'What changes' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Longest wait' }));
  const seconds = within(dialog).getByRole('textbox', { name: 'Seconds until missed' });
  await userEvent.clear(seconds);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replay' }));
  expect(server.countOf(call(create))).toBe(0);
  await userEvent.type(seconds, '900');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Replay' }));
  await waitFor(() =>
    expect(server.bodyOf(call(create))).toMatchObject({
      ...{ name: 'Scenario 1 (copy)', fromDate: '2026-03-02', departmentIds: [support] },
      changes: [{ kind: 'wait', departmentId: support, seconds: 900 }],
    }),
  );
  await waitFor(() => expect(router.state.location.search).toMatchObject({ scenario: idOf(2), form: '' }));
});

test('an empty screen says what scenarios are for; a list that failed to load is read again', async () => {
  server.replies[call(list)] = () => refused('server.unexpected', 'Something went wrong.', { requestId: 'r1' });
  open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.replies[call(list)] = () => good([]);
  await userEvent.click(again);
  expect(await screen.findByText('No scenario yet')).toBeTruthy();
});

test('a scenario is deleted after a question, and is not asked for again', async () => {
  let isGone = false;
  server.replies[call(list)] = () => good(isGone ? [summary(2)] : [summary(1), summary(2)]);
  server.replies[call(remove, idOf(1))] = () => {
    isGone = true;
    return good(null);
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(server.countOf(call(get, idOf(2)))).toBe(1));
  expect([server.countOf(call(remove, idOf(1))), server.countOf(call(get, idOf(1)))]).toEqual([1, 1]);
});
