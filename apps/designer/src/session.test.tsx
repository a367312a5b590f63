import { MantineProvider } from '@mantine/core';
import { type Document, emptyDocument } from '@parley/journey';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Draft } from './api.ts';
import { ApiContext } from './frame/api-context.ts';
import type { FromPage, ToPage } from './frame/page-link.ts';
import { getUserZone, setUserZone } from './frame/zone.ts';
import { Session } from './session.tsx';
import { stubApi } from './test-draw.tsx';
import { makeStream } from './test-stream.ts';

const stream = (title: string): Document =>
  makeStream({ text0001: { type: 'message.text', name: title, config: { text: { en: 'Hi' } } } }, { layout: { text0001: [0, 0] } });

/** A designer whose draft somebody else holds, and the page around it. */
function watch() {
  const server = { revision: 4, document: stream('Before'), holder: 'Asha', reads: 0 };
  const lease = () => ({ holderId: 'u2', holderName: server.holder, isMine: server.holder === 'Me', until: '' });
  const api = stubApi({
    draft: async (): Promise<Draft> => {
      server.reads += 1;
      return {
        journey: { id: 'main', name: 'Test', state: 'DRAFT', version: 0 },
        revision: server.revision,
        document: server.document,
        savedAt: '2026-01-05T09:00:00Z',
        unpublishedBy: [],
        readOnly: false,
        lease: lease(),
      };
    },
    lease: async () => lease(),
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
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ApiContext value={api}>
          <Session journeyId="main" nodeId="text0001" page={page} />
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const tell = (change: 'saved' | 'held' | 'missed', ...revisions: number[]) =>
    act(async () => {
      for (const revision of revisions) hear({ type: 'changed', id: 'main', data: { change, revision } });
    });
  return { server, tell };
}

test('when it was saved is told in the zone of the user', async () => {
  const before = getUserZone();
  setUserZone('Asia/Kolkata');
  const { server, tell } = watch();
  expect(await screen.findByText('Editing: Asha')).toBeTruthy();
  server.holder = 'Me';
  await tell('held', 4);
  expect(await screen.findByText(/^Saved 02:30/)).toBeTruthy();
  setUserZone(before);
});

test('whoever watches sees what the page says is saved, and who holds it', async () => {
  const { server, tell } = watch();
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
