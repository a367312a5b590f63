import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { at, chetan, makeActivity, makeActivityItem, makeProgress, priya } from '../shared/campaign.fixtures.ts';
import { PlanSearch } from '../shared/plan/plan.search.ts';
import { ActivityListSearch } from './activity.search.ts';
import { DeclinedPage } from './declined-page.tsx';
import { InboxPage } from './inbox-page.tsx';
import { ReadyPage } from './ready-page.tsx';

const api = '/chatbird/api/activity';
const list = `GET ${api}/list`;
const answer = (...activities: ReturnType<typeof makeActivityItem>[]) =>
  good({ activities, more: false, makers: [priya], checkers: [chetan] });
const server = stubServer(() => {
  setEnterpriseZone('UTC');
  return {
    [list]: () => answer(),
    'GET /e/enterprise/channels': () => ({ ...good(null), response: { channelConfig: [], more: false } }),
  };
});
const me = { ...sampleMe, permissions: ['CAMPAIGNS.APPROVE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW'] } as never;
const open = (address: string) =>
  openScreens(
    `/campaigns${address}`,
    (root) => [
      screenAt(root, '/campaigns/activity-list', InboxPage, { validateSearch: ActivityListSearch }),
      screenAt(root, '/campaigns/approved', ReadyPage, { validateSearch: ActivityListSearch }),
      screenAt(root, '/campaigns/reject', DeclinedPage, { validateSearch: ActivityListSearch }),
      screenAt(root, '/campaigns/activity/$activityId/edit', () => <h1>Steps</h1>, { validateSearch: PlanSearch }),
    ],
    me,
  );
const headersOf = async (name: string) =>
  (await within(await screen.findByRole('table', { name })).findAllByRole('columnheader')).map(({ textContent }) => textContent);
const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};
const lastQuery = () => server.queriesOf(list).at(-1);

test('CAMP-005 the inbox lists what was submitted, the oldest first, and marks what is overdue', async () => {
  server.replies[list] = () =>
    answer(
      makeActivityItem({
        approval: 'Submitted',
        submittedBy: priya,
        submittedOn: new Date(Date.now() - 7_200_000).toISOString(),
        isOverdue: true,
      }),
    );
  open('/activity-list');
  expect(await headersOf('Iterations')).toEqual([
    'Campaign',
    'Iteration',
    'Maker',
    'Submitted',
    'Channel and template',
    'Audience',
    'Scheduled',
    'Estimated cost',
    'Age',
  ]);
  const row = within((await screen.findByRole('link', { name: 'Spring sale' })).closest('tr') as HTMLElement);
  for (const text of ['#2 Second', 'Overdue', 'Rs.80.00', '2 hours ago', '100']) expect(row.getByText(text), text).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Spring sale' }).getAttribute('href')).toBe(`/campaigns/activity/${idOf(71)}`);
  expect(lastQuery()).toMatchObject({ approval: 'Submitted', order: 'submitted', from: '0' });
  expect(lastQuery()).not.toHaveProperty('state');
});

test('an empty inbox says that nothing waits', async () => {
  open('/activity-list');
  expect(await screen.findByText('Nothing waits')).toBeTruthy();
});

test('CAMP-004 CAMP-005 Ready to go lists approved ones that wait or hold, and with the switch those that run or have run', async () => {
  server.replies[list] = () =>
    answer(makeActivityItem({ approval: 'Approved', state: 1, checker: chetan, decidedOn: at, nextActionOn: at, may: ['start', 'stop'] }));
  const router = open('/approved');
  expect(await headersOf('Ready to go')).toEqual([
    'Campaign',
    'State',
    'Progress',
    'Approved',
    'Channel and template',
    'Audience',
    'Scheduled',
    'Estimated cost',
    'Actions',
  ]);
  expect(await screen.findByText('Waits for its time')).toBeTruthy();
  const row = within((await screen.findByRole('link', { name: 'Spring sale' })).closest('tr') as HTMLElement);
  for (const text of [chetan.name, /^#2 Second · by /, /^By itself: /]) expect(row.getByText(text), String(text)).toBeTruthy();
  expect(lastQuery()?.state).toBe('0 1 3');
  expect(lastQuery()).toMatchObject({ approval: 'Approved' });
  server.replies[list] = () => answer(makeActivityItem({ approval: 'Approved', state: 2, startedOn: at, may: ['pause', 'stop'] }));
  server.replies[`GET ${api}/instances/${idOf(71)}`] = () => good(makeProgress());
  await userEvent.click(screen.getByRole('switch', { name: 'Running and finished' }));
  expect(await screen.findByText(/^800 sent · 700 delivered · 5 failed · 20 skipped · 175 remaining · 58 a minute now$/)).toBeTruthy();
  expect(lastQuery()?.state).toBe('2 4');
  expect(router.state.location.search).toMatchObject({ done: true });
});

test('a row that is ready to go is started, held and stopped from the list', async () => {
  server.replies[list] = () =>
    answer(makeActivityItem({ approval: 'Approved', state: 2, startedOn: at, may: ['pause', 'stop', 'speed', 'clone'] }));
  server.replies[`GET ${api}/instances/${idOf(71)}`] = () => good(makeProgress());
  server.replies[`POST ${api}/action/${idOf(71)}`] = () => good({ activity: makeActivity({ state: 4 }), unsent: 175 });
  open('/approved?done=true');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions of Spring sale #2' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Pause', 'Change speed', 'Stop', 'Clone']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Stop' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop it for good?' }));
  expect(dialog.getByText('175 messages have not been sent yet.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(toastTexts()).toContain('Stopped. 175 messages were not sent.'));
});

test('CAMP-004 CAMP-005 Declined lists what was rejected with its reason, and its maker edits it again', async () => {
  server.replies[list] = () =>
    answer(
      makeActivityItem({
        approval: 'Rejected',
        checker: chetan,
        decidedOn: at,
        reason: 'Wrong price',
        rejections: 2,
        may: ['edit', 'clone', 'delete'],
      }),
    );
  open('/reject');
  expect(await headersOf('Declined')).toEqual([
    'Campaign',
    'Iteration',
    'Maker',
    'Checker',
    'Reason',
    'Rejected on',
    'Times rejected',
    'Planned time',
    'Actions',
  ]);
  expect(await screen.findByText('Wrong price')).toBeTruthy();
  await choose('Maker', 'Priya');
  await choose('Checker', 'Chetan');
  await waitFor(() => expect(lastQuery()).toMatchObject({ approval: 'Rejected', order: 'decided', makerId: idOf(2), checkerId: idOf(3) }));
  await userEvent.click(await screen.findByRole('button', { name: 'More actions of Spring sale #2' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit and resubmit' }));
  expect(await screen.findByRole('heading', { name: 'Steps' })).toBeTruthy();
});

test('a user who may only look at declined activities finds no actions', async () => {
  server.replies[list] = () => answer(makeActivityItem({ approval: 'Rejected', reason: 'Wrong price', may: [] }));
  open('/reject');
  expect(await screen.findByText('Wrong price')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull();
});

test('a deleted iteration asks first', async () => {
  server.replies[list] = () => answer(makeActivityItem({ approval: 'Rejected', may: ['delete'] }));
  server.replies[`DELETE ${api}/delete/${idOf(71)}`] = () =>
    refused('activity.state_invalid', 'This is not possible in the state in which the iteration is now.', {
      approval: 'Rejected',
      state: 2,
    });
  open('/reject');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions of Spring sale #2' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog'));
  expect(question.getByText('Spring sale #2')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toContain('This is not possible in the state in which the iteration is now.'));
});
