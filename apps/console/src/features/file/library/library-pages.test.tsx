import type { Artifact, Bucket, Me } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { good, idOf, openScreens, refused, sampleMe, screenAt, stubServer, toastTexts } from '../../../test-screens.tsx';
import { CreativesPage, LibraryPage } from './library-page.tsx';

const base = '/e/enterprise/artifacts';
const artifact = (more: object = {}, data: object = {}): Artifact =>
  ({
    _id: idOf(1),
    type: 1,
    deptId: '',
    bucketId: '',
    bucketName: '',
    isPublic: true,
    adminCreated: true,
    mayEdit: true,
    data: {
      type: 'IMAGE',
      name: 'Banner',
      desc: '',
      url: '/x',
      address: '',
      fileId: idOf(2),
      fileName: 'b.png',
      mimeType: 'image/png',
      size: 2048,
      width: 600,
      height: 300,
      latitude: null,
      longitude: null,
      message: '',
      title: '',
      ...data,
    },
    usedBy: [{ name: 'diwali', isLive: true }],
    createdBy: 'Ada',
    createdAt: '2024-01-05T10:30:00.000Z',
    updatedAt: '2024-01-05T10:30:00.000Z',
    version: 4,
    ...more,
  }) as Artifact;
const bucket: Bucket = { id: idOf(5), name: 'Offers', isPublic: true, count: 1, mayEdit: true, version: 1 };
const v3 = (response: unknown, message = '') => ({ ...good(null, message), response });
const server = stubServer(() => ({
  [`GET ${base}`]: () => v3({ artifacts: [artifact()], more: false }),
  [`GET ${base}/buckets`]: () => good({ list: [bucket] }),
  [`POST ${base}`]: () => v3(artifact(), 'The attachment is added.'),
  [`PUT ${base}/${idOf(1)}`]: () => v3(artifact(), 'Saved.'),
}));
const me = { ...sampleMe, permissions: ['CREATIVES.VIEW', 'CREATIVES.CREATE', 'CREATIVES.EDIT', 'CREATIVES.DELETE'] } as unknown as Me;
const open = (path: string, who = me) =>
  openScreens(path, (root) => [screenAt(root, '/creatives', CreativesPage), screenAt(root, '/content-library', LibraryPage)], who);
const user = userEvent.setup({ delay: null });

test('ADMIN-037 ADMIN-038 creatives show what each is, fits and is used in; what is in use is not deleted', async () => {
  const router = open('/creatives');
  const tile = within(await screen.findByRole('article', { name: 'Banner' }));
  for (const words of ['Image · 2.0 KB · 600 × 300', 'Fits WhatsApp header, RCS medium', 'Used in diwali'])
    expect(tile.getByText(words)).toBeTruthy();
  expect(server.queriesOf(`GET ${base}`)[0]).toMatchObject({ perPage: '20', adminView: 'true' });
  server.replies[`DELETE ${base}/${idOf(1)}`] = () =>
    refused('artifact.in_use', 'This attachment is in use: diwali.', { uses: ['diwali'] });
  await user.click(tile.getByRole('button', { name: 'Actions for Banner' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(toastTexts()).toEqual(['This attachment is in use: diwali.']));
  await user.click(screen.getByRole('switch', { name: 'Not used in a template' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ unused: true }));
});

test('SHELL-094 my library adds words and places, shared or private, and opens buckets', async () => {
  open('/content-library?tab=private', { ...sampleMe, permissions: ['CHAT.HANDLE'] } as unknown as Me);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an attachment' }));
  await user.click(dialog.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Message' }));
  server.replies[`POST ${base}`] = () =>
    refused('artifact.invalid', 'Please write the message.', {
      errors: [{ field: 'message', code: 'test.fault', values: {}, message: 'Please write the message.' }],
    });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Please write the message.')).toBeTruthy();
  server.replies[`POST ${base}`] = () => v3(artifact(), 'The attachment is added.');
  await user.type(dialog.getByRole('textbox', { name: /^Message/ }), 'Namaste');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toastTexts()).toEqual(['The attachment is added.']));
  expect(server.bodyOf(`POST ${base}`)).toMatchObject({ isPublic: false, adminCreated: false, data: { type: 'MSG', message: 'Namaste' } });
  await user.click(screen.getByRole('radio', { name: 'Bucket' }));
  await user.click(await screen.findByRole('button', { name: 'Bucket Offers' }));
  await waitFor(() =>
    expect(server.queriesOf(`GET ${base}`).at(-1)).toMatchObject({ bucketId: bucket.id, perPage: '-1', visibility: 'private' }),
  );
  expect(await screen.findByRole('button', { name: 'Back to bucket' })).toBeTruthy();
});

test('the buttons of a bucket are named with the words that they show', async () => {
  open('/content-library?tab=private', { ...sampleMe, permissions: ['CHAT.HANDLE'] } as unknown as Me);
  await user.click(await screen.findByRole('radio', { name: 'Bucket' }));
  for (const [name, shown] of [
    ['Edit bucket Offers', 'Edit'],
    ['Delete bucket Offers', 'Delete'],
  ] as const) {
    const button = await screen.findByRole('button', { name });
    expect(button.textContent).toBe(shown);
    expect(name).toContain(shown);
  }
});

test('an edited file keeps its version; a file of administrators is read-only for others', async () => {
  server.replies[`GET ${base}`] = () =>
    v3({ artifacts: [artifact(), artifact({ _id: idOf(9), mayEdit: false }, { name: 'House' })], more: false });
  open('/content-library', { ...sampleMe, permissions: ['CHAT.HANDLE'] } as unknown as Me);
  expect(within(await screen.findByRole('article', { name: 'House' })).getByText('Only administrators can change it')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Actions for House' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Banner' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Banner' }));
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'Big');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.bodyOf(`PUT ${base}/${idOf(1)}`)).toMatchObject({
      version: 4,
      adminCreated: true,
      data: { desc: 'Big', fileId: idOf(2) },
    }),
  );
});

test('a user who neither keeps the library nor handles chats only looks at it', async () => {
  server.replies[`GET ${base}`] = () => v3({ artifacts: [artifact({ mayEdit: false })], more: false });
  open('/content-library', { ...sampleMe, permissions: [] } as unknown as Me);
  expect(await screen.findByRole('article', { name: 'Banner' })).toBeTruthy();
  for (const name of ['Add', 'New bucket', 'Actions for Banner']) expect(screen.queryByRole('button', { name })).toBeNull();
});
