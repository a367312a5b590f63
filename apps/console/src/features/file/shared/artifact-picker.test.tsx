import type { Artifact, ArtifactData } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../../test-draw.tsx';
import { good, idOf, refused, stubServer, toastTexts } from '../../../test-screens.tsx';
import { imageData, makeArtifact } from './artifact.fixtures.ts';
import { placeText } from './artifact.queries.ts';
import { ArtifactPicker, type ArtifactPickerProps } from './artifact-picker.tsx';

const list = 'GET /e/enterprise/artifacts';
const buckets = 'GET /e/enterprise/artifacts/buckets';
let number = 10;
const make = (data: Partial<ArtifactData>): Artifact => {
  number += 1;
  return makeArtifact({ _id: idOf(number), data: { ...imageData, type: 'IMAGE', name: 'x', url: '/x', ...data } });
};
const place = make({ type: 'LOCATION', name: 'Shop', desc: 'Head office', address: '1 Main St', latitude: 19, longitude: 72 });
const first = [make({ name: 'Shelf' }), make({ type: 'VIDEO', name: 'Film' }), place];
const page = (artifacts: Artifact[], more = false) => ({ ...good(null), response: { artifacts, more } });
const server = stubServer(() => ({
  [list]: ({ query }) =>
    query.bucketId
      ? page([make({ name: 'In the bucket' })])
      : query.from === '3'
        ? page([make({ type: 'MSG', name: 'Words', message: 'Hello there' })])
        : page(first, true),
  [buckets]: () => good({ list: [{ id: idOf(1), name: 'Offers', isPublic: true, count: 1, mayEdit: false, version: 1 }] }),
}));
const onPick = vi.fn();
const onClose = vi.fn();
beforeEach(() => {
  onPick.mockClear();
  onClose.mockClear();
});
const open = (props: Partial<ArtifactPickerProps> = {}) => draw(<ArtifactPicker opened onClose={onClose} onPick={onPick} {...props} />);
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

test('ADMIN-038 ATTACH-001 ATTACH-002 ATTACH-004 ATTACH-005 ATTACH-006 ATTACH-007 ATTACH-009 ATTACH-021 attachments are shown by type, page by page', async () => {
  open();
  expect(await screen.findByRole('button', { name: /^Shelf/ })).toBeTruthy();
  expect(tabs()).toEqual(['Public', 'Private', 'Browse']);
  expect(screen.getByRole('searchbox', { name: 'Search attachments' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Video.*Film/ })).toBeTruthy();
  expect(within(screen.getByRole('button', { name: /Shop/ })).getByText('Head office · 1 Main St')).toBeTruthy();
  expect(server.queriesOf(list)[0]).toMatchObject({ perPage: '15', from: '0', visibility: 'public' });
  expect(screen.queryByText('No more attachment to show')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Hello there')).toBeTruthy();
  expect(screen.getByText('No more attachment to show')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Browse' }));
  expect(await screen.findByText('Browse File')).toBeTruthy();
  expect(document.querySelectorAll('input[type=file]')).toHaveLength(1);
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledOnce();
});

test('ATTACH-001 ATTACH-002 ATTACH-010 a dialog without the tab Browse closes at a choice, and hands it to the caller', async () => {
  open({ hasBrowse: false });
  await userEvent.click(await screen.findByRole('button', { name: /Shop/ }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onPick).toHaveBeenCalledWith({ data: place.data, artifactId: place._id });
  expect(tabs()).toEqual(['Public', 'Private']);
  expect(placeText(place)).toMatch(/^Shop\n1 Main St\nhttps:.*mlat=19&mlon=72/);
});

test('ATTACH-003 ATTACH-008 ATTACH-011 ATTACH-012 ATTACH-022 buckets are opened and left again', async () => {
  open();
  await userEvent.click(screen.getByRole('tab', { name: 'Private' }));
  await screen.findByRole('button', { name: /^Shelf/ });
  expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ labels, checked }) => [labels?.[0]?.textContent, checked])).toEqual([
    ['All', true],
    ['Bucket', false],
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'Bucket' }));
  expect(screen.queryByRole('button', { name: /^Shelf/ })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Bucket Offers' }));
  expect(await screen.findByText('In the bucket')).toBeTruthy();
  expect(server.queriesOf(buckets)[0]).toMatchObject({ perPage: '-1', visibility: 'private' });
  await userEvent.click(screen.getByRole('button', { name: 'Back to bucket' }));
  expect(await screen.findByRole('button', { name: 'Bucket Offers' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'All' }));
  expect(await screen.findByRole('button', { name: /^Shelf/ })).toBeTruthy();
});

test('AUTH-075 AUTH-085 ATTACH-023 to ATTACH-029 loading, nothing and failures have their words', async () => {
  let answer: (reply: ReturnType<typeof good>) => void = () => {};
  server.replies[list] = () => new Promise((resolve) => (answer = resolve));
  open();
  expect(await screen.findByText('Pls wait..Syncing Attachments-')).toBeTruthy();
  await waitFor(() => expect(server.countOf(list)).toBe(1));
  answer(page([]) as never);
  expect(await screen.findByText('No Available Attachments!')).toBeTruthy();
  const failing: [reply: () => never | ReturnType<typeof refused>, words: string, isOnline?: boolean][] = [
    [() => refused('artifact.invalid', 'The library is being moved.', { errors: [] }), 'The library is being moved.'],
    [
      () => {
        throw new TypeError('no line');
      },
      'Error in fetching Attachments',
    ],
    [
      () => {
        throw new TypeError('no line');
      },
      'Attachments list not Synced,Please Turn On Internet!',
      false,
    ],
    [() => refused('login_required', 'x', { login_required: true }), 'Session Expired,Please Login Again!'],
  ];
  for (const [reply, words, isOnline = true] of failing) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    server.replies[list] = reply;
    const box = screen.getByRole('searchbox');
    await userEvent.type(box, 'x{Enter}');
    expect(await screen.findByText(words)).toBeTruthy();
  }
});

test('ATTACH-030 a file that cannot be sent is told, and the dialog closes', async () => {
  open({ kinds: ['IMAGE'] });
  await userEvent.click(screen.getByRole('tab', { name: 'Browse' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no file input');
  await userEvent.upload(input, new File(['x'], 'photo.png', { type: 'image/png' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The file could not be sent.']));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onPick).not.toHaveBeenCalled();
});
