import { randomBytes } from 'node:crypto';
import { endpoints, type PaymentUpdate, type Recharge } from '@parley/contract';
import { signHook, signPayment } from '@parley/vendors/simulator';
import { type Caller, createCaller, eachOf } from '../caller.ts';
import { clientOf } from '../client.ts';
import type { Enterprise } from '../enterprises.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'money';
const { billing } = endpoints;
const unit = 1_000_000;
const kept = ['billing_accounts', 'billing_movements', 'recharges', 'wallet_grants'];

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const linkOf = ({ url }: Recharge) => url.split('/').at(-1) ?? '';
const fieldsOf = (address: string) => Object.fromEntries(new URL(address).searchParams) as unknown as PaymentUpdate;

async function rechargeOf(caller: Caller, enterprise: Enterprise): Promise<Recharge> {
  const { token } = await enterprise.makeAdministrator();
  return clientOf(caller, { name: 'administrator', token })<Recharge>('POST', billing.recharge.path, { amount: 500 * unit });
}

/** Sends payment results that were changed, swapped with another enterprise's or signed with other secrets, and callbacks likewise. */
async function attackPayments(scene: Scene, caller: Caller): Promise<void> {
  const { target, attacker, victim, findings } = scene;
  const { payments } = target;
  const stranger = { name: 'stranger' };
  const update = (request: unknown) =>
    caller.send(
      stranger,
      { method: 'POST', path: billing.call.path, ...json({ requestType: 'update_payment_status', request }) },
      'billing.call',
    );
  const refused = async (what: string, request: unknown) => {
    const got = await update(request);
    if (got && got.status < 400)
      findings.add(name, `a payment ${what} is taken`, `${JSON.stringify(request).slice(0, 300)} -> ${got.body.slice(0, 300)}`);
  };
  payments.behave({ hasWebhook: false });
  const [mine, unpaid, theirs] = [await rechargeOf(caller, attacker), await rechargeOf(caller, attacker), await rechargeOf(caller, victim)];
  const back = fieldsOf(payments.act(linkOf(mine), 'pay'));
  const cancelled = fieldsOf(payments.act(linkOf(unpaid), 'cancel'));
  const { keySecret, webhookSecret } = payments.gateway;
  const signed = (changes: Partial<PaymentUpdate>, secret = keySecret): PaymentUpdate => {
    const all = { ...back, ...changes };
    const fields = {
      linkId: all.razorpay_payment_link_id,
      reference: all.razorpay_payment_link_reference_id,
      status: all.razorpay_payment_link_status,
      paymentId: all.razorpay_payment_id,
    };
    return { ...all, razorpay_signature: signPayment(secret, fields) };
  };
  await refused('of another payment id', { ...back, razorpay_payment_id: 'pay_other' });
  await refused('that was cancelled', {
    ...cancelled,
    razorpay_payment_link_status: 'paid',
    razorpay_payment_id: back.razorpay_payment_id,
  });
  await refused('of another enterprise’s link', { ...back, razorpay_payment_link_id: linkOf(theirs) });
  await refused('of another enterprise’s reference', { ...back, razorpay_payment_link_reference_id: theirs.reference });
  await refused('signed by another secret', signed({}, 'another secret'));
  await refused('signed by the secret of callbacks', signed({}, webhookSecret));
  await refused('without a signature', { ...back, razorpay_signature: '' });
  await refused('of U+0000', { ...back, razorpay_payment_id: 'a\u0000' });
  await refused('that is long', { ...back, razorpay_payment_id: 'x'.repeat(500_000) });
  await refused('of objects', { ...back, razorpay_payment_id: { toString: 1 } });
  // Nothing can be refused without a claim; a check below shows that nothing is booked.
  for (const request of [null, [], 1, 'x', {}]) await update(request);

  const hook = (body: string, signature: string) =>
    caller.send(
      stranger,
      { method: 'POST', path: '/hooks/payments', headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature }, body },
      'the gateway’s callback',
    );
  const event = (id: unknown) =>
    JSON.stringify({ event: 'payment_link.paid', payload: { payment_link: { entity: { id, reference_id: theirs.reference } } } });
  const honest = event(linkOf(theirs));
  for (const [what, body, signature] of [
    ['unsigned', honest, ''],
    ['signed by another secret', honest, signHook('another secret', honest)],
    ['signed by the key’s secret', honest, signHook(keySecret, honest)],
    ['changed afterwards', `${honest} `, signHook(webhookSecret, honest)],
    ['of U+0000', event('a\u0000'), signHook(webhookSecret, event('a\u0000'))],
    ['above the limit', 'x'.repeat(300_000), signHook(webhookSecret, 'x'.repeat(300_000))],
  ] as const) {
    const got = await hook(body, signature);
    if (got && got.status < 400) findings.add(name, `a callback ${what} is taken`, got.body.slice(0, 300));
  }
  // Signed rightly, of a link that nobody has paid: what it says is looked up, and nothing is booked.
  for (const body of [honest, event(linkOf(unpaid)), event('plink_nobody'), event({ toString: 1 }), '[]', 'null', '{'])
    await hook(body, signHook(webhookSecret, body));

  // The one that was paid counts once, however often and from however many sides it is told.
  await eachOf(
    Array.from({ length: 20 }),
    10,
    async (_, index) =>
      void (await (index % 2 === 0 ? update(back) : hook(event(linkOf(mine)), signHook(webhookSecret, event(linkOf(mine)))))),
  );
  payments.behave({ hasWebhook: true });
  const rows = await openRows(target.ownerUrl);
  const booked = await rows.query<{ amount: string }>(
    "select amount from billing_movements where enterprise_id = $1 and kind = 'recharge'",
    [attacker.enterpriseId],
  );
  await rows.close();
  if (booked.length !== 1 || Number(booked[0]?.amount) !== 500 * unit)
    findings.add(name, 'a payment that was told twenty times is not one movement', JSON.stringify(booked));
}

