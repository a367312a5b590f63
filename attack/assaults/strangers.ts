import { allEndpoints, sampleOf } from '../../apps/server/test/samples.ts';
import { createCaller, eachOf } from '../caller.ts';
import { askFrame, liveFrames, widgetFrames } from '../frames.ts';
import { toSent } from '../requests.ts';
import type { Assault, Scene } from '../scene.ts';

const loginRequired = (body: string) => body.includes('"login_required"');

/** Every call and frame without a session, with one that has ended, and with one that never was. */
async function run({ target, attacker, findings, tally, random, isShort }: Scene): Promise<void> {
  const caller = createCaller(target.url, 'strangers', findings, tally, random);
  const ended = await attacker.makeAdministrator();
  await caller.send({ name: 'leaver', token: ended.token }, { method: 'GET', path: '/account/logout' }, 'account.logout');
  const tokens: [string, string | undefined][] = [
    ['no token', undefined],
    ['an ended session', ended.token],
    ['a made-up token', 'a'.repeat(43)],
    ['SQL', "' or '1'='1"],
    ['the id of a session', ended.sessionId],
    ['a token of another kind', 'Bearer null'],
  ];
  const closed = allEndpoints.filter(([, endpoint]) => endpoint.access !== 'public');
  const work = closed.flatMap((one) => (isShort ? tokens.slice(0, 2) : tokens).map((token) => [one, token] as const));
  await eachOf(work, 16, async ([[name, endpoint], [title, token]]) => {
    const sent = toSent(endpoint, sampleOf(endpoint));
    const got = await caller.send({ name: 'stranger', ...(token === undefined ? {} : { token }) }, sent, name);
    if (got && !(got.status === 401 && loginRequired(got.body)) && got.status !== 429)
      findings.add('strangers', `${name} with ${title}: HTTP ${got.status}`, caller.explain(sent, got));
  });
  const base = target.url.replace('http', 'ws');
  const doors: [title: string, url: string, frames: string[]][] = [
    ...tokens
      .slice(0, isShort ? 2 : tokens.length)
      .map(([title, token]): [string, string, string[]] => [
        `/actions with ${title}`,
        `${base}/actions${token ? `?token=${encodeURIComponent(token)}` : ''}`,
        liveFrames(),
      ]),
    // A visitor need not sign in, but who names no channel gets nothing.
    ['/widget/socket without a key', `${base}/widget/socket`, widgetFrames()],
    ['/widget/socket with a made-up key', `${base}/widget/socket?key=${'k'.repeat(24)}`, widgetFrames()],
  ];
  const asked = doors.flatMap(([title, url, frames]) => frames.map((frame) => ({ title, url, frame })));
  await eachOf(asked, 8, async ({ title, url, frame }) => {
    tally.frames += 1;
    const { frames } = await askFrame(url, { origin: target.url }, frame);
    const served = frames.filter(({ type, data }) => type !== 'reply' || (data as { status?: boolean }).status !== false);
    if (served.length > 0) findings.add('strangers', `${title}: a frame is served`, `${frame} -> ${JSON.stringify(served)}`);
  });
  await caller.close();
}

export const strangers: Assault = { name: 'strangers', what: 'every call and frame without a session', run };
