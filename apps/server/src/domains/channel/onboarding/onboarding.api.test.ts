import { type Channel, endpoints, type Onboarding, sandboxCode, toSandboxGrant } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf, deps } = app;
const { details: readTrail } = createTrail(app);
const { onboardings: calls, channels } = endpoints;

const at = ({ path }: { path: string }, id: string) => path.replace(':onboardingId', id);
let numbers = 1000;
/** Each test has numbers of its own: the provider of the sandbox is one for everybody. */
const newNumber = (ending = '') => {
  numbers += 1;
  const phoneNumber = `98${numbers}${ending || '7777'}`;
  return { cc: '+91', phoneNumber, verifiedName: 'Lucky Shrub' };
};
let accounts = 0;
const newAccount = () => {
  accounts += 1;
  return `10000${accounts}`;
};

type Body = Record<string, unknown>;
/** A person in the stepper: sends the revision that was read last, and reads the answer. */
function walkerOf(user: TestUser) {
  let shown: Onboarding;
  const take = (answer: { json: () => { data: Onboarding; code?: string } }) => {
    const { data } = answer.json();
    if (data && 'revision' in data && 'steps' in data) shown = data;
    return answer.json() as unknown as { status: boolean; code: string; message: string; data: Onboarding & Record<string, unknown> };
  };
  const reload = async () => take(await as(user).get(at(calls.get, shown.id))).data;
  const send = async (call: { path: string }, body: Body = {}) =>
    take(await as(user).post(at(call, shown.id), { onboardingId: shown.id, revision: shown.revision, ...body }));
  return {
    start: async (requestKey = '') => take(await as(user).post(calls.start.path, { environment: 'sandbox', requestKey })).data,
    open: async (id: string) => take(await as(user).get(at(calls.get, id))).data,
    reload,
    send,
    get shown() {
      return shown;
    },
    ask: async (call: { path: string }, query: Record<string, string> = {}) =>
      (await as(user).get(`${at(call, shown.id)}?${new URLSearchParams({ onboardingId: shown.id, ...query })}`)).json(),
    async signUp(wabaId: string, more: { lifeSeconds?: number } = {}) {
      const { state } = (await as(user).get(`${calls.details.path}?onboardingId=${shown.id}`)).json().data;
      const grant = { wabaId, wabaName: 'Acme', lifeSeconds: more.lifeSeconds ?? 3600, nonce: `${Math.random()}` };
      return send(calls.signUp, { method: 'dialog', code: toSandboxGrant(grant), state });
    },
    step: (name: string) => shown.steps.find(({ step }) => step === name)?.state,
    numberStep: (name: string, place = 0) => shown.numbers[place]?.steps.find(({ step }) => step === name)?.state,
  };
}

async function toNumbers(user: TestUser) {
  const walker = walkerOf(user);
  const wabaId = newAccount();
  await walker.start();
  await walker.send(calls.checkPartner);
  await walker.signUp(wabaId);
  await walker.send(calls.choose, { wabaId });
  return { ...walker, walker, wabaId };
}

async function toVerified(user: TestUser, ending = '') {
  const { walker, wabaId } = await toNumbers(user);
  await walker.send(calls.add, newNumber(ending));
  const phoneNumberId = walker.shown.numbers[0]?.phoneNumberId ?? '';
  await walker.send(calls.sendCode, { phoneNumberId });
  await walker.send(calls.verify, { phoneNumberId, code: sandboxCode });
  return { walker, wabaId, phoneNumberId };
}

const readChannel = async (user: TestUser, id: string): Promise<Channel> =>
  (await as(user).get(channels.get.path.replace(':channelId', id))).json().response;

