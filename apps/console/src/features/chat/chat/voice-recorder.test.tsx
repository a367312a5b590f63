import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { getOpenedDialog } from '../../../lib/dialogs.ts';
import { setOwner } from '../../../lib/own-store.ts';
import { mayLeave } from '../../../lib/session.ts';
import { block, makeWebm } from '../../../lib/webm-opus.fixtures.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import { getDraftFiles, setDraftFiles } from './drafts.ts';
import { isCard, nameOfPart } from './reply-files.ts';
import { longestMs } from './use-recorder.ts';

const sound = () => new Blob([makeWebm([[block(Uint8Array.of(0x78, 1)), block(Uint8Array.of(0x78, 2))]]) as Uint8Array<ArrayBuffer>]);
let heard: () => Promise<MediaStream>;
let stopped: number;
let made: FakeRecorder | undefined;
const packer = vi.hoisted(() => ({ isThere: true }));
vi.mock('../../../lib/webm-opus.ts', async (read) => {
  const real = await read<typeof import('../../../lib/webm-opus.ts')>();
  return {
    get toOggOpus() {
      if (!packer.isThere) throw new TypeError('The script did not arrive.');
      return real.toOggOpus;
    },
  };
});

/** A recorder that has everything recorded as soon as it is stopped. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state = 'inactive';
  mimeType = 'audio/webm;codecs=opus';
  start() {
    this.state = 'recording';
    made = this;
  }
  stop() {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: sound() }));
    this.dispatchEvent(new Event('stop'));
  }
}

const uploads = stubUploads();
let line: ReturnType<typeof openLine>;
const handle = createRef<ComposerHandle>();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  stopped = 0;
  packer.isThere = true;
  const stream = { getTracks: () => [{ stop: () => (stopped += 1) }] } as unknown as MediaStream;
  heard = () => Promise.resolve(stream);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: () => heard() } }));
  setOwner({ eId: 'e1', uId: 'asha' });
  line = openLine();
  line.accept('asha');
  draw(<Composer chatId="chat" customerName="Ravi" channelType={4} seen={4} takesFocus={false} onLeave={() => {}} ref={handle} />);
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const record = async (ms: number) => {
  act(() => handle.current?.voice());
  await screen.findByRole('button', { name: 'Stop' });
  await pass(ms);
};
const recorder = () => screen.queryByRole('region', { name: 'Voice note' });
const sent = () => line.sent.filter(({ type }) => type === 'agentReply').map(({ data }) => data);
const isAskedBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
const pressEscape = () => fireEvent.keyDown(recorder() as HTMLElement, { key: 'Escape' });

test('a voice note is recorded, listened to, and sent as Ogg by itself; words of the reply stay', async () => {
  uploads.answer = () => ({
    ...{ status: true, code: '100', message: '', data: null },
    response: { id: '7d1f6a52-0d7b-4b52-9d7c-000000000009', url: '/f', name: 'voice-note.ogg', type: 'audio/ogg', size: 1 },
  });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  fireEvent.change(field, { target: { value: 'Begun' } });
  await record(7_000);
  expect(screen.getByRole('timer').textContent).toBe('0:07');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByLabelText('Listen to the voice note of 0:07')).toBeTruthy();
  expect([stopped, sent()]).toEqual([1, []]);
  const send = screen.getAllByRole('button', { name: 'Send' }).find((button) => recorder()?.contains(button)) as HTMLElement;
  await vi.waitFor(() => expect(document.activeElement).toBe(send));
  fireEvent.click(send);
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(uploads.sent.map(({ fields }) => fields.file)).toEqual([['voice-note.ogg']]);
  expect(sent()).toEqual([
    expect.objectContaining({ message: '', attachmentId: '7d1f6a52-0d7b-4b52-9d7c-000000000009', isVoice: true, seen: 4 }),
  ]);
  expect([recorder(), field.value]).toEqual([null, 'Begun']);
});

test('Escape throws a short one away at once, and asks first about a longer one', async () => {
  await record(4_000);
  pressEscape();
  expect([recorder(), stopped]).toEqual([null, 1]);
  await record(6_000);
  pressEscape();
  const opened = getOpenedDialog();
  expect(opened?.dialog).toMatchObject({ title: 'Discard the voice note?' });
  await act(async () => opened?.answer(false));
  expect(recorder()).not.toBeNull();
  pressEscape();
  await act(async () => getOpenedDialog()?.answer(true));
  expect([recorder(), stopped, getDraftFiles('chat'), sent()]).toEqual([null, 2, [], []]);
});

test('five minutes are the most', async () => {
  await record(longestMs);
  const player = await screen.findByLabelText('Listen to the voice note of 5:00');
  expect([stopped, document.activeElement]).toEqual([1, player]);
});

test('a recording that ends by itself leaves the focus with somebody who writes', async () => {
  await record(6_000);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Stop'));
  const field = screen.getByRole('textbox', { name: 'Reply to Ravi' });
  field.focus();
  act(() => made?.stop());
  await screen.findByLabelText('Listen to the voice note of 0:06');
  expect(document.activeElement).toBe(field);
});

test('a recording whose packer did not arrive stays, and is packed when it is asked for again', async () => {
  packer.isThere = false;
  await record(6_000);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be prepared without a connection/);
  expect(isAskedBeforeClosing()).toBe(true);
  packer.isThere = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Listen to the voice note of 0:06')).toBeTruthy();
});

test('a recorder that cannot begin lets go of the microphone', async () => {
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      override start() {
        throw new DOMException('', 'NotSupportedError');
      }
    },
  );
  let closed = 0;
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({});
      createMediaStreamSource = () => ({ connect: () => {} });
      close = async () => {
        closed += 1;
      };
    },
  );
  act(() => handle.current?.voice());
  expect((await screen.findByRole('alert')).textContent).toMatch(/The recording failed/);
  expect([stopped, closed]).toEqual([1, 1]);
});

test('signing out asks first while something is recorded, or lies recorded in a reply', async () => {
  expect(await mayLeave()).toBe(true);
  await record(3_000);
  const first = mayLeave();
  await vi.waitFor(() => expect(getOpenedDialog()?.dialog).toMatchObject({ title: 'Sign out and lose what is not sent?' }));
  await act(async () => getOpenedDialog()?.answer(false));
  expect(await first).toBe(false);
  cleanup();
  await vi.waitFor(() => expect(getDraftFiles('chat')).toHaveLength(1));
  const second = mayLeave();
  await vi.waitFor(() => expect(getOpenedDialog()).toBeDefined());
  await act(async () => getOpenedDialog()?.answer(true));
  expect(await second).toBe(true);
});

test('a recording on its way is nobody’s once another person has signed in', async () => {
  uploads.answer = () => {
    // The other one comes while it is uploaded.
    expect(isAskedBeforeClosing()).toBe(true);
    setOwner({ eId: 'e1', uId: 'ben' });
    line.accept('ben');
    return {
      ...{ status: true, code: '100', message: '', data: null },
      response: { id: '7d1f6a52-0d7b-4b52-9d7c-000000000009', url: '/f', name: 'voice-note.ogg', type: 'audio/ogg', size: 1 },
    };
  };
  await record(2_000);
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByLabelText('Listen to the voice note of 0:02');
  const send = screen.getAllByRole('button', { name: 'Send' }).find((button) => recorder()?.contains(button)) as HTMLElement;
  fireEvent.click(send);
  await vi.waitFor(() => expect(uploads.sent).toHaveLength(1));
  await vi.waitFor(() => expect(isAskedBeforeClosing()).toBe(false));
  expect([sent(), getDraftFiles('chat')]).toEqual([[], []]);
});

test('a chat that is left with a recording has it in its reply, and sends nothing; closing the tab asks', async () => {
  await record(3_000);
  expect(isAskedBeforeClosing()).toBe(true);
  cleanup();
  await vi.waitFor(() => expect(getDraftFiles('chat').map(nameOfPart)).toEqual(['voice-note.ogg']));
  expect(getDraftFiles('chat').some(isCard)).toBe(false);
  expect([stopped, toastTexts(), sent()]).toEqual([1, ['The voice note lies in the reply, and was not sent.'], []]);
  // It lies in this page alone, until it is sent or taken out.
  expect(isAskedBeforeClosing()).toBe(true);
  setDraftFiles('chat', []);
  expect(isAskedBeforeClosing()).toBe(false);
});

test('a fault that keeps it from recording is said in words', async () => {
  const faults: [() => Promise<MediaStream>, RegExp][] = [
    [() => Promise.reject(new DOMException('', 'NotAllowedError')), /does not let this page use the microphone/],
    [() => Promise.reject(new DOMException('', 'NotFoundError')), /No microphone was found/],
    [() => Promise.reject(new Error('?')), /The recording failed/],
  ];
  for (const [answer, words] of faults) {
    heard = answer;
    act(() => handle.current?.voice());
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  }
  vi.stubGlobal('MediaRecorder', undefined);
  act(() => handle.current?.voice());
  expect((await screen.findByRole('alert')).textContent).toMatch(/This browser cannot record/);
});
