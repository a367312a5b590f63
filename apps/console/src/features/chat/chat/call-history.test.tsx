import type { CallRecording, CallRoom } from '@parley/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { CallHistory } from './call-history.tsx';

const chatId = idOf(1);
const list = `GET /e/chat/video/history/${chatId}`;
const play = `GET /e/chat/video/room/session/recording/${idOf(5)}`;
const recording: CallRecording = {
  id: idOf(5),
  roomId: idOf(4),
  state: 'COMPLETE',
  by: 'Asha',
  parts: 3,
  bytes: 9_000,
  ms: 12_400,
  startedAt: '2026-11-30T10:01:00.000Z',
  isReady: true,
};
const room: CallRoom = {
  id: idOf(4),
  chatId,
  state: 'ENDED',
  consent: 'given',
  by: 'Asha',
  createdAt: '2026-11-30T10:00:00.000Z',
  liveAt: '2026-11-30T10:00:10.000Z',
  endedAt: '2026-11-30T10:02:15.000Z',
  people: [],
  recordings: [recording],
};
let calls: CallRoom[];
const server = stubServer(() => {
  calls = [room];
  return { [list]: () => good(calls), [play]: () => good({ ...recording, url: '/e/drive/one?x-access-id=signed' }) };
});
const open = (permissions: typeof sampleMe.permissions) =>
  openScreens('/chat', (root) => [screenAt(root, '/chat', () => <CallHistory chatId={chatId} />)], { ...sampleMe, permissions });

test('a recording of a call is played in its place by a user who may see the history', async () => {
  open(['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY']);
  expect((await screen.findByText(/, 2:05$/)).tagName).toBe('P');
  expect(screen.getByText('Recording of 0:12').tagName).toBe('P');
  await userEvent.click(screen.getByRole('button', { name: /^Play the recording of/ }));
  const player = await screen.findByLabelText<HTMLVideoElement>(/^Recording of/);
  expect(player.getAttribute('src')).toBe('/e/drive/one?x-access-id=signed');
  expect(server.queriesOf(play)).toEqual([{ chatId }]);
});

test('a user without the right to the history sees that there is a recording, and no button', async () => {
  calls = [{ ...room, recordings: [{ ...recording, state: 'BROKEN' }] }];
  open(['CHAT.HANDLE']);
  expect((await screen.findByText('Recording of 0:12, cut off')).tagName).toBe('P');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a call that nobody joined says so, and a recording that is put together says that it is prepared', async () => {
  calls = [
    { ...room, liveAt: null, recordings: [] },
    { ...room, id: idOf(6), recordings: [{ ...recording, isReady: false }] },
  ];
  open(['CHAT.VIEW_CHATHISTORY']);
  expect((await screen.findByText(/, nobody joined$/)).tagName).toBe('P');
  expect(screen.getByRole('status').textContent).toBe('The recording is being prepared.');
});