/** Checks that roles and other enterprises cannot do with money what they may not. */
async function attackAccounts({ attacker, victim, findings }: Scene, caller: Caller): Promise<void> {
  const admin = (await attacker.makeAdministrator()).token;
  const agent = attacker.byRole.find(({ code }) => code === 3)?.user.token ?? '';
  const key = randomBytes(8).toString('hex');
  for (const amount of [-500 * unit, 0, 1, 1.5, 1e30, 'NaN', null, {}, [500 * unit]]) {
    const sent = { method: 'POST', path: billing.recharge.path, ...json({ amount, requestKey: key }) };
    const got = await caller.send({ name: 'administrator', token: admin }, sent, 'billing.recharge');
    if (got && got.status < 400 && !Array.isArray(amount))
      findings.add(name, `a recharge of ${JSON.stringify(amount)} is made`, got.body.slice(0, 300));
  }
  const ours = ['recharge', 'recharges', 'alerts', 'saveAlerts', 'invoices'] as const;
  for (const call of ours) {
    const { method, path } = billing[call];
    const sent = { method, path, ...(method === 'POST' ? json({ amount: 500 * unit, threshold: unit, userIds: [] }) : {}) };
    const got = await caller.send({ name: 'agent', token: agent }, sent, `billing.${call}`);
    if (got && ![401, 403].includes(got.status)) findings.add(name, `an agent may call billing.${call}`, caller.explain(sent, got));
  }
  // The operator's calls are for a secret of the installation.
  const { method: its, path: where } = endpoints.operator.correct;
  const asked = {
    method: its,
    path: where.replace(':enterpriseId', victim.enterpriseId),
    ...json({ amount: 500 * unit, reason: 'x', requestKey: key }),
  };
  for (const authorization of ['', 'Bearer ', `Bearer ${admin}`, 'Bearer undefined', 'Basic Og==']) {
    const told = await caller.send({ name: 'operator' }, { ...asked, headers: { ...asked.headers, authorization } }, 'operator.correct');
    if (told && told.status < 400) findings.add(name, 'a stranger corrects a wallet', told.body.slice(0, 300));
  }
}

/** Short addresses: none is guessed, bent or made to lead elsewhere. */
async function attackLinks({ target, findings, random, isShort }: Scene, caller: Caller): Promise<void> {
  const rows = await openRows(target.ownerUrl);
  const [known] = await rows.query<{ code: string; target: string }>('select code, target from short_links limit 1');
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const some = () => Array.from({ length: 16 }, () => alphabet[random.between(0, 61)]).join('');
  const code = known?.code ?? some();
  const bent = [
    `${code}x`,
    code.slice(1),
    code.toLowerCase() === code ? code.toUpperCase() : code.toLowerCase(),
    `${code}%00`,
    `${code}%0d%0aLocation:%20https://evil.example`,
    `..%2f${code}`,
    "'%20or%20'1'='1",
    '%25%25',
    'https:%2f%2fevil.example',
    '__proto__',
    'x'.repeat(3000),
    '%e0%a4%a',
  ];
  const codes = [...bent, ...Array.from({ length: isShort ? 100 : 2000 }, some)];
  await eachOf(codes, 8, async (one) => {
    for (const method of ['GET', 'HEAD']) {
      const got = await caller.send(
        { name: 'stranger' },
        { method, path: `/l/${one}?to=https://evil.example&target=https://evil.example` },
        'a short address',
      );
      if (got && got.status < 400 && one !== code)
        findings.add(name, 'a short address that nobody has leads somewhere', `${one} -> ${String(got.headers.location)}`);
    }
  });
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const got = await caller.send(
      { name: 'stranger' },
      { method, path: `/l/${code}`, ...json({ target: 'https://evil.example' }) },
      'a short address',
    );
    if (got && got.status < 400) findings.add(name, `a short address takes ${method}`, got.body.slice(0, 300));
  }
  if (known) {
    const led = await caller.send({ name: 'stranger' }, { method: 'GET', path: `/l/${code}?to=https://evil.example` }, 'a short address');
    const [after] = await rows.query<{ target: string }>('select target from short_links where code = $1', [code]);
    if (led?.headers.location !== known.target || after?.target !== known.target)
      findings.add(name, 'a short address leads elsewhere', `${known.target} -> ${String(led?.headers.location)}`);
  }
  await rows.close();
}

async function run(scene: Scene): Promise<void> {
  const { target, victim, findings, tally, random } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  try {
    // The victim's own recharge is made by it, before the digest; nothing afterwards may touch its account.
    await attackPayments(scene, caller);
    const before = await rows.digestOf(victim.enterpriseId, ...kept);
    await attackAccounts(scene, caller);
    await attackLinks(scene, caller);
    if ((await rows.digestOf(victim.enterpriseId, ...kept)) !== before)
      findings.add(name, 'an account of another enterprise changed', before);
    const [booked] = await rows.query<{ count: string }>(
      "select count(*) as count from billing_movements where enterprise_id = $1 and kind = 'recharge'",
      [victim.enterpriseId],
    );
    if (Number(booked?.count) !== 0)
      findings.add(name, 'a payment of the attacker’s was booked for another enterprise', JSON.stringify(booked));
  } finally {
    await rows.close();
    await caller.close();
  }
}

export const money: Assault = { name, what: 'payments, callbacks and short addresses, forged and repeated', run };
