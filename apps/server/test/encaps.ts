import { type EncapLaunch, endpoints, type WholeEncap } from '@parley/contract';
import { type Document, fingerprintOf } from '@parley/journey';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { encaps, encapLaunches, journeys } = endpoints;
export const encapAt = (path: string, encapId: string, more: Record<string, string> = {}) =>
  Object.entries({ encapId, ...more }).reduce((at, [name, value]) => at.replace(`:${name}`, value), path);

/** Encaps that are published, their launches, and people at their pages. */
export function createEncapScenes({ as, stranger, contextOf }: TestApp) {
  const ok = <T>(answer: { statusCode: number; body: string; json: () => { data: T } }): T => {
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    return answer.json().data;
  };
  const makeEncap = async (admin: TestUser, name: string) => ok<WholeEncap>(await as(admin).post(encaps.create.path, { name }));
  const read = async (admin: TestUser, id: string) => ok<WholeEncap>(await as(admin).get(encapAt(encaps.get.path, id)));

  /** The draft is this document from now on. */
  const write = (admin: TestUser, id: string, name: string, written: Document) => {
    const document = { ...written, kind: 'encap' as const, id, name };
    return contextOf(admin).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document), fingerprint: fingerprintOf(document) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('journeyId', '=', id)
        .execute(),
    );
  };
  /** A version with a conversation that has passed. */
  async function publish(admin: TestUser, id: string): Promise<void> {
    const at = (path: string) => path.replace(':journeyId', id).replace(':testId', 'test0001');
    ok(await as(admin).put(at(journeys.saveTest.path), { test: { id: 'test0001', name: 'Begins', facts: { channel: 'WEB' } } }));
    const { revision } = await read(admin, id);
    ok(await as(admin).post(at(journeys.publish.path), { revision }));
  }
  async function makePublished(admin: TestUser, name: string, written: Document): Promise<WholeEncap> {
    const { id } = await makeEncap(admin, name);
    await write(admin, id, name, written);
    await publish(admin, id);
    return read(admin, id);
  }
  const launch = async (admin: TestUser, encapId: string, config: object) =>
    ok<EncapLaunch>(
      await as(admin).post(encapLaunches.launch.path, { campaignId: encapId, config: { name: 'Launch', mode: 'LINK', ...config } }),
    );
  const readLaunch = async (admin: TestUser, encapId: string, instanceId: string) =>
    ok<EncapLaunch>(await as(admin).get(encapAt(encapLaunches.get.path, encapId, { instanceId })));
  const makeLinks = async (admin: TestUser, encapId: string, instanceId: string, people: object[], requestKey = 'first') =>
    ok<{ links: { linkId: string; number: string; url: string; expiresOn: string }[] }>(
      await as(admin).post(encapAt(encapLaunches.makeLinks.path, encapId, { instanceId }), { people, requestKey }),
    ).links;

  /** Somebody at a page, in a browser without scripts. */
  function visitorOf(address: string, headers: Record<string, string> = {}) {
    const client = stranger();
    let at = new URL(address).pathname;
    let cookie = '';
    const own = () => ({ ...headers, ...(cookie === '' ? {} : { cookie }) });
    const post = async (to: string, values: Record<string, string>) => {
      const answer = await client.post(to, new URLSearchParams(values).toString(), {
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...own() },
      });
      if (answer.statusCode !== 303) return answer;
      at = String(answer.headers.location);
      cookie = String(answer.headers['set-cookie'] ?? cookie).split(';')[0] ?? '';
      return client.get(at, { headers: { 'sec-fetch-site': 'same-origin', ...own() } });
    };
    const open = () => client.get(at, { headers: own() });
    return {
      get path() {
        return at;
      },
      open,
      head: () => client.get(at, { headers: { 'user-agent': 'WhatsApp/2.23', ...headers } }),
      begin: (values: Record<string, string> = {}) => post(at, { act: 'begin', ...values }),
      /** Posts whatever form of the page. */
      post: (values: Record<string, string>) => post(at, values),
      say: (words: string, key = '') => post(at, { act: 'say', words, key }),
      /** Presses the button of this title as the page has it. */
      async press(title: string) {
        const { body } = await open();
        const value = [...body.matchAll(/name="press" value="([^"]+)">([^<]*)/g)].find(([, , shown]) => shown === title)?.[1];
        if (value === undefined) throw new Error(`The page has no button ${title}: ${body.slice(body.indexOf('<main'))}`);
        return post(at, { act: 'press', press: value.replaceAll('&#34;', '"').replaceAll('&quot;', '"'), key: '' });
      },
      /** Sends the screen of the form that stands in the page. */
      async fill(screen: string, values: Record<string, string>) {
        const { body } = await open();
        const [, action = ''] = /<form class="card" method="post" action="([^"]+)"/.exec(body) ?? [];
        const [, within = ''] = /name="in" value="([^"]+)"/.exec(body) ?? [];
        return post(action, { screen, in: within, ...Object.fromEntries(Object.entries(values).map(([id, value]) => [`f.${id}`, value])) });
      },
    };
  }
  return { makeEncap, read, write, publish, makePublished, launch, readLaunch, makeLinks, visitorOf, ok };
}
