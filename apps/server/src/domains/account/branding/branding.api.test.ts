import { randomBytes } from 'node:crypto';
import { AppConfig, type Branding, defaultWhiteLabel, endpoints, featureFlags, WhiteLabel } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { pngUpload, upload } from '../../../../test/upload.ts';

const { as, stranger, makeUser, makeEnterprise } = await startApp();
const { branding, files, notifications } = endpoints;

const makeHost = () => `chat-${randomBytes(4).toString('hex')}.example.com`;
const hostPath = (host: string) => `/assets/WhiteLabel/${host}/${host}.json`;
const brandOf = async (host: string) => (await stranger().get(hostPath(host))).json();
const titled = (title: string, more: Partial<WhiteLabel> = {}): WhiteLabel => ({
  ...defaultWhiteLabel,
  isWhiteLabel: true,
  info: { title, supportContact: 'help@acme.example' },
  ...more,
});
const save = (user: TestUser, draft: WhiteLabel, host: string, version = 0) =>
  as(user).put(branding.saveDraft.path, { host, draft, version });
const publish = (user: TestUser) => as(user).post(branding.publish.path, {});
const restore = (user: TestUser, versionId: string) => as(user).post(branding.restore.path.replace(':versionId', versionId), {});

test('RBAC-033 SHELL-050 SHELL-058 SHELL-060 SHELL-061 SHELL-062 the application configuration is public and complete', async () => {
  const answer = await stranger().get(branding.appConfig.path);
  const { environment, ...rest } = AppConfig.parse(answer.json());
  expect(rest).toEqual({
    userMode: 'invite',
    encryption: { isEnabled: false, publicKey: '' },
    baseHref: '/',
    singleSignOn: false,
    appId: 'parley',
    behaviourAnalytics: false,
    firebaseConfig: null,
    whiteLabel: defaultWhiteLabel,
  });
  expect(Object.keys(environment).sort()).toEqual([...featureFlags].sort());
  for (const flag of ['COMMUNITY', 'hideSignup', 'skipWebsocketNotification', 'campaignEstimateCost', 'artifactsEnabled'])
    expect([flag, environment[flag]]).toEqual([flag, expect.any(Boolean)]);
});

test('SHELL-063 flags are off until the deployment switches them on', async () => {
  const app = await startApp({ config: { features: ['trash'] } });
  const { environment } = (await app.stranger().get(branding.appConfig.path)).json();
  expect(Object.entries(environment).filter(([, isOn]) => isOn)).toEqual([['trash', true]]);
});

test('WL-011 WL-016 a host without a brand keeps the bundled one', async () => {
  const answer = await stranger().get(hostPath('nobody.example.com:8080'));
  expect(answer.statusCode).toBe(200);
  expect(WhiteLabel.parse(answer.json())).toEqual(defaultWhiteLabel);
  expect((await stranger().get('/assets/WhiteLabel/a.example.com/other.json')).statusCode).toBe(404);
});

test('a draft is for members; publishing gives it to the host', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const host = makeHost();
  const saved = (await save(admin, titled('Acme Chat'), host)).json().data as Branding;
  expect(saved).toMatchObject({ host, version: 1, published: null, draft: { info: { title: 'Acme Chat' } } });
  expect((await brandOf(host)).info.title).toBe('Parley');
  const published = (await publish(admin)).json().data as Branding;
  expect(published).toMatchObject({ version: 2, publishedBy: 'Ada', published: { info: { title: 'Acme Chat' } } });
  expect((await brandOf(host)).info.title).toBe('Acme Chat');
  expect((await brandOf(host.toUpperCase())).info.title).toBe('Acme Chat');
  // The console is installed as an app in the look of the host by which it is reached.
  const app = (await stranger().get(branding.manifest.path, { headers: { host } })).json();
  const icon = { src: branding.appIcon.path, type: 'image/svg+xml', sizes: 'any' };
  expect(app).toMatchObject({ name: 'Acme Chat', short_name: 'Acme Chat', start_url: '/', scope: '/', display: 'standalone' });
  expect(app.icons).toEqual([
    { ...icon, purpose: 'any' },
    { ...icon, purpose: 'maskable' },
  ]);
  const drawn = await stranger().get(branding.appIcon.path, { headers: { host } });
  expect([drawn.headers['content-type'], drawn.body.includes('>A</text>')]).toEqual(['image/svg+xml', true]);
  const elsewhere = await stranger().get(branding.manifest.path, { headers: { host: 'not a host' } });
  expect([elsewhere.headers['content-type'], elsewhere.json().name]).toEqual(['application/manifest+json; charset=utf-8', 'Parley']);
});

