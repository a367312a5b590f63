import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { good, idOf, stubServer, toastTexts } from '../../../test-screens.tsx';
import { stubUploads } from '../../../test-uploads.ts';
import { imageData, makeArtifact } from '../../file/shared/artifact.fixtures.ts';
import { Composer } from './composer.tsx';

const uploads = stubUploads();
const stored = (name: string, type: string) => ({
  status: true,
  code: '100',
  message: '',
  data: null,
  response: { id: '7d1f6a52-0d7b-4b52-9d7c-000000000009', url: '/f', name, type, size: 1 },
});
const library = 'GET /e/enterprise/artifacts';
const server = stubServer(() => ({
  [library]: () => ({
    ...good(null),
    response: {
      artifacts: [
        makeArtifact({ _id: idOf(11), data: { ...imageData, name: 'Menu' } }),
        makeArtifact({
          _id: idOf(12),
          data: { ...imageData, type: 'LOCATION', name: 'Shop', address: '1 Main St', latitude: 19, longitude: 72 },
        }),
        makeArtifact({ _id: idOf(13), data: { ...imageData, type: 'MSG', name: 'Greeting', message: 'Namaste' } }),
      ],
      more: false,
    },
  }),
  [`POST /e/enterprise/artifacts/${idOf(11)}/copy`]: () => stored('menu.png', 'image/png'),
}));
const types = { SMS: 0, MESSENGER: 3, WHATSAPP: 4 };

const seeing = { see: (_number: number) => {} };

function Pane({ channelType }: { channelType: number }) {
  const [seen, setSeen] = useState(4);
  useEffect(() => {
    seeing.see = setSeen;
  }, []);
  return (
    <Composer chatId="chat" customerName="Ravi" channelType={channelType} seen={seen} takesFocus={false} onLeave={() => {}} ref={null} />
  );
}

function open(channelType: number) {
  setOwner({ eId: 'e1', uId: 'asha' });
  const line = openLine();
  line.accept('asha');
  draw(<Pane channelType={channelType} />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  const drop = (...files: File[]) => fireEvent.drop(field, { dataTransfer: { files } });
  const sent = () =>
    line.sent
      .filter(({ type }) => type === 'agentReply')
      .map(({ data }) => data as { message: string; attachmentId?: string; seen?: number });
  const see = (number: number) => act(() => seeing.see(number));
  return { field, drop, sent, see, press: () => userEvent.click(screen.getByRole('button', { name: 'Send' })) };
}

const pdf = new File(['x'], 'receipt.pdf', { type: 'application/pdf' });

test('a file lies in the reply to be looked at, and its words go in the same message', async () => {
  uploads.answer = () => stored('receipt.pdf', 'application/pdf');
  const { field, drop, sent, press } = open(types.WHATSAPP);
  drop(pdf);
  expect(screen.getByRole('list', { name: 'Files of the reply' }).textContent).toContain('receipt.pdf');
  expect(uploads.sent).toEqual([]);
  await userEvent.type(field, 'Your receipt');
  await press();
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ message: 'Your receipt', attachmentId: expect.any(String) })]));
  expect(field.value).toBe('');
});

test('ATTACH-031 a reply takes messages, places and media of the library', async () => {
  const { field } = open(types.WHATSAPP);
  const pick = async (name: RegExp) => {
    await userEvent.click(screen.getByRole('button', { name: 'Attach a file' }));
    await userEvent.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await pick(/Greeting/);
  await pick(/Shop/);
  expect(field.value).toMatch(/^Namaste\nShop\n1 Main St\nhttps:/);
  await pick(/Menu/);
  const files = within(await screen.findByRole('list', { name: 'Files of the reply' }));
  expect(files.getByRole('button').getAttribute('aria-label')).toContain('menu.png');
  expect(server.queriesOf(library)[0]).not.toHaveProperty('mediaType');
});

test('words are sent before a file that cannot carry them', async () => {
  uploads.answer = () => stored('receipt.pdf', 'application/pdf');
  const { field, drop, sent, press } = open(types.MESSENGER);
  drop(pdf);
  await userEvent.type(field, 'Your receipt');
  await press();
  await waitFor(() => expect(sent().map(({ message }) => message)).toEqual(['Your receipt', '']));
});

test('a file that could not be stored is back in the reply with its words', async () => {
  uploads.answer = () => ({ status: false, code: 'file.too_large', message: 'Too large.', data: { limitBytes: 1 } });
  const { field, drop, sent, press } = open(types.WHATSAPP);
  drop(pdf);
  await userEvent.type(field, 'Your receipt');
  await press();
  await waitFor(() => expect(field.value).toBe('Your receipt'));
  expect([screen.getByRole('list', { name: 'Files of the reply' }).textContent?.includes('receipt.pdf'), sent()]).toEqual([true, []]);
});

test('a file that cannot be sent is refused with the limit that it breaks', () => {
  const { drop } = open(types.WHATSAPP);
  drop(new File(['x'], 'setup.exe'));
  expect(toastTexts()).toEqual([expect.stringMatching(/^setup\.exe cannot be sent\. You can send .*jpeg.*webp\.$/)]);
  const large = new File(['x'], 'photo.webp', { type: 'image/webp' });
  Object.defineProperty(large, 'size', { value: 6 * 1024 * 1024 });
  drop(large);
  expect(toastTexts()).toEqual(['photo.webp has 6.0 MB. You can send at most 5.0 MB here.']);
  expect(screen.queryByRole('list', { name: 'Files of the reply' })).toBeNull();
});

test('an SMS offers neither marks nor files, and counts its segments', async () => {
  const { field, drop } = open(types.SMS);
  for (const name of ['Bold', 'Italic', 'Strikethrough', 'Monospace']) expect(screen.queryByRole('button', { name })).toBeNull();
  drop(pdf);
  expect(toastTexts()).toEqual(['An SMS carries words alone. Send the address of the file instead.']);
  await userEvent.type(field, 'Hello');
  expect(screen.getByText('1 SMS, 155 characters left in it')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'नमस्ते '.repeat(12) } });
  expect(screen.getByText(/^2 SMS, \d+ characters left in the last one$/)).toBeTruthy();
});

test('a reply names what was on the screen when it was begun, not what came while it was written', async () => {
  const { field, sent, see, press } = open(types.WHATSAPP);
  await userEvent.type(field, 'I am look');
  see(6);
  await userEvent.type(field, 'ing');
  await press();
  await userEvent.type(field, 'Found');
  await press();
  await waitFor(() =>
    expect(sent().map(({ message, seen }) => [message, seen])).toEqual([
      ['I am looking', 4],
      ['Found', 6],
    ]),
  );
});

test('a reply that is emptied and written anew knows what is on the screen by then', async () => {
  const { field, sent, see, press } = open(types.WHATSAPP);
  await userEvent.type(field, 'x');
  see(6);
  await userEvent.clear(field);
  await userEvent.type(field, 'Found');
  await press();
  await waitFor(() => expect(sent().map(({ seen }) => seen)).toEqual([6]));
});
