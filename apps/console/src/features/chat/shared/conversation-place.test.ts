import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { expect, onTestFinished, test } from 'vitest';
import { createConversationPlace } from './conversation-place.ts';
import { viewChat } from './view-chat.ts';

const chatId = '00000000-0000-7000-8000-000000000001';
const otherId = '00000000-0000-7000-8000-000000000002';

function stand(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  return { history, place: createConversationPlace(router) };
}

test('the address says which chat is shown; on another screen none is', () => {
  expect(stand(`/chat/conversation?chatId=${chatId}`).place.getShown()).toBe(chatId);
  expect(stand(`/chatagent?chatId=${chatId}`).place.getShown()).toBe(chatId);
  expect(stand('/chat/conversation?chatId=nonsense').place.getShown()).toBeNull();
  expect(stand('/chat/conversation').place.getShown()).toBeNull();
  expect(stand(`/dashboard?chatId=${chatId}`).place.getShown()).toBeNull();
});

test('opening another chat keeps the filters and is a step that Back undoes', () => {
  const { history, place } = stand(`/chat/conversation?chatId=${chatId}&tab=suspended`);
  place.open(otherId);
  expect(place.getShown()).toBe(otherId);
  expect(history.location.href).toContain('tab=suspended');
  place.open(undefined);
  expect(history.location.href).toBe('/chat/conversation?tab=suspended');
  expect(history.length).toBe(3);
});

test('a user who is brought to a chat finds it in the list: the filters go', () => {
  const { history, place } = stand('/chat/conversation?tab=suspended&unread=true');
  place.bring(chatId);
  expect(history.location.href).toBe(`/chat/conversation?chatId=${chatId}`);
  place.bring(undefined);
  expect(history.location.href).toBe('/chat/conversation');
});

test('the window of its own stays what it is', () => {
  const { history, place } = stand('/chatagent');
  place.bring(chatId);
  expect(history.location.href).toBe(`/chatagent?chatId=${chatId}`);
  place.leave(chatId);
  expect(history.location.href).toBe('/chatagent');
});

test('only the chat that is shown is left', () => {
  const { history, place } = stand(`/chat/conversation?chatId=${chatId}`);
  place.leave(otherId);
  expect(place.getShown()).toBe(chatId);
  expect(history.length).toBe(1);
  place.leave(chatId);
  expect(place.getShown()).toBeNull();
});

test('a chat beside is a step of its own, goes with another first chat, and takes the place of one that has gone', () => {
  const { history, place } = stand(`/chat/conversation?chatId=${chatId}&tab=suspended`);
  place.showBeside(otherId);
  expect(history.location.href).toContain(`beside=${otherId}`);
  // It is picked up where it stands.
  place.bring(otherId);
  expect([place.getShown(), history.length]).toEqual([chatId, 2]);
  place.leave(otherId);
  expect(history.location.href).not.toContain('beside');
  // One that the address names and nobody can see is not led to.
  place.showBeside(otherId);
  place.leave(chatId);
  expect(place.getShown()).toBeNull();
  place.open(chatId);
  place.showBeside(otherId);
  const leave = viewChat(new QueryClient(), otherId, 'me');
  onTestFinished(leave);
  place.leave(chatId);
  expect(place.getShown()).toBe(otherId);
  expect(history.location.href).not.toContain('beside');
  place.showBeside(chatId);
  place.open('00000000-0000-7000-8000-000000000003');
  expect(history.location.href).not.toContain('beside');
});