test('a number is brought in from nothing to a connected channel, and its first message arrives (CHAN-046 to CHAN-057)', async () => {
  const user = await makeUser();
  const walker = walkerOf(user);
  const wabaId = newAccount();
  await walker.start('one click');
  const { id } = walker.shown;
  // The same click again begins nothing.
  expect((await walkerOf(user).start('one click')).id).toBe(id);

  // CHAN-055, CHAN-048
  expect((await walker.ask(calls.details)).data).toMatchObject({ environment: 'sandbox', appId: 'sandbox-app', appName: 'Parley sandbox' });
  expect((await walker.send(calls.checkPartner)).status).toBe(true);
  expect(walker.step('permissions')).toBe('DONE');
  expect((await walker.ask(calls.permissions)).data).toEqual({
    scopes: [
      { scope: 'whatsapp_business_management', isGranted: false },
      { scope: 'whatsapp_business_messaging', isGranted: false },
    ],
    signIn: 'NONE',
    tokenExpiresAt: null,
  });
  // CHAN-049
  expect((await walker.signUp(wabaId)).data).toMatchObject({ signIn: 'VALID', tokenExpiresAt: expect.any(String) });
  expect((await walker.ask(calls.permissions)).data.scopes).toEqual([
    { scope: 'whatsapp_business_management', isGranted: true },
    { scope: 'whatsapp_business_messaging', isGranted: true },
  ]);
  // CHAN-054
  expect((await walker.ask(calls.accounts)).data).toEqual({ accounts: [{ id: wabaId, name: 'Acme', reviewStatus: 'APPROVED' }] });
  expect((await walker.send(calls.choose, { wabaId })).data).toMatchObject({ wabaId, wabaName: 'Acme' });
  // CHAN-050, CHAN-051
  const number = newNumber();
  expect((await walker.send(calls.add, number)).status).toBe(true);
  const [added] = walker.shown.numbers;
  const phone = `+91${number.phoneNumber}`;
  expect(added).toMatchObject({ phone, verifiedName: 'Lucky Shrub', isConnected: false });
  const phoneNumberId = added?.phoneNumberId ?? '';
  const channelId = added?.channelId ?? '';
  expect((await walker.ask(calls.numbers)).data.numbers).toMatchObject([
    { id: phoneNumberId, phone, isVerified: false, status: 'PENDING' },
  ]);
  // A half-made channel stands among the channels as what it is.
  expect(await readChannel(user, channelId)).toMatchObject({ state: 'SETUP', isActive: false, name: `WhatsApp ${phone}` });
  // CHAN-052, CHAN-053
  expect((await walker.send(calls.sendCode, { phoneNumberId, method: 'VOICE' })).status).toBe(true);
  expect(walker.shown.numbers[0]?.code).toMatchObject({ method: 'VOICE', triesLeft: 5 });
  expect((await walker.send(calls.verify, { phoneNumberId, code: sandboxCode })).status).toBe(true);
  expect((await walker.send(calls.profile, { phoneNumberId, about: 'Shrubs', website: 'https://shrub.example' })).status).toBe(true);
  // CHAN-047
  expect((await walker.ask(calls.callbacks, { phoneNumberId })).data).toMatchObject({ isSubscribed: false, isOurs: false });
  expect((await walker.send(calls.subscribe, { phoneNumberId })).status).toBe(true);
  expect((await walker.ask(calls.callbacks, { phoneNumberId })).data).toMatchObject({
    isSubscribed: true,
    isOurs: true,
    lastReceivedAt: null,
  });

  expect(await walker.send(calls.greet, { phoneNumberId, text: 'Hello' })).toMatchObject({ code: 'onboarding.not_heard' });
  await as(user).get(endpoints.sandbox.phones.path.replace(':channelId', channelId));
  await vendors.control.act(channelId, '+919899900001', { kind: 'text', text: 'Is anybody there?' }, 'Asha');
  await vi.waitFor(async () => expect((await walker.reload()).numbers[0]?.heard).toMatchObject({ from: '+919899900001' }));
  expect((await walker.send(calls.greet, { phoneNumberId, text: 'Here we are' })).status).toBe(true);
  await vi.waitFor(async () => {
    await walker.reload();
    expect(walker.numberStep('message')).toBe('DONE');
  });
  // Asked again it is not sent again.
  await walker.send(calls.greet, { phoneNumberId, text: 'Here we are' });
  const { messages } = await vendors.control.phone(channelId, '+919899900001');
  expect(messages.filter(({ text }) => text === 'Here we are')).toHaveLength(1);
  expect(await readChannel(user, channelId)).toMatchObject({ state: 'SETUP' });

  const { checks } = (await walker.ask(calls.checks, { phoneNumberId })).data;
  expect(checks.map(({ name, isOk }: { name: string; isOk: boolean }) => `${name} ${isOk}`)).toEqual([
    'token true',
    'callback true',
    'templates true',
    'number true',
    'limit true',
  ]);
  // CHAN-046
  expect((await walker.send(calls.connect, { phoneNumberId, name: 'Shop' })).data).toMatchObject({ isFinished: true });
  expect(await readChannel(user, channelId)).toMatchObject({
    state: 'ACTIVE',
    name: 'Shop',
    contactId: phoneNumberId,
    environment: 'sandbox',
  });
  expect(await walker.send(calls.connect, { phoneNumberId, name: 'Shop' })).toMatchObject({ code: 'onboarding.connected' });
});

