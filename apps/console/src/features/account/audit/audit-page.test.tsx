import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addDays } from '../../../lib/days.ts';
import { formatInstant, setEnterpriseZone } from '../../../lib/format.ts';
import { good, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { AuditPage } from './audit-page.tsx';

const base = '/e/enterprise/audit_trail';
stubServer(() => ({
  [`GET ${base}`]: () => good({ entries: [], more: false, people: [] }),
  [`GET ${base}/verification`]: () => good(null),
}));

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
