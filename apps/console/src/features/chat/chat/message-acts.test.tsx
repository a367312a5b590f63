import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import type { ChatAction, ChatActs, ChatDetail } from '@parley/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, refused, stubServer } from '../../../test-screens.tsx';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { useReact } from './message-act.queries.ts';
import { MessageActState } from './message-act-state.tsx';
import { firstOf, MessageActs } from './message-acts.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { MessageEditor } from './message-editor.tsx';
import { useMessageEditing } from './use-message-editing.ts';

const chatId = sampleChat.chatId;
const everything: ChatActs = { reactions: 'any', editSeconds: 0, revokeSeconds: 0 };
const chatOf = (acts: ChatActs | undefined, ownerId = 'nina'): ChatDetail => ({ ...sampleChat, ownerId, acts }) as ChatDetail;
const entry = (more: Partial<ChatAction> = {}): ChatAction => ({
  actionId: idOf(6),
  number: 6,
  actionType: 3,
  actionBy: 'nina',
  authorKind: 'agent',
  userName: 'Nina',
  message: 'Tomorow at nine',
  attachment: null,
  status: 1,
  deliveryStatus: 0,
  channelErrorCode: '',
  channelErrorDesc: '',
  actedOn: new Date().toISOString(),
  detail: {},
  key: '',
  ...more,
});
const ofCustomer = (detail: ChatAction['detail'] = {}): ChatAction =>
  entry({ actionType: 1, actionBy: 'meera', authorKind: 'customer', userName: 'Meera', message: 'Where is it?', detail });
const base = `/e/enterprise/chat/${chatId}/messages/6`;
const server = stubServer(() => ({
  [`PUT ${base}/reaction`]: () => good(ofCustomer()),
  [`PUT ${base}/text`]: () => good(entry()),
  [`DELETE ${base}`]: () => good(entry()),
  [`DELETE ${base}/act`]: () => good(entry()),
}));

function offered(action: ChatAction, acts: ChatActs | 'none' = everything, userId = 'nina', ownerId = 'nina') {
  const { unmount } = draw(
    <MessageActs
      chat={chatOf(acts === 'none' ? undefined : acts, ownerId)}
      action={action}
      ownId={userId}
      onEdit={() => {}}
      onFocusFree={() => {}}
    />,
  );
  const names = screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label'));
  unmount();
  return names;
}

test('acts are offered where the channel, the message, its age and its author allow them, and nowhere else', () => {
  expect(offered(ofCustomer())).toEqual(['React']);
  expect(offered(entry())).toEqual(['Edit', 'Take back']);
  const others = entry({ actionBy: 'ben' });
  expect([offered(others), offered(others, everything, 'nina', 'ben')]).toEqual([['Take back'], []]);
  expect(offered(ofCustomer(), { ...everything, reactions: null })).toEqual([]);
  expect(offered(entry(), { ...everything, editSeconds: null })).toEqual(['Take back']);
  expect(offered(entry({ actedOn: new Date(Date.now() - 61_000).toISOString() }), { ...everything, revokeSeconds: 60 })).toEqual(['Edit']);
  expect(offered(entry(), 'none')).toEqual([]);
  for (const detail of [
    { template: { header: '', mediaName: '', footer: '', buttons: [] } },
    { failure: { code: '1', text: '' } },
    { unknown: { at: '2026-01-01T11:00:00.000Z' } },
    { revoked: { at: '2026-01-01T11:00:00.000Z', by: 'Nina' } },
  ])
    expect(offered(entry({ detail }))).toEqual([]);
  expect(offered(entry({ authorKind: 'bot', actionBy: '' }))).toEqual([]);
  expect(offered(ofCustomer({ revoked: { at: '2026-01-01T11:00:00.000Z' } }))).toEqual([]);
});

test('a reaction is chosen by one press, and pressed again it is taken back', async () => {
  const { unmount } = draw(
    <MessageActs chat={chatOf(everything)} action={ofCustomer()} ownId="nina" onEdit={() => {}} onFocusFree={() => {}} />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'React' }));
  await userEvent.click(await screen.findByRole('button', { name: 'React with ❤️' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/reaction`)).toEqual({ emoji: '❤️' }));
  unmount();
  const reacted = ofCustomer({ ourReaction: { emoji: '🎈', at: '2026-01-01T11:00:00.000Z', by: 'Nina' } });
  draw(<MessageActs chat={chatOf(everything)} action={reacted} ownId="nina" onEdit={() => {}} onFocusFree={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: 'React' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take the reaction 🎈 back' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/reaction`)).toEqual({ emoji: '' }));
});

