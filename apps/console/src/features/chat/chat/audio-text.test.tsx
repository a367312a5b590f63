import type { AudioTranscript } from '@parley/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { AudioText } from './audio-text.tsx';

const path = `/e/enterprise/chat/${idOf(1)}/transcript`;
let transcripts: AudioTranscript[];
let canTranscribe: boolean;
const server = stubServer(() => {
  transcripts = [];
  canTranscribe = true;
  return {
    [`GET ${path}`]: () => good({ canTranscribe, transcripts }),
    [`POST ${path}`]: () => {
      transcripts = [{ number: 3, text: 'Where is my parcel?' }];
      return good(transcripts[0]);
    },
  };
});
const open = (permissions: typeof sampleMe.permissions = ['CHAT.HANDLE']) =>
  openScreens('/chat', (root) => [screenAt(root, '/chat', () => <AudioText chatId={idOf(1)} number={3} />)], { ...sampleMe, permissions });

test('an agent asks for what is said in a recording, and reads it below', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show as text' }));
  expect((await screen.findByText('“Where is my parcel?”')).tagName).toBe('P');
  expect(screen.queryByRole('button', { name: 'Show as text' })).toBeNull();
  expect(server.bodyOf(`POST ${path}`)).toEqual({ number: '3' });
});

test('the reason why audio cannot be written down is shown in words', async () => {
  server.replies[`POST ${path}`] = () => refused('transcript.failed', 'The service answered 503.', { reason: 'The service answered 503.' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show as text' }));
  await expect.poll(() => toastTexts()).toEqual(['The service answered 503.']);
});

test('a user who may only read the chat sees what others have asked for, and no button', async () => {
  transcripts = [{ number: 3, text: '' }];
  open(['CHAT.VIEW_CHATHISTORY']);
  expect((await screen.findByText('Nothing is said in it.')).tagName).toBe('P');
  expect(screen.queryByRole('button')).toBeNull();
});
