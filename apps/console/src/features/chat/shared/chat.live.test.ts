import {
  type ChatAction,
  type ChatCounts,
  type ChatDetail,
  type ChatSide,
  type ChatSummary,
  chatStates,
  clockLeaveTexts,
  type LiveEvent,
  ownLeaveText,
  ownReturnText,
  returnedText,
  takenBackPreview,
} from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { sampleChat } from './chat.fixtures.ts';
import { applyChatEvent, type ChatWorld, countOf, moveCount } from './chat.live.ts';

const chatId = '00000000-0000-7000-8000-000000000001';
const otherId = '00000000-0000-7000-8000-000000000002';
const ownId = '00000000-0000-7000-8000-00000000000a';

const makeChat = (over: Partial<ChatSummary> = {}): ChatSummary => ({
  ...sampleChat,
  chatId,
  participants: [ownId],
  ownerId: ownId,
  lastNumber: 5,
  lastMessage: 'before',
  lastActivityAt: '2026-01-01T10:00:00.000Z',
  createdAt: '2026-01-01T09:00:00.000Z',
  chatNumber: '101-0',
  ...over,
});
const makeAction = (over: Partial<ChatAction> = {}): ChatAction => ({
  actionId: 'a6',
  number: 6,
  actionType: 1,
  actionBy: 'c',
  authorKind: 'customer',
  userName: 'Ada',
  message: 'hello',
  attachment: null,
  status: 0,
  deliveryStatus: 1,
  channelErrorCode: '',
  channelErrorDesc: '',
  actedOn: '2026-01-01T11:00:00.000Z',
  detail: {},
  key: '',
  ...over,
});
const makeDetail = (messages: ChatAction[], over: Partial<ChatSummary> = {}): ChatDetail => ({
  ...makeChat(over),
  deptId: '',
  messages,
  hasOlder: false,
  sides: [],
  lastSide: 0,
  customer: {
    customerId: 'c',
    name: 'Ada',
    number: '',
    emailId: '',
    isHidden: false,
    firstSeenAt: '2026-01-01T09:00:00.000Z',
    visit: { pageUrl: '', pageTitle: '', userAgent: '', language: '' },
    previousChats: [],
  },
  pendingTransfer: null,
  returnsTo: null,
});
const makeCounts = (over: Partial<ChatCounts> = {}): ChatCounts => ({
  newChatCount: 1,
  transferredChatCount: 1,
  invitedChatCount: 1,
  assignedChatCount: 1,
  assginedChatCount: 1,
  missedChatCount: 1,
  totalChatCount: 5,
  ...over,
});
const makeWorld = (over: Partial<ChatWorld> = {}): ChatWorld => ({
  chats: [makeChat(), makeChat({ chatId: otherId, lastActivityAt: '2026-01-01T10:30:00.000Z' })],
  counts: makeCounts(),
  detail: undefined,
  readingChatId: null,
  ownId,
  ended: [],
  ...over,
});
const apply = (event: unknown, over: Partial<ChatWorld> = {}) => applyChatEvent(makeWorld(over), event as LiveEvent);
const find = (world: ChatWorld, id = chatId) => world.chats?.find((chat) => chat.chatId === id);

describe('a chat that is only looked at', () => {
  const detail = makeDetail([makeAction({ number: 5 })]);
  const see = (action: ChatAction) => apply({ type: 'watchedEntry', data: { chatId, action } }, { chats: [], detail });

  test('gets its entries, and no list is read for them', () => {
    const { world, effects } = see(makeAction({ authorKind: 'bot', actionType: 3, message: 'It is two years.' }));
    expect([world.detail?.messages.map(({ message }) => message), world.chats, effects]).toEqual([['hello', 'It is two years.'], [], []]);
  });

  test('is read anew when one is missing, or when more than the record has changed', () => {
    const reread = [{ kind: 'refetchChat', chatId }];
    expect(see(makeAction({ number: 8 })).effects).toEqual(reread);
    expect(see(makeAction({ actionType: 8, authorKind: 'system' })).effects).toEqual(reread);
  });
});

