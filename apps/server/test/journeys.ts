import { randomUUIDv7 } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { type Document, fingerprintOf } from '@parley/journey';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { createVendorScenes, type Vendors } from './vendors.ts';

export type StreamScene = { admin: TestUser; channelId: string };
/** Streams that run on a WhatsApp channel of the simulator, and the phones of those who talk with them. */
export function createStreamScenes(app: TestApp, vendors: Vendors) {
  const { as, makeUser, contextOf } = app;
  const { control } = vendors;
  const { makeWhatsApp } = createVendorScenes(app, vendors);

  async function makeScene(): Promise<StreamScene> {
    const admin = await makeUser();
    const { channelId } = await makeWhatsApp(admin);
    await control.behave(channelId, { receiptDelayMs: 0 });
    return { admin, channelId };
  }

  /** Publishes a document, and lets a word begin it. @returns the stream's id */
  async function publish({ admin, channelId }: StreamScene, word: string, written: Document): Promise<string> {
    const { id } = (await as(admin).post(endpoints.journeys.create.path, { name: word, example: '' })).json().data;
    const document = { ...written, id, name: word };
    await contextOf(admin).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document), fingerprint: fingerprintOf(document) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('journeyId', '=', id)
        .execute(),
    );
    const published = await as(admin).post(endpoints.journeys.publish.path.replace(':journeyId', id), { revision: 1 });
    if (published.statusCode !== 200) {
      const checked = await as(admin).get(endpoints.journeys.check.path.replace(':journeyId', id));
      throw new Error(`${published.body} ${checked.body}`);
    }
    const attached = await as(admin).post(endpoints.publishing.attach.path, { journeyId: id, channelId, kind: 'keyword', word });
    expect([attached.statusCode, attached.json().message]).toEqual([200, 'The rule is attached.']);
    return id;
  }

  /** A person's phone: what they write there, and what it shows of ours. */
  function phoneOf({ channelId }: StreamScene, number: string) {
    const ours = async () => (await control.phone(channelId, number)).messages.filter(({ isFromCustomer }) => !isFromCustomer);
    return {
      say: (text: string) => control.act(channelId, number, { kind: 'text', text }, 'Asha'),
      texts: async () => (await ours()).map(({ text }) => text),
      shows: (...texts: string[]) =>
        vi.waitFor(
          async () => expect((await ours()).map(({ text }) => text)).toEqual(texts.map((text) => expect.stringContaining(text))),
          20_000,
        ),
    };
  }

  /** The walks of an enterprise, the newest first, as the monitor shows them. */
  const walks = async (admin: TestUser, query: Record<string, string> = {}) =>
    (await as(admin).get(`${endpoints.journeyMonitor.list.path}?${new URLSearchParams({ from: '0', perPage: '50', ...query })}`)).json()
      .data.instances as { id: string; state: string; reason: string; node: string; outcome: string; address: string; lastError: string }[];

  return { makeScene, publish, phoneOf, walks, strangerId: randomUUIDv7 };
}
