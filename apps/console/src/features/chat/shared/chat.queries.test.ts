import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { stubFetch } from '../../../test-fetch.ts';
import { agentsQuery, chatListQuery } from './chat.queries.ts';

function answer(envelope: object): URL[] {
  const asked: URL[] = [];
  stubFetch(async (address: string) => {
    asked.push(new URL(address, 'http://host'));
    return Response.json({ status: true, code: '100', message: '', data: null, ...envelope });
  });
  return asked;
}

test('CHAT-040 CHAT-041 all agents are asked for by role 3, any status, 200 a page, and read from response.users', async () => {
  const uId = '7d1f6a52-0d7b-4b52-9d7c-2f1c61f0a001';
  const users = [
    {
      uId,
      name: 'Nina',
      emailId: 'nina@example.com',
      profilePic: '',
      agentStatus: 1,
      ownStatus: null,
      openChats: 0,
      maxChats: 40,
      languages: [],
    },
  ];
  const asked = answer({ response: { users, more: false } });
  const agents = await new QueryClient().fetchQuery(agentsQuery);
  expect(agents.users).toEqual(users);
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/e/enterprise/agents']);
  expect([...(asked[0]?.searchParams ?? [])].sort()).toEqual([
    ['agentStatus', '-1'],
    ['perPage', '200'],
    ['roles', '3'],
  ]);
});

test("CHAT-014 the agent's chats are asked for all at once", async () => {
  const asked = answer({ data: [] });
  await new QueryClient().fetchQuery(chatListQuery);
  expect(asked.map(({ search }) => search)).toEqual(['?perPage=-1&screenType=CHAT']);
});