describe('an entry that the customer has changed', () => {
  const edited = makeAction({ number: 5, message: 'hello again' });
  const change = (detail: ChatDetail) => apply({ type: 'entryChanged', data: { chatId, action: edited } }, { detail });

  test('stands there with its new words, and nothing new was said', () => {
    const { world, effects } = change(makeDetail([makeAction({ number: 5 })]));
    expect(world.detail?.messages.map(({ message }) => message)).toEqual(['hello again']);
    expect([find(world)?.lastMessage, find(world)?.newMsgCount, effects]).toEqual(['hello again', 0, []]);
  });

  test('leaves no words in the list when it was taken back', () => {
    const revoked = { ...edited, detail: { revoked: { at: edited.actedOn, by: 'Ben' } } };
    const event: LiveEvent = { type: 'entryChanged', data: { chatId, action: revoked } };
    expect(find(apply(event, { detail: makeDetail([makeAction({ number: 5 })]) }).world)?.lastMessage).toBe(takenBackPreview);
  });

  test('is not put where the record does not reach', () => {
    expect(change(makeDetail([makeAction({ number: 6 })])).world.detail?.messages.map(({ number }) => number)).toEqual([6]);
  });
});

describe('counts', () => {
  test.each([
    ['RT-020', 'customerStartChat', 'newChatCount'],
    ['RT-021', 'inviteWaiting', 'invitedChatCount'],
    ['RT-022', 'transferWaiting', 'transferredChatCount'],
    ['RT-023', 'assignWaiting', 'assignedChatCount'],
  ] as const)('%s %s raises %s and the total by one each', (_row, type, field) => {
    const { world } = apply({ type, data: { chatId: 'new' } });
    expect(world.counts).toMatchObject({ [field]: 2, totalChatCount: 6 });
  });

  test.each([
    ['RT-024', 'agentPickupChat', 'newChatCount'],
    ['RT-025', 'acceptInvite', 'invitedChatCount'],
    ['RT-026', 'acceptTransfer', 'transferredChatCount'],
    ['RT-027', 'acceptAssign', 'assignedChatCount'],
  ] as const)('%s %s adds the chat and lowers %s', (_row, type, field) => {
    const { world, effects } = apply({ type, data: { chatId: 'new', chat: makeChat({ chatId: 'new' }) } });
    expect(find(world, 'new')).toBeDefined();
    expect(world.counts).toMatchObject({ [field]: 0, totalChatCount: 4 });
    expect(effects).toContainEqual({ kind: 'opened', chatId: 'new' });
  });

  test('a closed chat that is taken up again waited for nobody: no count falls', () => {
    const event: LiveEvent = { type: 'acceptAssign', data: { chatId, chat: makeChat() } };
    const { world, effects } = apply(event, { chats: [], detail: makeDetail([], { state: chatStates.closed }) });
    expect([world.counts, find(world)?.chatId]).toEqual([makeCounts(), chatId]);
    expect(effects).toContainEqual({ kind: 'refetchCounts' });
    // Its list may have been read before the event.
    expect(apply(event).world.counts).toEqual(makeCounts());
  });

  test('RT-028 an added chat brings its unread messages along', () => {
    const { world } = apply({ type: 'agentPickupChat', data: { chatId: 'new', chat: makeChat({ chatId: 'new', newMsgCount: 3 }) } });
    expect(find(world, 'new')?.newMsgCount).toBe(3);
  });

  test('RT-029 the total falls with its part, and neither below 0', () => {
    const counts = makeCounts({ newChatCount: 0, totalChatCount: 0 });
    expect(moveCount(counts, 'new', -1)).toMatchObject({ newChatCount: 0, totalChatCount: 0 });
    expect(moveCount(makeCounts(), 'new', -1)).toMatchObject({ newChatCount: 0, totalChatCount: 4 });
  });

  test('RT-024 a pickup told twice, to who picked up and to all, is counted once in either order', () => {
    const picked = { type: 'agentPickupChat', data: { chatId: 'new', chat: makeChat({ chatId: 'new' }) } } as LiveEvent;
    const gone = { type: 'waitingEnded', data: { chatId: 'new', kind: 'new', pickedBy: 'me' } } as LiveEvent;
    const counts = makeCounts({ newChatCount: 3, totalChatCount: 7 });
    for (const [first, second] of [
      [picked, gone],
      [gone, picked],
    ] as const) {
      const { world } = applyChatEvent(applyChatEvent(makeWorld({ counts }), first).world, second);
      expect(world.counts).toMatchObject({ newChatCount: 2, totalChatCount: 6 });
    }
  });

  test('RT-024 a chat that waits a second time counts a second time', () => {
    const gone = { type: 'waitingEnded', data: { chatId: 'x', kind: 'transferred', pickedBy: '' } } as LiveEvent;
    const again = {
      type: 'transferWaiting',
      data: { chatId: 'x', customerName: '', by: '', note: '', acceptWithinSeconds: 60 },
    } as LiveEvent;
    const { world } = [gone, again, gone].reduce((outcome, event) => applyChatEvent(outcome.world, event), {
      world: makeWorld(),
      effects: [] as unknown[],
    });
    expect(world.counts?.transferredChatCount).toBe(0);
  });

  test('NOTIF-024 NOTIF-025 the assigned count is read and written in both spellings', () => {
    const { assignedChatCount: _gone, ...old } = makeCounts({ assginedChatCount: 4 });
    expect(countOf(old as ChatCounts, 'assigned')).toBe(4);
    expect(moveCount(makeCounts(), 'assigned', 1)).toMatchObject({ assignedChatCount: 2, assginedChatCount: 2 });
  });
});

