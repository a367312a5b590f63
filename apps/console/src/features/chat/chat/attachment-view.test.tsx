import type { Attachment, PlayableCopy } from '@parley/contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, stubServer } from '../../../test-screens.tsx';
import { AttachmentView } from './attachment-view.tsx';

const path = `/e/enterprise/files/${idOf(7)}/playable`;
let copies: PlayableCopy[];
const server = stubServer(() => {
  copies = [{ state: 'none' }];
  return { [`GET ${path}`]: () => good(copies.length > 1 ? copies.shift() : copies[0]) };
});
const attachment = (type: string, name: string, more: Partial<Attachment> = {}): Attachment => ({
  id: idOf(7),
  url: `/e/enterprise/files/${idOf(7)}?x-access-id=signed%3D`,
  name,
  type,
  size: 1024,
  hasPlayable: true,
  ...more,
});
const drawFile = (file: Attachment) => draw(<AttachmentView attachment={file} />);
const playing = (container: HTMLElement) =>
  [...container.querySelectorAll('audio, video')].map((one) => [one.tagName, one.getAttribute('src')]);

test('a voice note that this browser cannot play is being prepared, then plays, and can still be saved', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  copies = [{ state: 'waiting' }, { state: 'ready', type: 'audio/mp4' }];
  const { container } = drawFile(attachment('audio/amr', 'voice.amr'));
  expect((await screen.findByRole('status')).textContent).toBe('Being prepared to play here…');
  expect(playing(container)).toEqual([]);
  expect(server.queriesOf(`GET ${path}`)).toEqual([{ 'x-access-id': 'signed=' }]);
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() =>
    expect(playing(container)).toEqual([['AUDIO', `/e/enterprise/files/${idOf(7)}?x-access-id=signed%3D&playable=true`]]),
  );
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByRole('link', { name: /voice\.amr/ }).getAttribute('href')).toBe(attachment('', '').url);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.queriesOf(`GET ${path}`)).toHaveLength(2);
});

test('the copy of a video plays as a video; until then the file itself plays where this browser can', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) => (type === 'video/mp4' ? 'maybe' : ''));
  const file = attachment('video/mp4', 'clip.mp4');
  const own = drawFile(file);
  expect(playing(own.container)).toEqual([['VIDEO', file.url]]);
  await vi.waitFor(() => expect(server.queriesOf(`GET ${path}`)).toHaveLength(1));
  expect(playing(own.container)).toEqual([['VIDEO', file.url]]);
  own.unmount();
  copies = [{ state: 'ready', type: 'video/mp4' }];
  const { container } = drawFile(attachment('video/x-ms-asf', 'clip.wmv'));
  await vi.waitFor(() => expect(playing(container)).toEqual([['VIDEO', `${file.url}&playable=true`]]));
});

test.each([
  ['no_program', 'It can only be saved: this installation has no program that makes it playable.'],
  ['too_long', 'It can only be saved: it is longer than an hour.'],
] as const)('a file without a copy (%s) can be saved, and the reason stands beside it', async (reason, words) => {
  copies = [{ state: 'failed', reason }];
  const { container } = drawFile(attachment('audio/amr', 'voice.amr'));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole('link', { name: /voice\.amr/ }).getAttribute('download')).toBe('voice.amr');
  expect(playing(container)).toEqual([]);
});

test('a file that has no playable copy asks for none', async () => {
  const { container } = drawFile(attachment('application/pdf', 'bill.pdf', { hasPlayable: false }));
  expect(container.querySelector('a')?.getAttribute('download')).toBe('bill.pdf');
  expect(server.queriesOf(`GET ${path}`)).toEqual([]);
});
