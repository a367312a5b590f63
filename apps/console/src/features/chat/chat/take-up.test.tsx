import type { ChatDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { chatListQuery } from '../shared/chat.queries.ts';
import { TakeUp } from './take-up.tsx';

const reopen = `POST /e/enterprise/chat/${idOf(5)}/reopen`;
const list = 'GET /e/enterprise/chat/summary';
const server = stubServer(() => ({ [list]: () => good([]) }));
const agent = { ...sampleMe, permissions: ['CHAT.HANDLE'], dataScope: 'department', deptIds: [idOf(60)] } as typeof sampleMe;
const supervisor = { ...agent, permissions: ['CHAT.HANDLE', 'CHAT.VIEW_MONITOR'], deptIds: [] } as typeof sampleMe;

function Page({ chat }: { chat: ChatDetail }) {
  useQuery(chatListQuery);
  return (
    <>
      <p>Here</p>
      <TakeUp chat={chat} offer={null} takesPart={false} />
    </>
  );
}
function open(me: typeof sampleMe, chat: Pick<ChatDetail, 'ownerId' | 'deptId'>) {
  const closed = { chatId: idOf(5), state: 3, handledBy: 'agent', ...chat } as ChatDetail;
  openScreens('/chat/conversation', (root) => [screenAt(root, '/chat/conversation', () => <Page chat={closed} />)], me);
}
const button = () => screen.queryByRole('button', { name: 'Reopen' });
const foreign = { ownerId: idOf(9), deptId: idOf(61) };

test.for([
  ['its last owner', agent, { ...foreign, ownerId: agent.uId }, true],
  ['an agent of its department', agent, { ...foreign, deptId: idOf(60) }, true],
  ['who looks over the enterprise', { ...supervisor, dataScope: 'enterprise' }, foreign, true],
  ['who looks over other departments', supervisor, foreign, false],
  ['another agent', agent, foreign, false],
  ['another agent, where it has no department', agent, { ...foreign, deptId: '' }, false],
] as const)('a closed chat: %s is offered to reopen it or not', async ([, me, chat, isOffered]) => {
  open(me as typeof sampleMe, chat);
  await screen.findByText('Here');
  expect(button() !== null).toBe(isOffered);
});

test('a refusal is told beside the button', async () => {
  server.replies[reopen] = () => refused('chat.not_found', 'No such chat.');
  open(agent, { ...foreign, ownerId: agent.uId });
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
  expect((await screen.findByRole('alert')).textContent).toBe('No such chat.');
});

test('a chat that is taken up is read anew without a live line', async () => {
  server.replies[reopen] = () => good({ ...sampleChat, chatId: idOf(5), participants: [agent.uId], ownerId: agent.uId });
  open(agent, { ...foreign, ownerId: agent.uId });
  await waitFor(() => expect(server.countOf(list)).toBe(1));
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(server.countOf(list)).toBe(2));
});