describe('entries', () => {
  test.each([
    ['RT-030', 'customerReply', { actionType: 1 }, 1],
    ['RT-031', 'agentReply', { actionType: 3, authorKind: 'agent', actionBy: 'colleague' }, 0],
    ['RT-032', 'agentLeaveChat', { actionType: 9, authorKind: 'agent', actionBy: 'colleague', message: '' }, 0],
  ] as const)('%s %s is appended and moves the chat to the top; of the customer alone it is unread', (_row, type, over, unread) => {
    const action = makeAction(over as Partial<ChatAction>);
    const { world } = apply({ type, data: { chatId, action } }, { detail: makeDetail([makeAction({ number: 5 })]) });
    expect(world.chats?.[0]?.chatId).toBe(chatId);
    expect(find(world)?.newMsgCount).toBe(unread);
    expect(world.detail?.messages.map(({ number }) => number)).toEqual([5, 6]);
  });

  test('RT-030 a message that comes into sight at once is not unread', () => {
    const { world } = apply({ type: 'customerReply', data: { chatId, action: makeAction() } }, { readingChatId: chatId });
    expect(find(world)).toMatchObject({ newMsgCount: 0, lastMessage: 'hello', waitingSince: '2026-01-01T11:00:00.000Z' });
  });

  test('RT-030 a program’s mail is unread as the server counts it, and waits for nobody', () => {
    const action = makeAction({ detail: { inbound: { isAutomatic: true } } });
    const { world } = apply({ type: 'customerReply', data: { chatId, action } });
    expect(find(world)).toMatchObject({ newMsgCount: 1, waitingSince: null });
  });

  test('RT-030 a pinned chat stays above the one that speaks', () => {
    const chats = [makeChat(), makeChat({ chatId: otherId, isPinned: true })];
    const { world } = apply({ type: 'customerReply', data: { chatId, action: makeAction() } }, { chats });
    expect(world.chats?.map((chat) => chat.chatId)).toEqual([otherId, chatId]);
  });

  test('RT-030 the same entry twice changes nothing the second time', () => {
    const event = { type: 'customerReply', data: { chatId, action: makeAction() } } as LiveEvent;
    const once = applyChatEvent(makeWorld({ detail: makeDetail([]) }), event).world;
    expect(applyChatEvent(once, event).world).toEqual(once);
  });

  test('RT-031 an own reply of another tab is not unread, ends the waiting and settles its key', () => {
    const action = makeAction({ actionType: 3, authorKind: 'agent', actionBy: ownId, key: 'k' });
    const chats = [makeChat({ state: 1, waitingSince: '2026-01-01T10:00:00.000Z' })];
    const { world, effects } = apply({ type: 'agentReply', data: { chatId, action } }, { chats });
    expect(find(world)).toMatchObject({ newMsgCount: 0, waitingSince: null, state: 2 });
    expect(effects).toContainEqual({ kind: 'settled', key: 'k' });
  });

  test('RT-030 a gap in the numbers asks for what is missing', () => {
    const { effects } = apply(
      { type: 'customerReply', data: { chatId, action: makeAction({ number: 8 }) } },
      { detail: makeDetail([makeAction({ number: 5 })]) },
    );
    expect(effects).toContainEqual({ kind: 'refetchChat', chatId });
  });

  test('RT-030 an entry of a chat that the list lacks asks for the list', () => {
    expect(apply({ type: 'customerReply', data: { chatId: 'unknown', action: makeAction() } }).effects).toContainEqual({
      kind: 'refetchChats',
    });
  });

  test.each([
    ['agentInviteChat', 5],
    ['agentTransferChat', 4],
  ])('RT-033 %s updates the users and adds a message', (type, actionType) => {
    const users = [{ uId: 'u', name: 'Omar', emailId: '', type: 'invited', profilePic: '' }];
    const action = makeAction({ actionType, authorKind: 'agent', message: '' });
    const { world } = apply({ type, data: { chatId, action, users } }, { detail: makeDetail([makeAction({ number: 5 })]) });
    expect(find(world)).toMatchObject({ users, participants: ['u'], lastMessage: 'before' });
    expect(world.detail?.messages).toHaveLength(2);
  });

  test('the own transfer is pending until an entry says that it came back, was withdrawn or was accepted', () => {
    const pending = { agentId: 'ben', agentName: 'Ben', note: 'Yours' };
    const entry = (number: number, detail: object, actionBy = ownId) =>
      makeAction({ number, actionType: 4, authorKind: 'agent', actionBy, message: '', detail: { ...detail } });
    const pendingAfter = (action: ChatAction, before: ChatDetail['pendingTransfer']) =>
      apply({ type: 'agentTransferChat', data: { chatId, action } }, { detail: { ...makeDetail([]), pendingTransfer: before } }).world
        .detail?.pendingTransfer;
    expect(pendingAfter(entry(6, pending), null)).toEqual(pending);
    for (const returned of ['declined', 'expired', 'withdrawn'])
      expect(pendingAfter(entry(6, { ...pending, returned }, 'ben'), pending)).toBeNull();
    // A colleague's, in whose chat one takes part, and one that the record had already.
    expect(pendingAfter(entry(6, pending, 'omar'), null)).toBeNull();
    expect(pendingAfter(entry(5, pending), null)).toBeNull();
    expect(pendingAfter(makeAction({ number: 6, actionType: 2, actionBy: 'ben', authorKind: 'agent' }), pending)).toBeNull();
    expect(pendingAfter(makeAction({ number: 6 }), pending)).toEqual(pending);
  });

  test('CHAT-003 a rating is kept with the chat', () => {
    const action = makeAction({ actionType: 7, detail: { stars: 4 } });
    expect(find(apply({ type: 'customerRating', data: { chatId, action } }).world)?.rating).toBe(4);
  });
});

