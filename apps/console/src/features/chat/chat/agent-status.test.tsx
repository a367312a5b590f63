import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { formatTime } from '../../../lib/format.ts';
import { setLanguage } from '../../../lib/i18n.ts';
import { good, idOf, openScreens, screenAt, stubServer } from '../../../test-screens.tsx';
import { AgentStatus } from './agent-status.tsx';

const since = new Date().toISOString();
const lunch = { id: idOf(1), name: 'Lunch', nameHi: 'भोजन', colour: '#c92a2a' };
const kind = { ...lunch, base: 2, isRouted: false, deptIds: [], isOffered: true, order: 0, isActive: true, isUsed: false, version: 1 };
const server = stubServer(() => ({
  'GET /e/enterprise/get_agent_status': () => good({ agentStatus: 1, reason: '', ownStatus: null, since, load: 150, limit: 5 }),
  'GET /e/enterprise/agent_statuses': () => good([kind, { ...kind, id: idOf(2), name: 'Old', isOffered: false }]),
  'PUT /e/enterprise/update_agent_status': () => good({ agentStatus: 2, reason: '', ownStatus: lunch, since }),
}));
const open = () => openScreens('/desk', (root) => [screenAt(root, '/desk', () => <AgentStatus />)]);

test('an own status is chosen from the menu, which is read when it opens; it is shown with since when, beside the load', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'My status: Online' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Lunch' }));
  expect(screen.queryByRole('menuitem', { name: 'Old' })).toBeNull();
  expect(await screen.findByRole('button', { name: `My status: Lunch · since ${formatTime(since)}` })).toBeTruthy();
  await waitFor(() =>
    expect(server.bodyOf('PUT /e/enterprise/update_agent_status')).toEqual({ agentStatus: '2', reason: '', statusId: idOf(1) }),
  );
  expect(screen.getByRole('img').textContent).toBe('1.5 / 5');
});

test('readers of Hindi see the Hindi name', async () => {
  server.replies['GET /e/enterprise/get_agent_status'] = () =>
    good({ agentStatus: 2, reason: '', ownStatus: lunch, since, load: 0, limit: 5 });
  await setLanguage('hi');
  open();
  expect(await screen.findByText(/^भोजन · /)).toBeTruthy();
});
