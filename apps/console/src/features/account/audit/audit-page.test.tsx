import type { AuditEntry } from '@parley/contract';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '../../../lib/days.ts';
import { formatInstant, setEnterpriseZone } from '../../../lib/format.ts';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { AuditPage } from './audit-page.tsx';

const base = '/e/enterprise/audit_trail';
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ entries: [], more: false, people: [] }),
  [`GET ${base}/verification`]: () => good(null),
}));

test('ADMIN-113 FORMAT-005 an entry says when, who, what and of which record', async () => {
  setEnterpriseZone('UTC');
  const entry: AuditEntry = {
    id: idOf(7),
    at: '2024-01-05T15:30:09.000Z',
    actorKind: 'user',
    actorId: idOf(2),
    actorName: 'Priya',
    address: '192.0.2.1',
    module: 'channels',
    action: 'edit',
    kind: 'channel',
    recordId: idOf(8),
    recordName: 'Orders',
    result: 'done',
  };
  server.replies[`GET ${base}`] = () => good({ entries: [entry], more: false, people: [] });
  openScreens('/admin/audit_trail', (root) => [screenAt(root, '/admin/audit_trail', AuditPage)], {
    ...sampleMe,
    permissions: ['AUDITTRAIL.VIEW'],
  });
  const button = await screen.findByRole('button', { name: /^Jan 05 2024 03:30:09 PM: / });
  const row = within(button.closest('tr') as HTMLElement);
  expect(button.textContent).toBe('Jan 05 2024 03:30:09 PM');
  for (const words of ['Priya', 'Orders']) expect(row.getByText(words)).toBeTruthy();
});

// One of the two zones is on another day than UTC at any time.
test.each(['Pacific/Kiritimati', 'Etc/GMT+12'])('the trail is shown and asked for by the days of the enterprise: %s', async (zone) => {
  setEnterpriseZone(zone);
  openScreens('/admin/audit_trail', (root) => [screenAt(root, '/admin/audit_trail', AuditPage)], {
    ...sampleMe,
    permissions: ['AUDITTRAIL.VIEW'],
  });
  expect(
    await screen.findByText(`Who changed what. Entries cannot be changed or deleted. Days and times are those of ${zone}.`),
  ).toBeTruthy();
  const days = ['From', 'To'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }).value);
  expect(screen.getAllByText(zone)).toHaveLength(2);
  const lastDay = formatInstant(Date.now(), 'isoDay', zone);
  expect(days).toEqual([-6, 0].map((count) => formatInstant(addDays(lastDay, count), 'day', 'UTC')));
});