describe('chats that go', () => {
  test('an end that is told late, when the list knows of it, takes no chat from the screen that was opened among the closed ones', () => {
    const event = { type: 'agentEndChat', data: { chatId, action: makeAction({ actionType: 8, authorKind: 'agent' }) } };
    const leaves = (over: Partial<ChatWorld>) => apply(event, over).effects.some(({ kind }) => kind === 'removed');
    expect([leaves({}), leaves({ chats: undefined }), leaves({ chats: [makeChat({ chatId: otherId })] })]).toEqual([true, true, false]);
  });

  test.each([
    ['RT-034', 'youTransferredChat', 'You transferred the chat!'],
    ['RT-035', 'youLeftChat', 'You left the chat!'],
  ])("%s %s removes the chat and shows '%s'", (_row, type, message) => {
    const { world, effects } = apply({ type, data: { chatId, message: '' } });
    expect(find(world)).toBeUndefined();
    expect(effects).toContainEqual({ kind: 'toast', level: 'event', message });
  });

  test.each([
    [ownLeaveText, 'You left the chat!'],
    [returnedText, 'The chat was returned.'],
    [clockLeaveTexts.requeued, 'The chat was not answered in time. It is back in the queue.'],
    [clockLeaveTexts.moved, 'The time of the chat was over. It waits in another queue.'],
    ['Ben did not accept in time.', 'Ben did not accept in time.'],
  ])("a chat that goes with '%s' says why: '%s'", (message, told) => {
    const { effects } = apply({ type: 'youLeftChat', data: { chatId, message } });
    expect(effects).toContainEqual({ kind: 'toast', level: 'event', message: told });
  });

  test('a chat that its agent has returned goes from their list', () => {
    const { world, effects } = apply({ type: 'youTransferredChat', data: { chatId, message: ownReturnText } });
    expect(find(world)).toBeUndefined();
    expect(effects).toContainEqual({ kind: 'toast', level: 'event', message: 'You returned the chat.' });
  });

  test('RT-036 the end of a chat removes it', () => {
    const action = makeAction({ actionType: 8, authorKind: 'agent' });
    const { world, effects } = apply({ type: 'agentEndChat', data: { chatId, action } });
    expect(world.chats?.map((chat) => chat.chatId)).toEqual([otherId]);
    expect(effects).toContainEqual({ kind: 'removed', chatId });
  });

  test('a record that is loaded is closed or missed with its chat, for whoever opens it later among the earlier chats', () => {
    const action = makeAction({ actionType: 8, authorKind: 'agent' });
    const closed = apply({ type: 'agentEndChat', data: { chatId, action } }, { detail: makeDetail([], { state: 2 }) }).world.detail;
    expect(closed).toMatchObject({ state: 3, closedAt: action.actedOn, waitingSince: null });
    const missed = apply({ type: 'chatStateChanged', data: { chatId, state: 4 } }, { detail: makeDetail([], { state: 0 }) }).world.detail;
    expect(missed?.state).toBe(4);
  });

  test('CHAT-012 suspending keeps the chat in the list, in its new state', () => {
    expect(find(apply({ type: 'chatStateChanged', data: { chatId, state: 5 } }).world)?.state).toBe(5);
  });

  test('a chat whose time has come is told of, and one that somebody resumes is not', () => {
    const suspended = [makeChat({ state: 5, wakeAt: '2026-01-02T09:00:00.000Z' })];
    const change = (isWoken: boolean) =>
      apply({ type: 'chatStateChanged', data: { chatId, state: 2, wakeAt: null, isWoken } }, { chats: suspended });
    const woken = change(true);
    expect(find(woken.world)).toMatchObject({ state: 2, wakeAt: null });
    expect(woken.effects).toEqual([{ kind: 'toast', level: 'event', message: 'The chat with Ada is back: its time has come.' }]);
    expect(change(false).effects).toEqual([]);
  });
});

