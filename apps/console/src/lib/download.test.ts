import { notificationsStore } from '@mantine/notifications';
import { expect, test, vi } from 'vitest';
import { stubFetch } from '../test-fetch.ts';
import { loadAppConfig } from './app-config.ts';
import { downloadFile, toDownloadAddress } from './download.ts';
import { setToken } from './session.ts';

const told = () => notificationsStore.getState().notifications.map(({ message }) => message);

test('SHELL-088 without a token nothing is downloaded', async () => {
  const follow = vi.fn();
  await downloadFile('/e/enterprise/files/1', follow);
  expect(follow).not.toHaveBeenCalled();
  expect(told()).toEqual(['something went wrong in file download !!']);
});

test('SHELL-089 the start of a download is told', async () => {
  setToken('t');
  const follow = vi.fn();
  await downloadFile('/e/enterprise/files/1', follow);
  expect(follow).toHaveBeenCalledExactlyOnceWith('/e/enterprise/files/1');
  expect(told()).toEqual(['file will be download shortly !!']);
});

test('SHELL-073 the download token is a query parameter', () => {
  expect(toDownloadAddress('/a', 'x y')).toBe('/a?x-access-id=x%20y');
  expect(toDownloadAddress('/a?b=1', 'x')).toBe('/a?b=1&x-access-id=x');
});

test('SHELL-072 in production the link carries a download token; elsewhere it does not', async () => {
  setToken('t');
  const asked: string[] = [];
  let isProduction = true;
  stubFetch(async (address) => {
    asked.push(address);
    if (address === '/assets/app-config.json') return Response.json({ isProduction });
    if (address.startsWith('/assets/')) return new Response('', { status: 404 });
    return Response.json({ status: true, code: '100', message: '', data: { id: 'one time' } });
  });
  await loadAppConfig();
  const follow = vi.fn();
  await downloadFile('/e/enterprise/files/1', follow);
  expect(follow).toHaveBeenCalledExactlyOnceWith('/e/enterprise/files/1?x-access-id=one%20time');
  expect(asked.at(-1)).toBe('/e/enterprise/download/getId');
  isProduction = false;
  await loadAppConfig();
  await downloadFile('/e/enterprise/files/1', follow);
  expect(follow).toHaveBeenLastCalledWith('/e/enterprise/files/1');
});
