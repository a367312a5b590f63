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

test('arrow up in the empty field asks for the words of the last own message, and in a text it moves the caret', async () => {
  const asked: string[] = [];
  const editLast = () => void asked.push('asked');
  draw(
    <Composer
      chatId="empty"
      customerName="Ravi"
      channelType={12}
      seen={1}
      takesFocus={false}
      onLeave={() => {}}
      onEditLast={editLast}
      ref={null}
    />,
  );
  const field = screen.getByRole('textbox', { name: 'Reply to Ravi' });
  await userEvent.type(field, '{Shift>}{ArrowUp}{/Shift}Hello{ArrowUp}');
  expect(asked).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, '{ArrowUp}');
  expect(asked).toEqual(['asked']);
});

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
      .map(({ data }) => data as { message: string; attachmentId?: string; seen?: number; card?: object });
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
    await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'File…' }));
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

const colleague = {
  uId: idOf(30),
  name: 'Ravi Rao',
  emailId: 'ravi@shop.example',
  profilePic: '',
  agentStatus: 1,
  ownStatus: null,
  openChats: 0,
  maxChats: 5,
  languages: [],
};
const openMenu = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Attach' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

test('a place is read from a map link, lies in the reply, and goes as a message of its own behind the words', async () => {
  const { field, sent, press } = open(types.WHATSAPP);
  await openMenu('Place…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Place' }));
  const link = dialog.getByRole('textbox', { name: /^Map link/ });
  await userEvent.type(link, 'https://maps.app.goo.gl/x');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the reply' }));
  expect(dialog.getByText(/^No place can be read from this/)).toBeTruthy();
  fireEvent.change(link, { target: { value: 'https://maps.apple.com/?ll=19.07,72.87&q=Shop' } });
  expect(dialog.getByRole('link', { name: 'Check 19.07, 72.87 on a map' })).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Address' }), '1 Main St');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the reply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('list', { name: 'Files of the reply' }).textContent).toContain('Shop');
  expect(screen.getByRole('button', { name: 'Send later' })).toHaveProperty('disabled', true);
  await userEvent.type(field, 'We are here');
  await press();
  const card = { kind: 'location', latitude: 19.07, longitude: 72.87, name: 'Shop', address: '1 Main St' };
  await waitFor(() => expect(sent()).toMatchObject([{ message: 'We are here' }, { message: '', card }]));
});

test('people are typed with their numbers, names of colleagues are offered, and a number that is none is not added', async () => {
  server.replies['GET /e/enterprise/agents'] = () => ({ ...good(null), response: { users: [colleague], more: false } });
  const { sent, press } = open(types.WHATSAPP);
  await openMenu('Contact…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Contact' }));
  await userEvent.type(dialog.getByRole('combobox', { name: /^Name/ }), 'Ra');
  await userEvent.click(await screen.findByRole('option', { name: 'Ravi Rao' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Number 1/ }), '98******34');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the reply' }));
  expect(dialog.getByText(/^Enter a phone number/)).toBeTruthy();
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Number 1/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Number 1/ }), '98200 01234');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a number' }));
  await userEvent.type(dialog.getByRole('textbox', { name: /^Number 2/ }), '+49 30 901820');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to the reply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press();
  const contacts = [{ name: 'Ravi Rao', phones: ['+919820001234', '+4930901820'] }];
  await waitFor(() => expect(sent()).toMatchObject([{ message: '', card: { kind: 'contacts', contacts } }]));
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
