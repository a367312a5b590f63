import { MantineProvider } from '@mantine/core';
import { type Document, emptyDocument } from '@parley/journey';
import { getEnterpriseZone, setEnterpriseZone } from '@parley/ui/format';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Draft, Offline } from './api.ts';
import { ApiContext } from './frame/api-context.ts';
import type { FromPage, ToPage } from './frame/page-link.ts';
import { Session } from './session.tsx';
import { stubApi } from './test-draw.tsx';
import { makeStream } from './test-stream.ts';

const stream = (title: string): Document =>
  makeStream({ text0001: { type: 'message.text', name: title, config: { text: { en: 'Hi' } } } }, { layout: { text0001: [0, 0] } });

/** The designer with a draft that somebody else holds, and the page around it. */
function watch() {
  const server = {
    revision: 4,
    document: stream('Before'),
    holder: 'Asha',
    reads: 0,
    unpublishedBy: [] as string[],
    edits: 0,
    isAway: false,
  };
  const lease = () => ({ holderId: 'u2', holderName: server.holder, isMine: server.holder === 'Me', until: '' });
  const api = stubApi({
    draft: async (): Promise<Draft> => {
      server.reads += 1;
      return {
        journey: { id: 'main', name: 'Test', state: 'DRAFT', version: 0 },
        revision: server.revision,
        document: server.document,
        savedAt: '2026-01-05T09:00:00Z',
        unpublishedBy: server.unpublishedBy,
        readOnly: false,
        lease: lease(),
        place: { zone: 'Asia/Kolkata', country: 'IN' },
      };
    },
    lease: async () => lease(),
    edit: async (base) => {
      if (server.isAway) throw new Offline('Nobody answers.');
      server.edits += 1;
      return { revision: base + 1, at: '2026-01-05T09:05:00Z' };
    },
  });
  let hear: (message: FromPage) => void = () => undefined;
  const told: ToPage[] = [];
  const page = {
    tell: (message: ToPage) => void told.push(message),
    listen(listener: typeof hear) {
      hear = listener;
      return () => undefined;
    },
  };
  const draw = () =>
    render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <ApiContext value={api}>
            <Session journeyId="main" nodeId="text0001" owner="e1:u1" page={page} />
          </ApiContext>
        </QueryClientProvider>
      </MantineProvider>,
    );
  const tell = (change: 'saved' | 'held' | 'missed', ...revisions: number[]) =>
    act(async () => {
      for (const revision of revisions) hear({ type: 'changed', id: 'main', data: { change, revision } });
    });
  const say = (message: FromPage) => act(async () => hear(message));
  return { server, tell, say, told, draw };
}

test('the time of the save is shown in the zone of the user', async () => {
  const before = getEnterpriseZone();
  setEnterpriseZone('Asia/Kolkata');
  const { server, tell, draw } = watch();
  draw();
  expect(await screen.findByText('Editing: Asha')).toBeTruthy();
  server.holder = 'Me';
  await tell('held', 4);
  expect(await screen.findByText(/^Saved 02:30/)).toBeTruthy();
  setEnterpriseZone(before);
});

test('a user who watches sees what the page says is saved, and who holds it', async () => {
  const { server, tell, draw } = watch();
  draw();
  expect(await screen.findByText('Editing: Asha')).toBeTruthy();
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Before');

  Object.assign(server, { revision: 5, document: stream('After') });
  await tell('saved', 5);
  await waitFor(() => expect(name.value).toBe('After'));

  // Three saves while one is read are one more reading.
  const { reads } = server;
  await tell('saved', 6, 7, 8);
  await waitFor(() => expect(server.reads).toBeGreaterThan(reads));
  expect(server.reads - reads).toBeLessThanOrEqual(2);

  server.holder = 'Ravi';
  await tell('held', 5);
  expect(await screen.findByText('Editing: Ravi')).toBeTruthy();
  Object.assign(server, { holder: 'Me', document: emptyDocument('main', 'Test', 'en') });
  await tell('missed', 0);
  expect(await screen.findByText(/^Saved/)).toBeTruthy();
});

test('unsaved changes are sent before the page publishes; the page hears of those that cannot be sent', async () => {
  const { server, say, told, draw } = watch();
  Object.assign(server, { holder: 'Me', unpublishedBy: ['Ravi'] });
  draw();
  expect(await screen.findByText(/Unpublished changes by Ravi/)).toBeTruthy();
  const name = await screen.findByLabelText<HTMLInputElement>('Name');
  await waitFor(() => expect(name.readOnly).toBe(false));
  fireEvent.change(name, { target: { value: 'After' } });
  await say({ type: 'save', id: 'main' });
  await waitFor(() => expect(told.findLast(({ type }) => type === 'dirty')?.data).toEqual({ isDirty: false }));
  expect(server.edits).toBe(1);

  server.isAway = true;
  fireEvent.change(name, { target: { value: 'Later' } });
  await say({ type: 'save', id: 'main' });
  await waitFor(() => expect(told.at(-1)).toEqual({ type: 'error', data: { code: 'save', text: 'What you changed could not be saved.' } }));
  await say({ type: 'published', id: 'main' });
  await waitFor(() => expect(screen.queryByText(/Unpublished changes/)).toBeNull());
});