test('an answer that is lost is asked for before the step is done again', async () => {
  const user = await makeUser();
  const { walker } = await toNumbers(user);
  const number = newNumber('0002');
  expect(await walker.send(calls.add, number)).toMatchObject({ code: 'onboarding.unknown', data: { step: 'numbers' } });
  await walker.reload();
  expect(walker.step('numbers')).toBe('UNKNOWN');
  expect(walker.shown.numbers).toEqual([]);
  expect((await walker.send(calls.add, number)).status).toBe(true);
  expect(walker.shown.numbers).toMatchObject([{ phone: `+91${number.phoneNumber}` }]);

  const lost = await toNumbers(user);
  await lost.walker.send(calls.add, newNumber('0004'));
  const phoneNumberId = lost.walker.shown.numbers[0]?.phoneNumberId ?? '';
  await lost.walker.send(calls.sendCode, { phoneNumberId });
  expect(await lost.walker.send(calls.verify, { phoneNumberId, code: sandboxCode })).toMatchObject({ code: 'onboarding.unknown' });
  await lost.walker.reload();
  expect(lost.walker.numberStep('verify')).toBe('UNKNOWN');
  // The provider has verified it: no code is needed any more.
  expect((await lost.walker.send(calls.verify, { phoneNumberId })).status).toBe(true);
  expect(lost.walker.numberStep('verify')).toBe('DONE');
});

test('a code that may have been sent counts as sent; another waits a minute, and five wrong ones need a new one', async () => {
  const user = await makeUser();
  const { walker } = await toNumbers(user);
  await walker.send(calls.add, newNumber());
  const phoneNumberId = walker.shown.numbers[0]?.phoneNumberId ?? '';
  await vendors.control.behave(walker.shown.id, { cut: 'after' });
  expect(await walker.send(calls.sendCode, { phoneNumberId })).toMatchObject({ code: 'onboarding.unknown' });
  await vendors.control.behave(walker.shown.id, { cut: 'none' });
  await walker.reload();
  expect(await walker.send(calls.sendCode, { phoneNumberId })).toMatchObject({ code: 'onboarding.code_wait' });
  for (let left = 4; left >= 0; left -= 1) {
    expect(await walker.send(calls.verify, { phoneNumberId, code: '000000' })).toMatchObject({ code: 'onboarding.refused' });
    expect((await walker.reload()).numbers[0]?.code?.triesLeft).toBe(left);
  }
  expect(await walker.send(calls.verify, { phoneNumberId, code: sandboxCode })).toMatchObject({ code: 'onboarding.code_tries' });
  const ctx = contextOf(user);
  await ctx.transaction((tx) =>
    tx
      .updateTable('whatsappNumbers')
      .set({ codeSentAt: new Date(Date.now() - 61_000) })
      .where('enterpriseId', '=', user.enterpriseId)
      .execute(),
  );
  expect((await walker.send(calls.sendCode, { phoneNumberId })).status).toBe(true);
  expect((await walker.send(calls.verify, { phoneNumberId, code: '123-456' })).status).toBe(true);
});

test('a number is brought in once, in one enterprise and in two, and nothing is told of the other', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { walker } = await toNumbers(user);
  const number = newNumber();
  await walker.send(calls.add, number);
  const again = (await toNumbers(user)).walker;
  const refusal = { status: false, code: 'onboarding.number_taken', message: 'This number is already in use.', data: {} };
  expect(await again.send(calls.add, number)).toEqual({ ...refusal, requestId: expect.any(String) });
  const elsewhere = (await toNumbers(other)).walker;
  expect(await elsewhere.send(calls.add, number)).toEqual({ ...refusal, requestId: expect.any(String) });
  expect(await elsewhere.send(calls.take, { phoneNumberId: walker.shown.numbers[0]?.phoneNumberId })).toEqual({
    ...refusal,
    requestId: expect.any(String),
  });
  // The provider's own refusal is told in its words.
  expect(await elsewhere.send(calls.add, newNumber('0001'))).toMatchObject({
    code: 'onboarding.refused',
    data: { step: 'numbers', reason: expect.stringContaining('registered to another WhatsApp account') },
  });
});

test('one of two enterprises who add a number at once has it', async () => {
  const walkers = await Promise.all([makeUser(), makeUser()].map(async (user) => (await toNumbers(await user)).walker));
  const number = newNumber();
  const answers = await Promise.all(walkers.map((walker) => walker.send(calls.add, number)));
  expect(answers.filter(({ status }) => status)).toHaveLength(1);
});

