import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { exportList } from '../../../lib/exports.ts';
import { exportCall, exportLink, makeExport } from '../../../test-exports.ts';
import { good, idOf, openScreens, refused, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { ExportListPage } from './export-list-page.tsx';

const base = '/e/enterprise/exports';
const server = stubServer(() => ({
  [`GET ${base}`]: () => good({ exports: [] }),
  'GET /e/enterprise/download/getId': () => good({ id: 'token' }),
}));
const open = () => openScreens('/exports', (root) => [screenAt(root, '/exports', ExportListPage)]);
const follow = () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  return followed;
};

test('own exports say how far they are, why there is none, and how long they are kept', async () => {
  const running = makeExport({
    id: idOf(2),
    name: 'long.csv',
    kind: 'auditTrail',
    state: 'running',
    rows: 12_000,
    total: null,
    sizeBytes: null,
  });
  const failed = makeExport({ id: idOf(3), name: 'gone.csv', kind: 'speech', state: 'failed', fault: 'record', rows: 0, sizeBytes: null });
  server.replies[`GET ${base}`] = () => good({ exports: [running, failed, makeExport()] });
  server.replies[`POST ${base}/${idOf(2)}/cancel`] = () => good({ ...running, state: 'cancelled' });
  server.replies[`DELETE ${base}/${idOf(3)}`] = () => good(null);
  const followed = follow();
  open();
  const line = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await line(/long\.csv.*Audit trail/)).getByText('Being made')).toBeTruthy();
  expect((await line(/long\.csv/)).getByRole('progressbar', { name: 'Rows so far: 12,000' })).toBeTruthy();
  expect((await line(/gone\.csv.*Recordings in writing/)).getByText(/not there any more/)).toBeTruthy();
  await userEvent.click((await line(/list\.csv.*Delivery report/)).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(followed).toEqual([`${exportLink}?x-access-id=token`]));
  await userEvent.click((await line(/long\.csv/)).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(server.countOf(`POST ${base}/${idOf(2)}/cancel`)).toBe(1));
  await userEvent.click((await line(/gone\.csv/)).getByRole('button', { name: 'Remove gone.csv' }));
  await waitFor(() => expect(server.countOf(`DELETE ${base}/${idOf(3)}`)).toBe(1));
});

test('no export yet, and a list that cannot be read, are told', async () => {
  open();
  expect(await screen.findByText('No exports yet')).toBeTruthy();
  server.replies[`GET ${base}`] = () => refused('export.not_found', 'No such export.');
  open();
  expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy();
});

test('a list asks for what its own download takes: a short file is saved, of a long one its user is told', async () => {
  const followed = follow();
  server.replies[exportCall] = () => good(makeExport());
  await exportList('broadcast', '/x?tag=a&tag=b&status=READ', { broadcastId: idOf(7) });
  expect(server.bodyOf(exportCall)).toMatchObject({ kind: 'broadcast', filter: { tag: ['a', 'b'], status: 'READ', broadcastId: idOf(7) } });
  expect(followed).toEqual([`${exportLink}?x-access-id=token`]);
  server.replies[exportCall] = () => good(makeExport({ state: 'waiting' }));
  await exportList('messages', '/x');
  expect(toastTexts().at(-1)).toBe('The file is made in the background. You are told when it is ready.');
  expect(followed).toHaveLength(1);
});