test('an earlier version is restored', async () => {
  const admin = await makeUser();
  const host = makeHost();
  await save(admin, titled('One'), host);
  const first = (await publish(admin)).json().data as Branding;
  await save(admin, titled('Two'), host, first.version);
  const second = (await publish(admin)).json().data as Branding;
  expect(second.versions.map((version) => version.title)).toEqual(['Two', 'One']);
  const back = (await restore(admin, second.versions[1]?.id ?? '')).json().data as Branding;
  expect(back).toMatchObject({ draft: { info: { title: 'One' } }, published: { info: { title: 'One' } } });
  expect((await brandOf(host)).info.title).toBe('One');
  expect((await restore(admin, newId())).json().code).toBe('branding.not_found');
});

test('the default is restored after a brand of its own was published, and not before', async () => {
  const admin = await makeUser();
  const host = makeHost();
  const restoreDefault = () => as(admin).post(branding.restoreDefault.path, {});
  await save(admin, titled('Own'), host);
  expect((await restoreDefault()).json().code).toBe('branding.not_found');
  await publish(admin);
  const back = (await restoreDefault()).json().data as Branding;
  expect(back).toMatchObject({ draft: defaultWhiteLabel, published: defaultWhiteLabel });
  expect(back.versions.map((version) => version.title)).toEqual(['Parley', 'Own']);
  expect(await brandOf(host)).toEqual(defaultWhiteLabel);
});

test('WL-006 colours that cannot be read are refused', async () => {
  const admin = await makeUser();
  const colors = { ...defaultWhiteLabel.colors, primaryText: '#1f6f79', topBarText: '#fefefe' };
  const answer = await save(admin, titled('Acme', { colors }), makeHost());
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'branding.contrast', data: { colours: ['primaryText', 'topBarText'] } });
});

test('a save in between is told, also of two at the same moment', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const host = makeHost();
  const answers = await Promise.all([save(admin, titled('One'), host), save(admin, titled('Two'), host)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  expect((await save(admin, titled('Three'), host, 0)).json()).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada' } });
});

test('the own address of the installation is branded by its first enterprise alone, which may name any other too', async () => {
  const app = await startApp();
  const [first, later] = [await app.makeUser(), await app.makeUser()];
  const put = async (user: TestUser, host: string, version: number) =>
    (await app.as(user).put(branding.saveDraft.path, { host, draft: titled('Own'), version })).json().code;
  const { host, port } = new URL(app.deps.publicUrl());
  expect(await put(later, host, 0)).toBe('branding.host_taken');
  expect(await put(later, `localhost:${port}`, 0)).toBe('branding.host_foreign');
  expect(await put(first, host, 0)).toBe('100');
  expect(await put(first, `localhost:${port}`, 1)).toBe('100');
});

test('a host is named by somebody whose e-mail address lies in its domain', async () => {
  await makeEnterprise(); // the first of the installation, which may name any host
  const enterprise = await makeEnterprise();
  const acme = await makeUser({ enterprise, email: `ada-${randomBytes(4).toString('hex')}@mail.acme.example` });
  const other = await makeUser({ enterprise });
  for (const host of ['acme.example', 'chat.acme.example', 'evilmail.acme.example', 'mail.acme.example.evil.example', 'parley.example']) {
    const refused = await save(acme, titled('Acme'), host);
    expect([host, refused.statusCode]).toEqual([host, 422]);
    expect(refused.json()).toMatchObject({
      code: 'branding.host_foreign',
      message: 'Choose mail.acme.example or a host below it. It is the domain of your e-mail address.',
      data: { domain: 'mail.acme.example' },
    });
  }
  expect((await save(acme, titled('Acme'), 'mail.acme.example:8443')).statusCode).toBe(200);
  expect((await save(acme, titled('Acme'), 'chat.mail.acme.example', 1)).statusCode).toBe(200);
  // A colleague of another domain may go on with the host that was named, and may not name another.
  expect((await save(other, titled('Acme 2'), 'chat.mail.acme.example', 2)).statusCode).toBe(200);
  expect((await publish(other)).statusCode).toBe(200);
  expect((await save(other, titled('Acme 3'), 'www.mail.acme.example', 4)).json().code).toBe('branding.host_foreign');
  expect((await brandOf('chat.mail.acme.example')).info.title).toBe('Acme 2');
});

test('a host belongs to one enterprise', async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  const host = makeHost();
  await save(one, titled('One'), host);
  await publish(one);
  await save(one, titled('One'), makeHost(), 2);
  const taken = await save(other, titled('Other'), host);
  expect(taken.statusCode).toBe(409);
  expect(taken.json().code).toBe('branding.host_taken');
});

