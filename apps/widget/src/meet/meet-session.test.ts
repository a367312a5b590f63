import type { MeetEvent } from '@parley/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createMeetSession } from './meet-session.ts';

class Line extends EventTarget {
  static readonly OPEN = 1;
  static readonly all: Line[] = [];
  readonly sent: { type: string; data: unknown }[] = [];
  readyState = 0;
  constructor() {
    super();
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event('close'));
  }
  hear(event: MeetEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  }
  answers = () => this.sent.filter(({ type }) => type === 'consent').map(({ data }) => data);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const room = { roomId: 'room', chatId: 'chat', isRecording: true, isCustomerHere: true };
const joined = { roomId: 'room', token: 't', iceServers: [], agentName: 'Asha', title: '', colour: '', isRecording: true };

test('a withdrawal that is pressed while the line is down is sent with the next one, once, and is said to wait', () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('MediaStream', class {});
  const session = createMeetSession('code', () => {});
  session.join();
  const next = () => Line.all.at(-1) as Line;
  next().open();
  next().hear({ type: 'joined', data: { ...joined, consent: 'given' } });
  next().close();
  session.answer(false);
  expect(session.getView()).toMatchObject({ isOnline: false, isAnswerWaiting: true, consent: 'given' });
  vi.advanceTimersByTime(2_000);
  expect(Line.all).toHaveLength(2);
  next().open();
  expect(next().answers()).toEqual([]);
  next().hear({ type: 'joined', data: { ...joined, consent: 'given' } });
  expect(next().answers()).toEqual([{ isGiven: false }]);
  next().hear({ type: 'callChanged', data: { ...room, state: 'LIVE', consent: 'withdrawn', isRecording: false } });
  expect(session.getView()).toMatchObject({ isOnline: true, isAnswerWaiting: false, consent: 'withdrawn', isRecording: false });
  next().close();
  vi.advanceTimersByTime(2_000);
  next().open();
  next().hear({ type: 'joined', data: { ...joined, consent: 'withdrawn', isRecording: false } });
  expect(next().answers()).toEqual([]);
  session.leave();
});