test('a token that ends between two steps is told, and signing in again mends it', async () => {
  const user = await makeUser();
  const { walker, wabaId } = await toNumbers(user);
  await walker.send(calls.add, newNumber());
  const { phoneNumberId = '', channelId = '' } = walker.shown.numbers[0] ?? {};
  await vendors.control.behave(walker.shown.id, { failNext: { count: 1, code: '190' } });
  expect(await walker.send(calls.sendCode, { phoneNumberId })).toMatchObject({ code: 'onboarding.signed_out' });
  expect(await walker.reload()).toMatchObject({ signIn: 'OVER' });
  expect(await walker.send(calls.sendCode, { phoneNumberId })).toMatchObject({ code: 'onboarding.signed_out' });
  const keysOf = async () =>
    (
      await app
        .contextOf(user)
        .read((tx) =>
          tx
            .selectFrom('channels')
            .select('sealedConfig')
            .where('enterpriseId', '=', user.enterpriseId)
            .where('channelId', '=', channelId)
            .executeTakeFirstOrThrow(),
        )
    ).sealedConfig;
  const before = JSON.parse(deps.secrets.decrypt(await keysOf()));
  // Another account than the one whose numbers are on their way is not taken.
  expect(await walker.signUp(newAccount())).toMatchObject({ code: 'onboarding.refused' });
  await walker.reload();
  expect((await walker.signUp(wabaId)).data).toMatchObject({ signIn: 'VALID', wabaId });
  const after = JSON.parse(deps.secrets.decrypt(await keysOf()));
  expect(after).toEqual({ ...before, authToken: expect.any(String) });
  expect(after.authToken).not.toBe(before.authToken);
  expect((await walker.send(calls.sendCode, { phoneNumberId })).status).toBe(true);
});

test('a token whose end is found by a question is kept as ended, whichever question finds it', async () => {
  const user = await makeUser();
  const { walker, wabaId } = await toNumbers(user);
  const end = () => vendors.control.behave(walker.shown.id, { failNext: { count: 1, code: '190' } });
  await end();
  expect(await walker.ask(calls.numbers)).toMatchObject({ code: 'onboarding.signed_out' });
  expect(await walker.reload()).toMatchObject({ signIn: 'OVER' });
  // Nothing is asked with it any more, until somebody signs in again.
  expect(await walker.ask(calls.accounts)).toMatchObject({ code: 'onboarding.signed_out' });
  expect((await walker.signUp(wabaId)).data).toMatchObject({ signIn: 'VALID' });
  await end();
  expect(await walker.ask(calls.accounts)).toMatchObject({ code: 'onboarding.signed_out' });
  expect(await walker.reload()).toMatchObject({ signIn: 'OVER' });
  // The app of the installation asks this: a refusal of it is not the end of the sign-in.
  await walker.signUp(wabaId);
  await end();
  expect(await walker.send(calls.checkPartner)).toMatchObject({ code: 'onboarding.refused', data: { step: 'permissions' } });
  await end();
  expect(await walker.ask(calls.permissions)).toMatchObject({ code: 'onboarding.refused' });
  expect(await walker.reload()).toMatchObject({ signIn: 'VALID' });
});

test('two administrators in the stepper: the second is told who was first, and a step under way is left alone', async () => {
  const ada = await makeUser({ name: 'Ada' });
  const eve = await makeUser({ enterprise: ada, name: 'Eve' });
  const { walker } = await toNumbers(ada);
  const second = walkerOf(eve);
  await second.open(walker.shown.id);
  await walker.send(calls.add, newNumber());
  expect(await second.send(calls.add, newNumber())).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada' } });
  await second.open(walker.shown.id);
  const number = newNumber('0006');
  const slow = walker.send(calls.add, number);
  await vi.waitFor(async () => {
    await second.reload();
    expect(second.step('numbers')).toBe('RUNNING');
  });
  expect(await second.send(calls.add, newNumber())).toMatchObject({ code: 'onboarding.busy', data: { step: 'numbers', by: 'Ada' } });
  expect((await slow).status).toBe(true);
});