test('WL-003 pictures are public when they are published, and signed for members before', async () => {
  const admin = await makeUser();
  const host = makeHost();
  const picture = (await as(admin).post(files.upload.path, ...(await pngUpload()))).json().response;
  const plain = `/e/enterprise/files/${picture.id}`;
  const draft = (await save(admin, titled('Acme', { logoPath: picture.url }), host)).json().data.draft as WhiteLabel;
  expect(draft.logoPath).toContain('x-access-id');
  expect((await stranger().get(draft.logoPath)).statusCode).toBe(200);
  expect((await stranger().get(plain)).statusCode).toBe(404);
  await publish(admin);
  expect((await brandOf(host)).logoPath).toBe(plain);
  expect((await stranger().get(plain)).statusCode).toBe(200);
  await save(admin, titled('Acme'), host, 2);
  await publish(admin);
  expect((await stranger().get(plain)).statusCode).toBe(404);
});

test('another enterprise’s file, and one that is no picture, cannot be published', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const theirs = (await as(foreigner).post(files.upload.path, ...(await pngUpload()))).json().response;
  expect((await save(admin, titled('Acme', { logoPath: theirs.url }), makeHost())).json().code).toBe('file.not_found');
  const list = (await as(admin).post(files.upload.path, ...upload('customers.csv', 'name\nAda\n'))).json().response;
  expect((await save(admin, titled('Acme', { logoPath: list.url }), makeHost())).json().code).toBe('file.not_found');
});

test('images come from this installation alone', async () => {
  const admin = await makeUser();
  for (const logoPath of ['https://evil.example/x.png', '//evil.example/x.png', 'javascript:alert(1)', 'data:text/html;base64,AAAA']) {
    expect((await save(admin, titled('Acme', { logoPath }), makeHost())).statusCode).toBe(400);
  }
});

test('the administrators are told of a published brand', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const other = await makeUser({ enterprise: admin });
  await save(admin, titled('Acme'), makeHost());
  await publish(admin);
  const { data } = (await as(other).get(notifications.list.path)).json();
  expect(data.notifications).toMatchObject([{ kind: 'branding_published', text: 'Ada published the brand "Acme".', link: '/branding' }]);
});

test('another enterprise’s brand is neither seen nor restored', async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  await save(one, titled('Secret plans'), makeHost());
  const version = ((await publish(one)).json().data as Branding).versions[0]?.id ?? '';
  expect((await restore(other, version)).json().code).toBe('branding.not_found');
  const seen = await as(other).get(branding.get.path);
  expect(seen.body).not.toContain('Secret plans');
  expect(seen.json().data).toMatchObject({ host: '', version: 0, published: null, versions: [] });
});

test('the calls are closed to strangers and to those without the right', async () => {
  const agent = await makeUser({ roles: [3] });
  expect((await stranger().get(branding.get.path)).statusCode).toBe(401);
  expect((await as(agent).get(branding.get.path)).json().code).toBe('1403');
  expect((await save(agent, titled('Acme'), makeHost())).json().code).toBe('1403');
  expect((await publish(agent)).json().code).toBe('1403');
});