test('a channel with a list of its own is offered that list', async () => {
  expect(firstOf(['👍', '👎', '❤', '🔥', '🥰', '👏', '😁'])).toEqual(['👍', '❤️', '👎', '🔥', '🥰', '👏']);
  const { unmount } = draw(
    <MessageActs
      chat={chatOf({ ...everything, reactions: ['❤'] })}
      action={ofCustomer()}
      ownId="nina"
      onEdit={() => {}}
      onFocusFree={() => {}}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'React' }));
  expect(await screen.findByRole('button', { name: 'React with ❤️' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'All emoji' })).toBeNull();
  unmount();
  // The vendor spells the heart without its variation selector; our own one is the same.
  const many = ['❤', '👍', '👎', '🔥', '🥰', '👏', '😁', '🤔'];
  const reacted = ofCustomer({ ourReaction: { emoji: '❤', at: '2026-01-01T11:00:00.000Z', by: 'Nina' } });
  draw(
    <MessageActs
      chat={chatOf({ ...everything, reactions: many })}
      action={reacted}
      ownId="nina"
      onEdit={() => {}}
      onFocusFree={() => {}}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'React' }));
  expect(await screen.findByRole('button', { name: 'Take the reaction ❤️ back', pressed: true })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'All emoji' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Take the reaction ❤ back');
});

test('a message is taken back once that is confirmed, and the arrows lead from act to act', async () => {
  const onEdit = vi.fn();
  const onFocusFree = vi.fn();
  const client = new QueryClient();
  const drawn = (action: ChatAction) => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MessageActs chat={chatOf(everything)} action={action} ownId="nina" onEdit={onEdit} onFocusFree={onFocusFree} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(drawn(entry()));
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit');
  await userEvent.keyboard('{Enter}');
  expect(onEdit).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Take this message back?' });
  expect(server.countOf(`DELETE ${base}`)).toBe(0);
  await userEvent.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Take back') as HTMLElement);
  await waitFor(() => expect(server.countOf(`DELETE ${base}`)).toBe(1));
  expect(onFocusFree).not.toHaveBeenCalled();
  rerender(drawn(entry({ detail: { revoked: { at: '2026-01-01T11:00:00.000Z', by: 'Nina' } } })));
  expect(onFocusFree).toHaveBeenCalledTimes(1);
});

