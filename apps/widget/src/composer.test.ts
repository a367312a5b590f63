import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Composer } from './composer.tsx';
import hi from './locales/hi.json';
import { AttachmentView } from './parts/attachment-view.tsx';
import type { Attachment } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { emptyThread } from './thread.ts';
import { sayIn } from './words.ts';

const state = {
  config: { title: '', greeting: '', colour: '', isOnline: true, hasBot: false, ratingEnabled: true, maxFileBytes: 2 * 1024 * 1024 },
  connection: 'open',
  thread: { ...emptyThread, chatId: 'chat-1', isOpen: true },
} as unknown as SessionState;

let box: HTMLElement;
beforeEach(() => {
  box = document.createElement('div');
});
afterEach(async () => {
  await act(() => render(null, box));
  vi.unstubAllGlobals();
});

const kept = (name: string): Attachment => ({ id: 'f1', url: '/files/f1', name, type: 'application/octet-stream', size: 5 });

async function openComposer(language = 'en') {
  const upload = vi.fn((file: File): object => ({ status: true, data: kept(file.name) }));
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      responseText = '';
      open() {}
      setRequestHeader() {}
      send(form: FormData) {
        this.responseText = JSON.stringify(upload(form.get('file') as File));
        this.dispatchEvent(new Event('load'));
      }
    },
  );
  const say = vi.fn();
  const session = {
    getDraft: () => '',
    setDraft: () => {},
    typing: () => {},
    origin: 'https://chat.example',
    widgetKey: 'key',
    getVisitorToken: () => 'token',
    say,
  } as unknown as Session;
  await act(() => render(h(Composer, { session, state, say: sayIn(language, language === 'hi' ? hi : {}) }), box));
  const input = box.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  return {
    input,
    upload,
    say,
    async choose(file: File) {
      Object.defineProperty(input, 'files', { value: [file], configurable: true });
      Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
      await act(async () => {
        input.dispatchEvent(new Event('change'));
      });
    },
  };
}
const large = () => {
  const file = new File(['x'], 'film.mkv');
  Object.defineProperty(file, 'size', { value: 2 * 1024 * 1024 + 1 });
  return file;
};

test.each(['note.txt', 'all.zip', 'voice.wav', 'page.html'])('a visitor may choose and send any kind of file: %s', async (name) => {
  const { input, upload, say, choose } = await openComposer();
  expect(input.accept).toBe('');
  await choose(new File(['hello'], name));
  expect(upload).toHaveBeenCalledTimes(1);
  expect(say.mock.calls).toEqual([['', kept(name)]]);
  expect(box.querySelector('[role=alert]')).toBeNull();
});

test.each([
  ['en', () => new File([], 'nothing.txt'), 'The file is empty.'],
  ['en', large, 'The file is larger than 2 MB.'],
  ['hi', () => new File([], 'nothing.txt'), 'फ़ाइल खाली है।'],
])('a file that the server would refuse is not sent, and the rule is shown (%s)', async (language, file, rule) => {
  const { upload, choose } = await openComposer(language);
  await choose(file());
  expect(box.querySelector('[role=alert] .error')?.textContent).toBe(rule);
  expect(upload).not.toHaveBeenCalled();
});

test('a file that the server refuses all the same is refused in its words', async () => {
  const { upload, say, choose } = await openComposer();
  upload.mockReturnValueOnce({ status: false, message: 'The file is larger than 1 MB.' });
  await choose(new File(['hello'], 'note.txt'));
  expect(box.querySelector('[role=alert] .error')?.textContent).toBe('The file is larger than 1 MB.');
  expect(say).not.toHaveBeenCalled();
});

test('a file of no known kind is marked in the thread, and another is not', async () => {
  const session = { resolveUrl: (url: string) => `https://chat.example${url}` } as Session;
  const show = (attachment: Attachment) => act(() => render(h(AttachmentView, { attachment, session, say: sayIn('en') }), box));
  await show({ ...kept('tool.exe'), isUnusual: true });
  expect(box.querySelector('.unusual')?.textContent).toBe('Unusual file. Open it only if you trust the sender.');
  expect(box.querySelector('a')?.getAttribute('download')).toBe('tool.exe');
  await show({ ...kept('note.txt'), type: 'text/plain' });
  expect(box.querySelector('.unusual')).toBeNull();
});