describe('refusals and statuses', () => {
  test('RT-037 no chat picked shows the error and takes the counts of the server', () => {
    const counts = makeCounts({ newChatCount: 0, totalChatCount: 4 });
    const { world, effects } = apply({ type: 'noChatPicked', data: { message: 'Gone', kind: 'new', counts } });
    expect(world.counts).toEqual(counts);
    expect(effects).toEqual([{ kind: 'toast', level: 'error', message: 'Gone' }]);
  });

  const ours = (number: number, over: Partial<ChatAction> = {}) =>
    makeAction({ number, authorKind: 'agent', actionType: 3, status: 1, deliveryStatus: 0, ...over });
  const status = (over: object) => ({
    type: 'chatMessageStatus',
    data: { chatId, upTo: 6, author: 'agent', status: 1, deliveryStatus: 1, channelErrorCode: '', channelErrorDesc: '', ...over },
  });

  test('RT-038 a status reaches the last message and those before it, and never falls', () => {
    const detail = makeDetail([ours(4, { status: 2, deliveryStatus: 2 }), makeAction({ number: 5 }), ours(6)]);
    const { world } = apply(status({}), { detail });
    expect(world.detail?.messages.map(({ deliveryStatus }) => deliveryStatus)).toEqual([2, 1, 1]);
    expect(world.detail?.messages[0]?.status).toBe(2);
  });

  test('this user’s reading, here or in another tab, changes the count as on the server; a colleague’s reading changes nothing', () => {
    const read = (readBy: string) => status({ author: 'customer', status: 2, deliveryStatus: 2, readBy, unread: 2 });
    const chats = [makeChat({ newMsgCount: 5 })];
    expect(find(apply(read('colleague'), { chats }).world)?.newMsgCount).toBe(5);
    expect(find(apply(read(ownId), { chats }).world)?.newMsgCount).toBe(2);
  });

  test('RT-039 a failure with code 470 marks the chat as needing a template', () => {
    const { world } = apply(status({ deliveryStatus: 3, channelErrorCode: '470' }), { detail: makeDetail([ours(5), ours(6)]) });
    expect(find(world)?.isJITRequired).toBe(true);
    expect(world.detail?.messages.map(({ deliveryStatus }) => deliveryStatus)).toEqual([0, 3]);
  });

  test('an answer of the customer opens the window of 24 hours again', () => {
    const closed = { isJITRequired: true, windowEndsAt: '2026-01-01T09:00:00.000Z' };
    const action = makeAction({ actedOn: '2026-01-02T10:00:00.000Z' });
    const { world } = apply({ type: 'customerReply', data: { chatId, action } }, { chats: [makeChat(closed)] });
    expect(find(world)).toMatchObject({ isJITRequired: false, windowEndsAt: '2026-01-03T10:00:00.000Z' });
    const { world: web } = apply({ type: 'customerReply', data: { chatId, action } }, { chats: [makeChat()] });
    expect(find(web)?.windowEndsAt).toBeNull();
  });

  test('RT-040 RT-041 every failure emits the failed-message event with its code', () => {
    const { world, effects } = apply(status({ deliveryStatus: 3, channelErrorCode: '131', channelErrorDesc: 'No' }));
    expect(find(world)?.isJITRequired).toBe(false);
    expect(effects).toEqual([{ kind: 'failedMessage', detail: { chatId, number: 6, channelErrorCode: '131', channelErrorDesc: 'No' } }]);
  });

  test('RT-038 a message that failed is not delivered by a later receipt', () => {
    const { world } = apply(status({ upTo: 7 }), { detail: makeDetail([ours(6, { deliveryStatus: 3 }), ours(7)]) });
    expect(world.detail?.messages.map(({ deliveryStatus }) => deliveryStatus)).toEqual([3, 1]);
  });

  test('a message that was tried again goes by its own receipts, whatever of the chat has been read', () => {
    const detail = makeDetail([ours(4, { detail: { isRetried: true } }), ours(5, { detail: { unknown: { at: '' } } }), ours(6)]);
    const { world } = apply(status({ status: 2, deliveryStatus: 2 }), { detail });
    expect(world.detail?.messages.map(({ deliveryStatus }) => deliveryStatus)).toEqual([0, 0, 2]);
  });

  test.each(['inviteFailed', 'transferFailed', 'pickupFailed'])('RT-043 %s shows an error toast', (type) => {
    expect(apply({ type, data: { chatId, code: 'x', message: 'No' } }).effects).toEqual([{ kind: 'toast', level: 'error', message: 'No' }]);
  });

  test('CHAT-004 an unknown event changes nothing', () => {
    const world = makeWorld();
    expect(applyChatEvent(world, { type: 'somethingNew', data: {} } as unknown as LiveEvent)).toEqual({ world, effects: [] });
  });
});

