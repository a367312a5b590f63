import { notificationsStore } from '@mantine/notifications';
import { expect, test, vi } from 'vitest';
import { stubFetch } from '../test-fetch.ts';
import { downloadFile } from './download.ts';
import { setToken } from './session.ts';

const told = () => notificationsStore.getState().notifications.map(({ message }) => message);

function watchLinks() {
  const asked: string[] = [];
  stubFetch(async (address) => {
    asked.push(address);
    return Response.json({ status: true, code: '100', message: '', data: { id: 'x y' } });
  });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.getAttribute('href') ?? '');
  });
  return { asked, followed };
}

test('SHELL-088 nothing is downloaded without a token', async () => {
  const { asked, followed } = watchLinks();
  await downloadFile('/e/enterprise/files/1');
  expect({ asked, followed }).toEqual({ asked: [], followed: [] });
  expect(told()).toEqual(['something went wrong in file download !!']);
});

test('SHELL-089 the start of a download is told', async () => {
  setToken('t');
  watchLinks();
  await downloadFile('/e/enterprise/files/1');
  expect(told()).toEqual(['file will be download shortly !!']);
});

test('SHELL-072 SHELL-073 UPLOAD-013 every link carries a download token of its own as a query parameter', async () => {
  setToken('t');
  const { asked, followed } = watchLinks();
  await downloadFile('/e/enterprise/files/1');
  await downloadFile('/a?b=1');
  expect(asked).toEqual(['/e/enterprise/download/getId', '/e/enterprise/download/getId']);
  expect(followed).toEqual(['/e/enterprise/files/1?x-access-id=x%20y', '/a?b=1&x-access-id=x%20y']);
});