test('a step whose process died is unknown after a minute, and asked for', async () => {
  const user = await makeUser();
  const { walker } = await toNumbers(user);
  const number = newNumber('0002');
  await walker.send(calls.add, number);
  const ended = { numbers: { state: 'RUNNING', at: new Date(Date.now() - 61_000).toISOString(), by: 'Ada', text: '' } };
  const ctx = contextOf(user);
  await ctx.transaction(async (tx) => {
    const { steps } = await tx
      .selectFrom('whatsappOnboardings')
      .select('steps')
      .where('enterpriseId', '=', user.enterpriseId)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('whatsappOnboardings')
      .set({ steps: JSON.stringify({ ...steps, ...ended }) })
      .where('enterpriseId', '=', user.enterpriseId)
      .execute();
  });
  await walker.reload();
  expect(walker.step('numbers')).toBe('UNKNOWN');
  expect((await walker.send(calls.add, number)).status).toBe(true);
});

test('ids and a token that are typed in are asked about, and stand nowhere afterwards', async () => {
  const user = await makeUser();
  const walker = walkerOf(user);
  await walker.start();
  await walker.send(calls.checkPartner);
  const wabaId = newAccount();
  expect(await walker.send(calls.signUp, { method: 'ids' })).toMatchObject({
    code: 'onboarding.invalid',
    data: {
      errors: [
        { field: 'wabaId', code: 'field.mandatory' },
        { field: 'accessToken', code: 'field.mandatory' },
      ],
    },
  });
  expect(await walker.send(calls.signUp, { method: 'ids', wabaId, accessToken: 'nobody-knows-this' })).toMatchObject({
    code: 'onboarding.refused',
    data: { reason: 'The token is not valid for the app of this installation.' },
  });
  await walker.reload();
  const canary = 'typed-canary-zqxw';
  expect((await walker.send(calls.signUp, { method: 'ids', wabaId, accessToken: canary })).data).toMatchObject({ signIn: 'VALID' });
  await walker.send(calls.choose, { wabaId });
  await walker.send(calls.add, newNumber());
  const { phoneNumberId = '', channelId = '' } = walker.shown.numbers[0] ?? {};
  await walker.send(calls.sendCode, { phoneNumberId });
  await walker.send(calls.verify, { phoneNumberId, code: sandboxCode });
  await walker.send(calls.subscribe, { phoneNumberId });
  const answers = [
    await walker.ask(calls.details),
    await walker.ask(calls.callbacks, { phoneNumberId }),
    (await as(user).get(calls.list.path)).json(),
    await readChannel(user, channelId),
    await readTrail(user, `recordId=${walker.shown.id}`),
    await readTrail(user, `recordId=${channelId}`),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/zqxw|sandbox-app-secret/);
  const entries = await readTrail(user, `recordId=${walker.shown.id}`);
  expect(entries.map(({ action }) => action)).toContain('create');
  expect(entries.map(changed).findLast((one) => 'keys' in one)?.keys).toEqual([null, 'set']);
});

test('a dialog that was opened for another onboarding signs nobody in', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const [walker, foreign] = [walkerOf(user), walkerOf(other)];
  await walker.start();
  await foreign.start();
  await walker.send(calls.checkPartner);
  const { state } = (await foreign.ask(calls.details)).data;
  const code = toSandboxGrant({ wabaId: newAccount(), wabaName: 'Acme', lifeSeconds: 60, nonce: 'x' });
  expect(await walker.send(calls.signUp, { code, state })).toMatchObject({
    code: 'onboarding.invalid',
    data: { errors: [{ field: 'state' }] },
  });
  // A code works once: a second use is refused in the provider's words, and signing in again mends it.
  const own = (await walker.ask(calls.details)).data.state;
  expect((await walker.send(calls.signUp, { code, state: own })).status).toBe(true);
  expect(await walker.send(calls.signUp, { code, state: own })).toMatchObject({
    code: 'onboarding.refused',
    data: { reason: expect.stringContaining('has been used') },
  });
});