test('Enter saves the new words with those that were seen, Escape leaves them, and a refusal keeps the field', async () => {
  const onDone = vi.fn();
  const onType = vi.fn();
  const drawEditor = (begun?: string) =>
    draw(
      <MessageEditor chatId={chatId} action={entry()} begun={{ text: begun, seen: ['Tomorow at nine'] }} onType={onType} onDone={onDone} />,
    );
  const { unmount } = drawEditor();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New words of the message' });
  expect([document.activeElement, field.value]).toEqual([field, 'Tomorow at nine']);
  await userEvent.keyboard('{Escape}');
  expect(onDone).toHaveBeenCalledTimes(1);
  await userEvent.clear(field);
  await userEvent.keyboard('{Enter}');
  expect(server.asked).toEqual([]);
  await userEvent.type(field, 'Tomorrow at nine{Shift>}{Enter}{/Shift}sharp');
  expect(onType).toHaveBeenLastCalledWith('Tomorrow at nine\nsharp');
  server.replies[`PUT ${base}/text`] = () => refused('message.changed', 'The message was changed meanwhile.');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/text`)).toEqual({ text: 'Tomorrow at nine\nsharp', was: 'Tomorow at nine' }));
  expect(field.value).toBe('Tomorrow at nine\nsharp');
  expect(onDone).toHaveBeenCalledTimes(1);
  server.replies[`PUT ${base}/text`] = () => good(entry());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  unmount();
  drawEditor('Begun');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Begun');
});

test('the words that were seen are those of when the field was opened; what was typed is kept for each message', async () => {
  const sayings = ['Tomorow at nine', 'Tomorrow at ten'];
  const { result } = renderHook(() => useMessageEditing(() => {}));
  const other = entry({ number: 7, message: 'Other' });
  act(() => result.current.begin(entry()));
  act(() => result.current.type(entry(), 'Half of'));
  act(() => result.current.begin(other));
  expect([result.current.number, result.current.begun(other)]).toEqual([7, { text: undefined, seen: ['Other'] }]);
  // The message was changed elsewhere while the other field was open.
  const changed = entry({ message: 'Tomorrow at ten' });
  act(() => result.current.begin(changed));
  expect(result.current.begun(changed)).toEqual({ text: 'Half of', seen: ['Tomorow at nine'] });
  server.replies[`PUT ${base}/text`] = () => refused('message.changed', 'The message was changed meanwhile.');
  const onDone = vi.fn();
  const drawChanged = (seen: string[]) => (
    <QueryClientProvider client={queryClient}>
      <MessageEditor chatId={chatId} action={changed} begun={{ text: 'Half of', seen }} onType={() => {}} onDone={onDone} />
    </QueryClientProvider>
  );
  const { unmount } = draw(drawChanged(sayings.slice(0, 1)));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/text`)).toEqual({ text: 'Half of', was: 'Tomorow at nine' }));
  await waitFor(() =>
    expect(notificationsStore.getState().notifications.map(({ message }) => message)).toContain('The message was changed meanwhile.'),
  );
  expect([onDone.mock.calls, screen.getByRole<HTMLTextAreaElement>('textbox').value]).toEqual([[], 'Half of']);
  unmount();
  // Words that were on their way then have been seen too.
  server.replies[`PUT ${base}/text`] = () => good(changed);
  draw(drawChanged(sayings));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/text`)).toEqual({ text: 'Half of', was: 'Tomorrow at ten' }));
  act(() => result.current.end());
  expect(result.current.begun(changed)).toEqual({ text: undefined, seen: ['Tomorrow at ten'] });
});

test('an answer takes no place of a newer live event that came before it', async () => {
  const answered = Promise.withResolvers<void>();
  server.replies[`PUT ${base}/reaction`] = async () => {
    await answered.promise;
    return good(ofCustomer({ ourReaction: { emoji: '👍', at: '2026-01-01T11:00:00.000Z', by: 'Nina' } }));
  };
  const asked = ofCustomer();
  const newer = ofCustomer({ ourReaction: { emoji: '🙏', at: '2026-01-01T11:00:01.000Z', by: 'Ben' } });
  const client = new QueryClient();
  client.setQueryData(chatKeys.detail(chatId), { ...chatOf(everything), messages: [asked] });
  const { result, rerender } = renderHook(({ action }) => useReact(chatId, action), {
    initialProps: { action: asked },
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutate('👍'));
  await waitFor(() => expect(server.countOf(`PUT ${base}/reaction`)).toBe(1));
  client.setQueryData(chatKeys.detail(chatId), { ...chatOf(everything), messages: [newer] });
  // The cache has a copy of its own.
  const [shown = newer] = client.getQueryData<ChatDetail>(chatKeys.detail(chatId))?.messages ?? [];
  rerender({ action: shown });
  answered.resolve();
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  expect(client.getQueryData<ChatDetail>(chatKeys.detail(chatId))?.messages).toEqual([newer]);
});

test('an act on its way says so; one that failed says why, and is tried again or dropped', async () => {
  const edit = { kind: 'edit' as const, state: 'queued' as const, value: 'Tomorrow', at: '2026-01-01T11:00:00.000Z', by: 'Nina' };
  const drawAct = (
    more: object,
    canWrite = true,
    { actionBy = 'nina', ownerId = 'nina', detail = {} }: { actionBy?: string; ownerId?: string; detail?: ChatAction['detail'] } = {},
  ) =>
    draw(
      <MessageActState
        chat={chatOf(everything, ownerId)}
        action={entry({ actionBy, detail })}
        act={{ ...edit, ...more }}
        ownId="nina"
        canWrite={canWrite}
      />,
    );
  const queued = drawAct({});
  expect(screen.getByText('It is being changed to:').textContent).toBe('It is being changed to:Tomorrow');
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  queued.unmount();
  const reader = drawAct({ state: 'failed', reason: 'Too old' }, false);
  expect(screen.getByText('The change was not accepted. Too old')).toBeTruthy();
  expect([screen.queryByRole('alert'), screen.queryByRole('button')]).toEqual([null, null]);
  reader.unmount();
  // Those see the buttons who may do the act; what may not be done any more may still be dropped.
  const namesOf = (...given: Parameters<typeof drawAct>) => {
    const { unmount } = drawAct(...given);
    const names = screen.queryAllByRole('button').map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  const over = { state: 'failed', reason: 'Too old' };
  expect(namesOf(over, true, { actionBy: 'ben' })).toEqual([]);
  expect(namesOf({ ...over, kind: 'revoke' }, true, { actionBy: 'ben' })).toEqual(['Try again', 'Drop']);
  expect(namesOf({ ...over, kind: 'revoke' }, true, { actionBy: 'ben', ownerId: 'ben' })).toEqual([]);
  expect(namesOf(over, true, { detail: { unknown: { at: edit.at } } })).toEqual(['Drop']);
  const failed = drawAct({ state: 'failed', reason: 'Too old' });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.bodyOf(`PUT ${base}/text`)).toEqual({ text: 'Tomorrow', was: 'Tomorow at nine' }));
  await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
  await waitFor(() => expect(server.countOf(`DELETE ${base}/act`)).toBe(1));
  failed.unmount();
  drawAct({ kind: 'revoke', state: 'unknown', value: '', reason: 'No answer' });
  expect(screen.getByText('It is not known whether this reached the channel. No answer')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.countOf(`DELETE ${base}`)).toBe(1));
});

test('our reaction and a message that was taken back are shown with their agent', () => {
  const at = '2026-01-01T11:00:00.000Z';
  const drawBubble = (action: ChatAction) => draw(<MessageBubble action={action} isFirstOfTurn={false} isOwn onRetry={undefined} />);
  const reacted = drawBubble(ofCustomer({ ourReaction: { emoji: '👍', at, by: 'Nina' }, reaction: { emoji: '🙏', at } }));
  expect(screen.getByRole('img', { name: 'Our reaction: 👍' }).title).toBe('Nina');
  expect(screen.getByRole('img', { name: 'Reaction of the customer: 🙏' })).toBeTruthy();
  reacted.unmount();
  drawBubble(entry({ detail: { revoked: { at, by: 'Nina' } } }));
  expect(screen.getByText('Taken back by Nina')).toBeTruthy();
  expect(screen.getByText('Tomorow at nine')).toBeTruthy();
});
