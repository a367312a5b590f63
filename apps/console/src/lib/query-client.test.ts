import { notifications, notificationsStore } from '@mantine/notifications';
import { ApiError } from '@parley/client';
import { expect, test } from 'vitest';
import { queryClient } from './query-client.ts';

const told = () => notificationsStore.getState().notifications.map(({ message }) => message);
const change = (failure: unknown, meta: { isQuiet?: boolean } = {}) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { meta, mutationFn: () => Promise.reject(failure) })
    .execute(undefined)
    .catch(() => undefined);

test('SHELL-086 a refused change shows the message of the server', async () => {
  await change(new ApiError('user.not_found', 'No such user.', 404));
  expect(told()).toEqual(['No such user.']);
});

test("SHELL-081 an error that says nothing of itself reads 'Something went wrong'", async () => {
  await change(new TypeError('Cannot read properties of undefined'));
  expect(told()).toEqual(['Something went wrong']);
  notifications.clean();
  await change(new ApiError('server.unexpected', '', 500));
  expect(told()).toEqual(['Something went wrong']);
});

test('a screen that tells the failure itself is not doubled', async () => {
  await change(new ApiError('user.not_found', 'No such user.', 404), { isQuiet: true });
  expect(told()).toEqual([]);
});
