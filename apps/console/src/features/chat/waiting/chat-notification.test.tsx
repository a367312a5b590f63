import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MantineProvider } from '@mantine/core';
import { ApiError } from '@parley/client';
import { type ChatCounts, type LiveEvent, type NotificationChat, type WaitingKind, waitingKinds } from '@parley/contract';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { newsOf, toAlert } from './chat-alert.ts';
import classes from './chat-notification.module.css';
import { Dropdown } from './chat-notification-menu.tsx';
import { WaitingChats } from './chat-notification-modal.tsx';
import { FloatingBox, resetDelayMs } from './floating-box.tsx';
import { pickUp } from './pickup.ts';
import { PickupQuestion } from './pickup-question.tsx';

const counts = (over: Partial<ChatCounts> = {}): ChatCounts => ({
  newChatCount: 0,
  transferredChatCount: 0,
  invitedChatCount: 0,
  assignedChatCount: 0,
  assginedChatCount: 0,
  missedChatCount: 0,
  totalChatCount: 0,
  ...over,
});
const one = counts({
  newChatCount: 1,
  transferredChatCount: 1,
  invitedChatCount: 1,
  assignedChatCount: 1,
  missedChatCount: 1,
  totalChatCount: 5,
});
const deps = () => ({ request: vi.fn(async () => null as unknown), toast: vi.fn(), refreshCounts: vi.fn() });
const show = (node: ReactNode) => render(<MantineProvider env="test">{node}</MantineProvider>);

describe('pickup', () => {
  test.each([
    ['RT-012', 'new', 'agentPickupChat'],
    ['RT-013', 'transferred', 'acceptTransfer'],
    ['RT-014', 'missed', 'agentMissedChatPickup'],
    ['RT-015', 'assigned', 'acceptAssign'],
    ['RT-016', 'invited', 'acceptInvite'],
  ] as const)('%s picking up a %s chat sends %s', async (_row, kind, type) => {
    const given = deps();
    expect(await pickUp(kind, one, undefined, given)).toBe(true);
    expect(given.request).toHaveBeenCalledExactlyOnceWith(type, {});
  });

  test.each([
    ['NOTIF-027', 'new', 'No New Chats to Accept!'],
    ['NOTIF-028', 'transferred', 'No Transferred Chats to Accept!'],
    ['NOTIF-029', 'invited', 'No Invited Chats to Accept!'],
    ['NOTIF-030', 'missed', 'No missed chats to Accept!'],
    ['NOTIF-031', 'assigned', 'No Assigned Chats to Accept!'],
  ] as const)("%s NOTIF-032 a %s count of 0 refuses the pickup with '%s' and sends nothing", async (_row, kind, text) => {
    const given = deps();
    expect(await pickUp(kind, counts(), undefined, given)).toBe(false);
    expect(given.toast).toHaveBeenCalledExactlyOnceWith(text);
    expect(given.request).not.toHaveBeenCalled();
  });

  test.each(waitingKinds)(
    "CHAT-042 a refused pickup of a chat of the kind %s shows the server's words and reads the counts again",
    async (kind) => {
      const given = deps();
      given.request.mockRejectedValue(new ApiError('chat.already_picked', 'Picked up by Omar', 0));
      expect(await pickUp(kind, one, 'chat', given)).toBe(false);
      expect(given.toast).toHaveBeenCalledExactlyOnceWith('Picked up by Omar');
      expect(given.refreshCounts).toHaveBeenCalledOnce();
    },
  );
});

