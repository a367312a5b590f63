import { expect, type Page } from '@playwright/test';
import { test } from './chats.ts';
import { expectAccessible, expectFits, openPage, signIn } from './pages.ts';
import { noRelay, relaySecret, startRelay } from './relay.ts';

/** Notes the connections that the page makes from now on. @param isRelayed they find no way but by a relay */
const watchCalls = (page: Page, isRelayed = false) =>
  page.evaluate((mustRelay) => {
    const made: RTCPeerConnection[] = [];
    const Own = globalThis.RTCPeerConnection;
    globalThis.RTCPeerConnection = class extends Own {
      constructor(configuration?: RTCConfiguration) {
        super(mustRelay ? { ...configuration, iceTransportPolicy: 'relay' } : configuration);
        made.push(this);
      }
    };
    Object.assign(globalThis, { made });
  }, isRelayed);

/** Pictures that the page has decoded of the other side. */
const framesOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { made } = globalThis as unknown as { made: RTCPeerConnection[] };
    let frames = 0;
    for (const connection of made)
      for (const report of (await connection.getStats()).values())
        if (report.type === 'inbound-rtp' && report.kind === 'video') frames += report.framesDecoded ?? 0;
    return frames;
  });

test('CHAT-034 CHAT-036 CHAT-038 an agent and a customer see each other, the call is recorded with consent, and the recording is played', async ({
  browser,
  desks,
}) => {
  const subject = 'Could you show me how it works?';
  const { page: agent, visitor, agent: nina } = await desks.meet(subject);
  await watchCalls(agent);
  await agent.getByRole('button', { name: /^More/ }).first().click();
  await agent.getByRole('menuitem', { name: 'Video call' }).click();
  const dock = agent.getByRole('region', { name: /^Video call with/ });
  await expect(dock.getByText(/^Waiting for/)).toBeVisible();

  const link = visitor.page.getByRole('log').getByRole('link', { name: /\/meet\/[a-z0-9]{19}$/ });
  const address = new URL((await link.getAttribute('href')) ?? '');
  const { page: customer, problems } = await openPage(browser);
  await customer.goto(address.pathname);
  await watchCalls(customer);
  await expect(customer.getByRole('combobox', { name: 'Camera' }).locator('option')).not.toHaveCount(0);
  await expectAccessible(customer, 'before a call');
  await customer.getByRole('button', { name: 'Join the call' }).click();

  await expect(dock.getByText('Connected')).toBeVisible();
  await expect(customer.getByText('Connected')).toBeVisible();
  await expect.poll(() => framesOf(agent)).toBeGreaterThan(10);
  await expect.poll(() => framesOf(customer)).toBeGreaterThan(10);
  await dock.getByRole('button', { name: 'Mute' }).click();
  await expect(customer.getByText(`${nina.name} is muted`)).toBeVisible();
  await customer.getByRole('button', { name: 'Turn camera off' }).click();
  await expect(dock.getByText(/has turned the camera off$/)).toBeVisible();
  await customer.getByRole('button', { name: 'Turn camera on' }).click();
  await expect(dock.getByText('Connected')).toBeVisible();

  await dock.getByRole('button', { name: 'Record' }).click();
  const question = customer.getByRole('alertdialog', { name: /record this call/ });
  await expect(question).toBeVisible();
  await expectAccessible(customer, 'a call that asks for consent');
  await customer.setViewportSize({ width: 390, height: 844 });
  await expectFits(customer);
  const arrived = agent.waitForResponse((response) => /\/recording\/[^/]+\/part\/0/.test(response.url()) && response.ok());
  await question.getByRole('button', { name: 'I agree' }).click();
  await expect(agent.getByRole('log').getByText(/agreed to the recording of the video call/)).toBeVisible();
  await expect(customer.getByText('This call is recorded')).toBeVisible();
  await expectAccessible(agent, 'a call beside its chat', 'section[aria-label^="Video call with"]');
  await arrived;

  await dock.getByRole('button', { name: 'End call' }).click();
  await expect(customer.getByRole('heading', { name: 'The call has ended' })).toBeVisible();
  await expect(dock.getByText('The call has ended.')).toBeVisible();
  await dock.getByRole('button', { name: 'Close' }).click();
  await agent
    .getByRole('region', { name: 'Video calls' })
    .or(agent.getByRole('complementary'))
    .getByRole('button', { name: 'Show', exact: true })
    .click();
  await agent.getByRole('button', { name: /^Play the recording of/ }).click();
  const player = agent.getByLabel(/^Recording of/);
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => Number.isFinite(video.duration) && video.duration > 4)).toBe(true);
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(960);
  expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
});

test('a call goes by the relay where there is no other way, and comes back after a break', async ({ browser, desks, baseURL }) => {
  test.skip(noRelay !== '', noRelay);
  const port = Number(new URL(baseURL as string).port) + 1;
  const { relay, stop } = await startRelay(port);
  try {
    const admin = await openPage(browser);
    const headers = { 'authentication-token': await signIn(admin.page, 'admin@demo.example') };
    const services = '/e/enterprise/appiyo_authconfig';
    const { response } = await (await admin.page.request.get(`${services}?authType=3`, { headers })).json();
    const [service] = response.integrations as { _id: string; name: string }[];
    const relays = `turn:127.0.0.1:${port}?transport=udp`;
    const save = { name: service?.name, authType: 3, kind: 'own', relays, secret: relaySecret };
    const saved = await admin.page.request.put(`${services}/${service?._id}`, { headers, data: save });
    expect(((await saved.json()) as { status: boolean }).status).toBe(true);

    const { page: agent, visitor } = await desks.meet('Is there a way round our firewall?');
    await watchCalls(agent, true);
    await agent.getByRole('button', { name: 'More actions' }).first().click();
    await agent.getByRole('menuitem', { name: 'Video call' }).click();
    const dock = agent.getByRole('region', { name: /^Video call with/ });
    const link = visitor.page.getByRole('log').getByRole('link', { name: /\/meet\/[a-z0-9]{19}$/ });
    const { page: customer } = await openPage(browser);
    await customer.goto(new URL((await link.getAttribute('href')) ?? '').pathname);
    await watchCalls(customer, true);
    await customer.getByRole('button', { name: 'Join the call' }).click();
    await expect(dock.getByText('Connected')).toBeVisible();
    await expect.poll(() => framesOf(agent)).toBeGreaterThan(10);
    relay.kill('SIGSTOP');
    await expect(dock.getByText('The connection was interrupted. Trying again.')).toBeVisible();
    relay.kill('SIGCONT');
    await expect(dock.getByText('Connected')).toBeVisible();
    const before = await framesOf(customer);
    await expect.poll(() => framesOf(customer)).toBeGreaterThan(before + 10);
    // The customer's tab is closed: the agent waits for them, and ends the call
    await customer.goto('about:blank');
    await dock.getByRole('button', { name: 'End call' }).click();
    await expect(dock.getByText('The call has ended.')).toBeVisible();
  } finally {
    await stop();
  }
});