const side = (number: number): ChatSide => ({
  number,
  at: '2026-01-01T11:00:00.000Z',
  kind: 'note',
  authorId: 'ben',
  authorName: 'Ben',
  text: `Note ${number}`,
  mentions: [],
  key: '',
  act: null,
});

test('a line of the second record joins its chat once, changes nothing else, and a gap is read anew', () => {
  const before = makeWorld({ detail: { ...makeDetail([]), sides: [side(1)], lastSide: 1 } });
  const added = applyChatEvent(before, { type: 'chatSide', data: { chatId, side: side(2) } });
  const again = applyChatEvent(added.world, { type: 'chatSide', data: { chatId, side: side(2) } });
  expect(again.world.detail?.sides.map(({ number }) => number)).toEqual([1, 2]);
  expect([again.world.detail?.lastSide, added.world.chats, added.effects]).toEqual([2, before.chats, []]);
  const gap = applyChatEvent(added.world, { type: 'chatSide', data: { chatId, side: side(4) } });
  expect([gap.world.detail?.lastSide, gap.effects]).toEqual([2, [{ kind: 'refetchChat', chatId }]]);
});

test('labels and priority change in the list and in the record', () => {
  const marks = { tag: 'Refund', tagColour: '#aa0000', labels: [{ id: '1', name: 'Refund', colour: '#aa0000' }], priority: 8 };
  const { world: next } = applyChatEvent(makeWorld({ detail: makeDetail([]) }), { type: 'chatMarked', data: { chatId, ...marks } });
  expect(next.chats?.find((chat) => chat.chatId === chatId)).toMatchObject(marks);
  expect(next.detail).toMatchObject(marks);
});

test('the clock that colours a chat comes with the entry that changes it, stays with others, and changes without an entry too', () => {
  const at = '2026-05-01T10:00:00.000Z';
  const clock = { kind: 'nextReply' as const, since: at, amberAt: at, redAt: null };
  const world = makeWorld({ detail: makeDetail([]) });
  const entry = (number: number, more: object) =>
    ({ type: 'customerReply', data: { chatId, action: makeAction({ number }), ...more } }) as unknown as LiveEvent;
  const last = find(world)?.lastNumber ?? 0;
  const begun = applyChatEvent(world, entry(last + 1, { clock })).world;
  expect([find(begun)?.clock, begun.detail?.clock]).toEqual([clock, clock]);
  const same = applyChatEvent(begun, entry(last + 2, {})).world;
  expect(find(same)?.clock).toEqual(clock);
  const ended = applyChatEvent(same, { type: 'chatClock', data: { chatId, clock: null } }).world;
  expect([find(ended)?.clock, ended.detail?.clock]).toEqual([null, null]);
});
