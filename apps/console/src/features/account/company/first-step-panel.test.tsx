import type { FirstSteps } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, openScreens, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { FirstStepCard } from '../shared/first-step-card.tsx';
import { FirstStepPanel } from './first-step-panel.tsx';

const path = '/e/enterprise/first_steps';
const none = { customer: 0, bot: 0, quick_reply: 0 };
const some = { customer: 5, bot: 1, quick_reply: 3 };
let state: FirstSteps;
const server = stubServer(() => {
  state = {
    isShown: true,
    isDismissed: false,
    mayManage: true,
    steps: [
      { id: 'channel', isDone: true },
      { id: 'chat', isDone: false },
    ],
    samples: none,
  };
  return {
    [`GET ${path}`]: () => good(state),
    [`PUT ${path}`]: ({ body }) => {
      // A form carries texts.
      const isDismissed = (body as { isDismissed: string }).isDismissed === 'true';
      state = { ...state, isDismissed, isShown: !isDismissed, steps: isDismissed ? [] : state.steps };
      return good(state);
    },
    [`POST ${path}/samples`]: () => {
      state = { ...state, samples: some };
      return good(state);
    },
    [`DELETE ${path}/samples`]: () => {
      state = { ...state, samples: none };
      return good({ ...state, removed: 8, kept: ['Sample bot'] });
    },
  };
});
const open = (Page: () => React.ReactNode) => openScreens('/admin/details', (root) => [screenAt(root, '/admin/details', Page)]);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('each step leads to its place and says whether it is done', async () => {
  open(() => <FirstStepCard firstSteps={state} />);
  const card = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(
    card.getAllByRole('link').map((link) => [
      link.getAttribute('href'),
      [...link.querySelectorAll('span')]
        .map((part) => part.textContent)
        .slice(0, 2)
        .join(': '),
    ]),
  ).toEqual([
    ['/admin/channels', 'Connect a channel: Done'],
    ['/chat/conversation', 'Answer the first chat: To do'],
  ]);
  expect(card.getByText('1 of 2 done')).toBeTruthy();
});

test('a reader who may not manage them is offered neither Dismiss nor sample data', async () => {
  open(() => <FirstStepCard firstSteps={{ ...state, mayManage: false }} />);
  await screen.findByRole('region', { name: 'First steps' });
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('the company information dismisses the steps, and brings them back', async () => {
  open(FirstStepPanel);
  await press('Dismiss first steps');
  expect(await screen.findByText('The first steps are dismissed for everybody.')).toBeTruthy();
  await press('Show first steps again');
  expect(await screen.findByText(/^The dashboard shows the first steps/)).toBeTruthy();
  await waitFor(() => expect(toastTexts()).toEqual(['The first steps are shown again.']));
  expect(server.bodyOf(`PUT ${path}`)).toEqual({ isDismissed: 'false' });
});

test('sample data is added, removed after a question, and what is kept is named', async () => {
  open(FirstStepPanel);
  await press('Add sample data');
  expect(await screen.findByText('5 customers, 1 bot, 3 quick replies')).toBeTruthy();
  await press('Remove sample data');
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the sample data?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.countOf(`DELETE ${path}/samples`)).toBe(0);
  await press('Remove sample data');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove sample data' }));
  await waitFor(() => expect(toastTexts()).toContain('Kept, because they were changed or are in use: Sample bot'));
  expect(await screen.findByRole('button', { name: 'Add sample data' })).toBeTruthy();
});