test('a channel whose setup is unfinished is neither resumed, saved nor deleted by its form; discarding takes it along', async () => {
  const user = await makeUser();
  const { walker, wabaId } = await toNumbers(user);
  const number = newNumber();
  await walker.send(calls.add, number);
  const { channelId = '', phoneNumberId = '' } = walker.shown.numbers[0] ?? {};
  const of = (call: { path: string }) => call.path.replace(':channelId', channelId);
  const { version, ...channel } = await readChannel(user, channelId);
  const form = { ...channel, deptId: '', data: { wabaId: '1', entry: 'queue' }, version };
  for (const answer of [
    await as(user).put(of(channels.setState), { state: 'ACTIVE' }),
    await as(user).put(of(channels.update), { ...form, state: 'ACTIVE' }),
    await as(user).delete(of(channels.remove)),
  ])
    expect(answer.json()).toMatchObject({ code: 'channel.state_invalid', data: { state: 'SETUP' } });
  expect((await as(user).delete(at(calls.remove, walker.shown.id))).json()).toMatchObject({ status: true });
  expect((await as(user).get(of(channels.get))).json()).toMatchObject({ code: 'channel.not_found' });
  // Here it is free again; the provider has it still, so it is taken from the account.
  const again = walkerOf(user);
  await again.start();
  await again.send(calls.checkPartner);
  await again.signUp(wabaId);
  await again.send(calls.choose, { wabaId });
  expect((await again.ask(calls.numbers)).data.numbers).toMatchObject([{ id: phoneNumberId }]);
  expect((await again.send(calls.take, { phoneNumberId: '999999999' })).data).toMatchObject({
    reason: 'The business account has no such number.',
  });
  await again.reload();
  expect((await again.send(calls.take, { phoneNumberId })).data.numbers).toMatchObject([{ phone: `+91${number.phoneNumber}` }]);
});

test('a PIN that the number has already is asked for, and several numbers of an account go their own ways', async () => {
  const user = await makeUser();
  const { walker, phoneNumberId } = await toVerified(user, '0005');
  await walker.reload();
  expect(walker.numberStep('verify')).toBe('FAILED');
  expect(await walker.send(calls.verify, { phoneNumberId, pin: '654321' })).toMatchObject({ status: true });
  await walker.send(calls.add, newNumber('0003'));
  expect(walker.shown.numbers).toHaveLength(2);
  const second = walker.shown.numbers[1]?.phoneNumberId ?? '';
  expect(await walker.send(calls.sendCode, { phoneNumberId: second })).toMatchObject({
    code: 'onboarding.refused',
    data: { reason: expect.stringContaining('could not be sent') },
  });
  await walker.reload();
  expect([walker.numberStep('verify'), walker.numberStep('verify', 1)]).toEqual(['DONE', 'FAILED']);
  expect(await walker.send(calls.subscribe, { phoneNumberId: second })).toMatchObject({
    code: 'onboarding.step_missing',
    data: { step: 'verify' },
  });
});

test('the three refusals: nobody, another enterprise, and a role that may not create channels (MENU-030)', async () => {
  const user = await makeUser();
  const { walker } = await toNumbers(user);
  expect((await app.stranger().get(calls.list.path)).statusCode).toBe(401);
  const other = await makeUser();
  expect((await as(other).get(at(calls.get, walker.shown.id))).json()).toMatchObject({ code: 'onboarding.not_found' });
  expect((await as(other).get(calls.list.path)).json().data.onboardings).toEqual([]);
  const role = { name: 'Looks', permissions: ['CHANNELS.VIEW'], maskedFields: [], dataScope: 'enterprise' };
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, role)).json().data;
  const reader = await makeUser({ enterprise: user, roles: [code] });
  expect((await as(reader).get(at(calls.get, walker.shown.id))).json().data).toMatchObject({ id: walker.shown.id });
  expect((await as(reader).post(calls.start.path, { environment: 'sandbox' })).json()).toMatchObject({ code: '1403' });
});

test('nothing can be begun without a simulator or an app at the provider, and it is said why', async () => {
  const user = await makeUser();
  expect((await as(user).post(calls.start.path, { environment: 'production' })).json()).toMatchObject({
    code: 'onboarding.unavailable',
    message: expect.stringContaining('META_APP_ID'),
  });
  expect((await as(user).get(calls.list.path)).json().data.environments).toEqual(['sandbox']);
});

test('the list has unfinished onboardings first, in pages', async () => {
  const user = await makeUser();
  const { walker, phoneNumberId } = await toVerified(user);
  await walker.send(calls.subscribe, { phoneNumberId });
  await walker.send(calls.connect, { phoneNumberId, name: 'Shop' });
  const [first, second] = [walkerOf(user), walkerOf(user)];
  await first.start();
  await second.start();
  await first.send(calls.checkPartner);
  const page = async (query: string) => {
    const { onboardings, more } = (await as(user).get(`${calls.list.path}?${query}`)).json().data;
    return [onboardings.map(({ id }: Onboarding) => id), more];
  };
  expect(await page('perPage=10')).toEqual([[first.shown.id, second.shown.id, walker.shown.id], false]);
  expect(await page('perPage=1')).toEqual([[first.shown.id], true]);
  expect(await page('from=1&perPage=2')).toEqual([[second.shown.id, walker.shown.id], false]);
});
