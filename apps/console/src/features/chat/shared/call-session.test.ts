import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../lib/api.ts';
import { good, idOf, refused, stubServer } from '../../../test-screens.tsx';
import { createAgentCall } from './call-session.ts';

const [chatId, roomId, recordingId] = [idOf(1), idOf(2), idOf(3)];
const take = 'POST /e/chat/video/user/create';
const ask = `POST /e/chat/video/room/${roomId}/consent`;
const begin = `POST /e/chat/video/room/${roomId}/recording`;
const end = `POST /e/chat/video/room/${roomId}/end`;
const part = `/e/chat/video/recording/${recordingId}/part/0`;
const stop = `POST /e/chat/video/recording/${recordingId}/stop`;
const seat = { id: idOf(4), roomId, token: 't', iceServers: [], consent: 'none', isRecording: false };
const recording = {
  id: recordingId,
  roomId,
  state: 'RECORDING',
  by: 'Asha',
  parts: 0,
  bytes: 0,
  ms: 0,
  startedAt: '2026-11-30T10:00:00.000Z',
  isReady: false,
};
const server = stubServer(() => ({
  [take]: () => good(seat),
  [begin]: () => good(recording),
  [end]: () => good(null),
  [stop]: () => good(null),
}));

class Recorder extends EventTarget {
  static isTypeSupported = () => true;
  static begun = 0;
  state = 'inactive';
  start() {
    this.state = 'recording';
    Recorder.begun += 1;
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['part']) }));
    this.dispatchEvent(new Event('stop'));
  }
}
class Stream {
  getTracks = () => [];
  getAudioTracks = () => [];
  getVideoTracks = () => [];
}

beforeEach(() => {
  vi.stubGlobal('MediaStream', Stream);
  vi.stubGlobal('MediaRecorder', Recorder);
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamDestination = () => ({ stream: new Stream() });
      close = async () => {};
    },
  );
  Object.assign(HTMLCanvasElement.prototype, { captureStream: () => new Stream(), getContext: () => null });
  Object.assign(HTMLVideoElement.prototype, { play: async () => {} });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: Object.assign(new EventTarget(), { getUserMedia: async () => new Stream(), enumerateDevices: async () => [] }),
  });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('a call that is recorded is recorded on by a page that is loaded anew, and hangs up while parts wait for the line', async () => {
  let release = () => {};
  const line = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.replies[take] = () => good({ ...seat, consent: 'given', isRecording: true });
  const sent = vi.spyOn(api, 'sendForm').mockImplementation(async () => {
    await line;
    return { answer: { parts: 1 }, message: '' } as never;
  });
  const call = createAgentCall(chatId, () => {});
  await vi.waitFor(() => expect(Recorder.begun).toBe(1));
  expect(call.getView()).toMatchObject({ step: 'call', consent: 'given', isRecording: true });
  await call.end();
  expect(call.getView().step).toBe('ended');
  expect(server.countOf(end)).toBe(1);
  expect(sent.mock.calls.map(([address]) => address.split('?')[0])).toEqual([part]);
  expect(server.countOf(stop)).toBe(0);
  release();
  await vi.waitFor(() => expect(server.countOf(stop)).toBe(1), 5_000);
  sent.mockRestore();
});

test('a customer is asked before the server has answered, and not where it refuses', async () => {
  let answer = () => {};
  const line = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.replies[ask] = async () => {
    await line;
    return refused('meeting.unavailable', 'Calls are not recorded here.');
  };
  const call = createAgentCall(chatId, () => {});
  await vi.waitFor(() => expect(call.getView()).toMatchObject({ step: 'call', consent: 'none' }));
  const asked = call.askConsent();
  expect(call.getView().consent).toBe('asked');
  answer();
  await asked;
  expect(call.getView().consent).toBe('none');
  expect(server.countOf(begin)).toBe(0);
  call.leave();
});