describe('dropdown', () => {
  const open = async (given: ChatCounts, canChoose: boolean, isQuiet = false) => {
    const on = { onPickup: vi.fn(), onChoose: vi.fn(), onQuiet: vi.fn(), onFloat: vi.fn() };
    show(<Dropdown counts={given} canChoose={canChoose} isQuiet={isQuiet} {...on} />);
    await userEvent.click(screen.getByRole('button', { name: /^Chat notifications/ }));
    return on;
  };

  test('NOTIF-002 five groups in their order, each with its count', async () => {
    await open(counts({ newChatCount: 3, totalChatCount: 3 }), false);
    const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
    expect(names.slice(0, 5)).toEqual(['Transfer Chats0', 'Live Chats3', 'Invite Chats0', 'Assigned Chats0', 'Missed Chats0']);
  });

  test('NOTIF-009 a group picks up a chat of its kind', async () => {
    const { onPickup } = await open(one, false);
    await userEvent.click(screen.getByRole('menuitem', { name: /Invite Chats/ }));
    expect(onPickup).toHaveBeenCalledExactlyOnceWith('invited');
  });

  test('NOTIF-010 the icon to choose shows where a chat waits and choosing is allowed', async () => {
    const { onChoose } = await open(counts({ newChatCount: 1, totalChatCount: 1 }), true);
    expect(screen.getAllByRole('menuitem', { name: /^Choose/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Choose a new chat' }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith('new');
  });

  test('NOTIF-010 no icon where choosing is not allowed', async () => {
    await open(one, false);
    expect(screen.queryByRole('menuitem', { name: /^Choose/ })).toBeNull();
  });

  test('NOTIF-003 the badge blinks above 0, and is absent at 0', () => {
    const { rerender } = show(
      <Dropdown counts={one} canChoose isQuiet={false} onPickup={vi.fn()} onChoose={vi.fn()} onQuiet={vi.fn()} onFloat={vi.fn()} />,
    );
    expect(screen.getByText('5').dataset.blinking).toBe('true');
    rerender(
      <MantineProvider env="test">
        <Dropdown counts={counts()} canChoose isQuiet={false} onPickup={vi.fn()} onChoose={vi.fn()} onQuiet={vi.fn()} onFloat={vi.fn()} />
      </MantineProvider>,
    );
    expect(screen.queryByText('5')).toBeNull();
    expect(screen.getByRole('button', { name: 'Chat notifications' })).toBeTruthy();
  });
});

describe('list to choose from', () => {
  const chat: NotificationChat = {
    chatId: 'chat',
    customerName: 'Ada',
    customerNumber: '+91 98',
    lastMessage: 'Where is it?',
    transferringAgent: 'omar',
    handlingAgent: 'omar',
    note: '',
    channelType: 12,
    waitingSince: '2026-01-01T10:00:00Z',
    secondsLeft: null,
  };
  const table = (kind: WaitingKind, onPickup = vi.fn()) =>
    show(
      <WaitingChats
        kind={kind}
        chats={[chat]}
        readAt={0}
        agentNames={new Map([['omar', 'Omar Khan']])}
        onPickup={onPickup}
        onDecline={undefined}
      />,
    );
  const headers = () => screen.getAllByRole('columnheader').map((cell) => cell.textContent);

  test.each(waitingKinds)('NOTIF-012 columns of the %s list', (kind) => {
    table(kind);
    const by = kind === 'transferred' ? ['Transferred By'] : kind === 'invited' ? ['Invited By'] : [];
    expect(headers()).toEqual(['Customer Name', 'Customer Number', ...by, 'Last Message', 'Type', 'Action']);
  });

  test('NOTIF-041 NOTIF-042 the type is the name of the channel type, and ids of agents become names', () => {
    table('transferred');
    const row = screen.getAllByRole('row')[1] as HTMLElement;
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Ada', '+91 98', 'Omar Khan', 'Where is it?', 'WEB', 'Pickup']);
  });

  test('NOTIF-013 each row has a Pickup button for its own chat', async () => {
    const onPickup = vi.fn();
    table('new', onPickup);
    await userEvent.click(screen.getByRole('button', { name: 'Pickup Ada' }));
    expect(onPickup).toHaveBeenCalledExactlyOnceWith('chat');
  });

  test("NOTIF-014 an empty list shows 'No Record'", () => {
    show(<WaitingChats kind="new" chats={[]} readAt={0} agentNames={new Map()} onPickup={vi.fn()} onDecline={undefined} />);
    expect(screen.getByText('No Record')).toBeTruthy();
  });
});

describe('floating box', () => {
  const box = (given: ChatCounts) => {
    const on = { onPickup: vi.fn(), onChoose: vi.fn(), onDock: vi.fn() };
    show(<FloatingBox counts={given} canChoose {...on} />);
    return on;
  };

  test('NOTIF-004 it shows transferred, new, invited and missed', async () => {
    const { onPickup } = box(one);
    expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Transferred1', 'New1', 'Invited1', 'Missed1']);
    await userEvent.click(screen.getByRole('button', { name: /^Missed/ }));
    expect(onPickup).toHaveBeenCalledExactlyOnceWith('missed');
  });

  test('NOTIF-006 it can be folded to its badge and back', async () => {
    box(one);
    await userEvent.click(screen.getByRole('button', { name: 'Minimise' }));
    expect(screen.queryByRole('list')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
    expect(screen.getByRole('list')).toBeTruthy();
  });

  test('NOTIF-007 the badge is orange at 0 and red above', () => {
    const css = readFileSync(path.join(import.meta.dirname, 'chat-notification.module.css'), 'utf8');
    /** 0 is red, 30 orange. */
    const hueOf = (selector: string): number => {
      const rule = css.split(`${selector} {`)[1]?.split('}')[0];
      const [red = 0, green = 0, blue = 0] = (/background: #(\w{6});/.exec(rule ?? '')?.[1]?.match(/../g) ?? []).map((part) =>
        Number.parseInt(part, 16),
      );
      expect(red).toBeGreaterThan(Math.max(green, blue));
      return (60 * (green - blue)) / (red - Math.min(green, blue));
    };
    box(counts());
    const badge = screen.getByRole('status');
    expect([badge.textContent, badge.className, badge.dataset.waiting]).toEqual(['0', classes.boxBadge, undefined]);
    expect(Math.abs(hueOf('.boxBadge') - 28)).toBeLessThan(10);
    box(one);
    const red = screen.getAllByRole('status')[1];
    expect([red?.textContent, red?.className, red?.dataset.waiting]).toEqual(['5', classes.boxBadge, 'true']);
    expect(Math.abs(hueOf('.boxBadge[data-waiting]'))).toBeLessThan(8);
  });

  test('NOTIF-008 arrow keys move it, and 150 ms after a resize it is back', () => {
    vi.useFakeTimers();
    box(one);
    const region = screen.getByRole('region', { name: 'Chat notifications' });
    fireEvent.keyDown(screen.getByRole('button', { name: /Move the box/ }), { key: 'ArrowDown' });
    expect(region.style.translate).toBe('0px 16px');
    fireEvent(window, new Event('resize'));
    act(() => void vi.advanceTimersByTime(resetDelayMs - 1));
    expect(region.style.translate).toBe('0px 16px');
    act(() => void vi.advanceTimersByTime(1));
    expect(region.style.translate).toMatch(/^0px( 0px)?$/);
  });
});

describe('news', () => {
  const started = {
    type: 'customerStartChat',
    data: { chatId: 'a', customerName: 'Ada', lastMessage: 'please reply', channelType: 12 },
  } as LiveEvent;
  const replied = {
    type: 'customerReply',
    data: { chatId: 'a', action: { userName: 'Ada', message: 'hello', attachment: null } },
  } as unknown as LiveEvent;

  test("NOTIF-021 a text with 'reply' is a new message, any other a new chat, whatever the customer writes", () => {
    expect(newsOf(toAlert(started, [])?.tag ?? '')).toBe('new_chat');
    expect(newsOf(toAlert(replied, [])?.tag ?? '')).toBe('new_message');
  });

  test('a message in the chat that is being read is no news', () => {
    expect(toAlert(replied, ['a'])).toBeUndefined();
    expect(toAlert(replied, ['b'])?.sound).toBe('new_message');
  });

  test('NOTIF-018 NOTIF-019 the question has Ignore and Pickup', async () => {
    const on = { onIgnore: vi.fn(), onPickup: vi.fn() };
    show(<PickupQuestion isOpen {...on} />);
    expect(screen.getByText('Do you want pickup this chat ?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pickup' }));
    await userEvent.click(screen.getByRole('button', { name: 'Ignore' }));
    expect(on.onPickup).toHaveBeenCalledOnce();
    expect(on.onIgnore).toHaveBeenCalledOnce();
  });
});
