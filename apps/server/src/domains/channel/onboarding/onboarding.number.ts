import { randomBytes, randomInt } from 'node:crypto';
import { channelTypes, fieldError, type NewNumber, type NumberProfile, type Onboarding } from '@parley/contract';
import { metaOnboarding, type NumberFacts } from '@parley/vendors';
import { creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { insertChannel } from '../channel/channel.repository.ts';
import { makeHookSecret } from '../setup/channel.save.ts';
import { onboardingInvalid, readSignedIn } from './onboarding.account.ts';
import { appOf, type Line, openLine } from './onboarding.partner.ts';
import { changeNumber, insertNumber, isTaken, type NumberRow, type OnboardingRow } from './onboarding.repository.ts';
import { againAt, digitsOf, mayAskAgain, toPhone, triesLeft } from './onboarding.rules.ts';
import { answerOf, type Begun, NumberTaken, numberTaken, type Outcome, runStep, toOutcome } from './onboarding.run.ts';

type OfNumber = { onboardingId: string; revision: number; phoneNumberId: string };

const wordsOf = ({ phone, verifiedName, nameStatus, isVerified, status }: NumberFacts): string =>
  [phone, verifiedName, nameStatus, isVerified ? 'VERIFIED' : 'NOT_VERIFIED', status].filter(Boolean).join(' · ');

export async function listWabaNumbers(ctx: Ctx, deps: Deps, onboardingId: string): Promise<{ numbers: NumberFacts[] }> {
  const row = await readSignedIn(ctx, onboardingId);
  if (row.wabaId === '') throw new DomainError('onboarding.step_missing', 'Choose the business account first.', { step: 'choice' });
  const { io, connection } = await openLine(deps, row);
  return { numbers: await answerOf(ctx, row, await metaOnboarding.numbers(io, connection, row.wabaId), 'numbers') };
}

/** Step 4: adds a number. A try whose answer was lost is looked up first: the account may have it. */
export function addNumber(
  ctx: Ctx,
  deps: Deps,
  { onboardingId, revision, ...wanted }: NewNumber & { onboardingId: string; revision: number },
): Promise<Onboarding> {
  const phone = toPhone(wanted);
  const cc = wanted.cc.replace(/\D/g, '');
  return runStep(
    ctx,
    { step: 'numbers', onboardingId, revision },
    async ({ row, mayBeDone }) => {
      const line = await openLine(deps, row);
      if (mayBeDone) {
        const known = await metaOnboarding.numbers(line.io, line.connection, row.wabaId);
        if (known.kind !== 'done') return toOutcome(known);
        const found = known.value.find((one) => digitsOf(one.phone) === phone);
        if (found) return takenOver(ctx, deps, row, found);
      }
      const national = phone.slice(cc.length);
      const added = await metaOnboarding.addNumber(line.io, line.connection, row.wabaId, {
        cc,
        phoneNumber: national,
        verifiedName: wanted.verifiedName.trim(),
      });
      if (added.kind !== 'done') return toOutcome(added);
      const verifiedName = wanted.verifiedName.trim();
      const facts = { id: added.value, phone, verifiedName, nameStatus: '', isVerified: false, status: '', quality: '', limit: '' };
      return takenOver(ctx, deps, row, facts);
    },
    async (tx, { row }) => {
      if (phone.length < 8 || phone.length > 15) throw onboardingInvalid(fieldError('phoneNumber', 'phone.invalid'));
      if (await isTaken(tx, row.environment, phone, '')) throw numberTaken();
    },
  );
}

/** Step 4: takes a number that the account has. */
export const takeNumber = (ctx: Ctx, deps: Deps, { onboardingId, revision, phoneNumberId }: OfNumber): Promise<Onboarding> =>
  runStep(
    ctx,
    { step: 'numbers', onboardingId, revision, phoneNumberId },
    async ({ row }) => {
      const { io, connection } = await openLine(deps, row);
      const known = await metaOnboarding.numbers(io, connection, row.wabaId);
      if (known.kind !== 'done') return toOutcome(known);
      const found = known.value.find(({ id }) => id === phoneNumberId);
      return found ? takenOver(ctx, deps, row, found) : { state: 'FAILED', text: 'The business account has no such number.' };
    },
    async (tx, { row }) => {
      if (await isTaken(tx, row.environment, '', phoneNumberId)) throw numberTaken();
    },
  );

const takenOver = (ctx: Ctx, deps: Deps, row: OnboardingRow, facts: NumberFacts): Outcome => ({
  state: 'DONE',
  text: wordsOf({ ...facts, phone: `+${digitsOf(facts.phone)}` }),
  keep: (tx) => keepNumber(ctx, deps, tx, row, facts),
});

/** A number gets its channel at once: it stands among the channels as one whose setup is unfinished. */
async function keepNumber(ctx: Ctx, deps: Deps, tx: Tx, row: OnboardingRow, facts: NumberFacts): Promise<void> {
  const { enterpriseId, onboardingId, environment, wabaId } = row;
  const phone = digitsOf(facts.phone);
  if (facts.id === '' || (await isTaken(tx, environment, phone, facts.id))) throw new NumberTaken();
  const { appId, appSecret } = appOf(deps, environment);
  const keys = {
    authToken: deps.secrets.decrypt(row.sealedToken),
    clientSecret: appSecret,
    WebhookVerificationToken: randomBytes(16).toString('hex'),
  };
  const channel = await creating(
    ctx,
    tx,
    channelRecord,
    ({ channelId }) => channelId,
    () =>
      insertChannel(tx, {
        enterpriseId,
        channelId: newId(),
        type: channelTypes.WHATSAPP,
        name: `WhatsApp +${phone}`,
        state: 'SETUP',
        widgetKey: randomBytes(18).toString('base64url'),
        sealedHookSecret: deps.secrets.encrypt(makeHookSecret()),
        vendor: 'twixormcmi',
        contactId: facts.id,
        environment,
        // Each secret is told to be set; their ends are of the installation or of the provider, and shown to nobody.
        config: JSON.stringify({ wabaId, appId, authToken: '', clientSecret: '', WebhookVerificationToken: '' }),
        sealedConfig: deps.secrets.encrypt(JSON.stringify(keys)),
        data: JSON.stringify({ entry: 'queue', botId: '' }),
      }),
  );
  const at = ctx.now();
  const isReady = facts.isVerified && facts.status === 'CONNECTED';
  const verify = { state: 'DONE', at: at.toISOString(), by: ctx.actor.name, text: wordsOf(facts) };
  const isOurs = await insertNumber(tx, {
    enterpriseId,
    onboardingId,
    phoneNumberId: facts.id,
    environment,
    phone,
    verifiedName: facts.verifiedName.slice(0, 100),
    channelId: channel.channelId,
    steps: JSON.stringify(isReady ? { verify } : {}),
    createdAt: at,
  });
  if (!isOurs) throw new NumberTaken();
}

function assertOpen({ number }: Begun): void {
  if (number?.steps.channel?.state === 'DONE')
    throw new DomainError('onboarding.connected', 'The channel of this number is connected.', {});
}

/** Step 5: has a code sent. One that may have been sent counts as sent. */
export const sendCode = (
  ctx: Ctx,
  deps: Deps,
  { method, language, ...call }: OfNumber & { method: 'SMS' | 'VOICE'; language: string },
): Promise<Onboarding> =>
  runStep(
    ctx,
    { step: 'verify', ...call },
    async ({ row, number, mayBeDone }) => {
      const line = await openLine(deps, row);
      if (mayBeDone) {
        const facts = await metaOnboarding.number(line.io, line.connection, call.phoneNumberId);
        if (facts.kind !== 'done') return toOutcome(facts);
        if (facts.value.isVerified) return register(ctx, deps, line, number as NumberRow, '');
      }
      const told = await metaOnboarding.requestCode(line.io, line.connection, call.phoneNumberId, { method, language });
      const sent = { codeMethod: method, codeSentAt: ctx.now(), codeTries: 0 };
      const keep = (tx: Tx) => changeNumber(tx, ctx.enterpriseId, number as NumberRow, sent);
      if (told.kind === 'done') return { state: 'OPEN', text: '', keep };
      return told.kind === 'unknown' ? toOutcome(told, keep) : toOutcome(told);
    },
    async (_tx, begun) => {
      assertOpen(begun);
      const { number } = begun;
      if (number && !mayAskAgain(number, ctx.now()))
        throw new DomainError('onboarding.code_wait', 'A code was sent just now. Wait a minute before another one.', {
          againAt: againAt(number.codeSentAt ?? ctx.now()).toISOString(),
        });
    },
  );

/** Step 5: enters the code, then registers the number. What the provider has done already is not done again. */
export const verifyNumber = (ctx: Ctx, deps: Deps, { code, pin, ...call }: OfNumber & { code: string; pin: string }): Promise<Onboarding> =>
  runStep(
    ctx,
    { step: 'verify', ...call },
    async ({ row, number: found }) => {
      const number = found as NumberRow;
      const line = await openLine(deps, row);
      const facts = await metaOnboarding.number(line.io, line.connection, call.phoneNumberId);
      if (facts.kind !== 'done') return toOutcome(facts);
      if (!facts.value.isVerified) {
        if (code === '') return { state: 'FAILED', text: 'The number is not verified yet: a code is needed.' };
        const told = await metaOnboarding.verifyCode(line.io, line.connection, call.phoneNumberId, code);
        if (told.kind === 'unknown') return toOutcome(told);
        if (told.kind === 'failed')
          return toOutcome(told, (tx) => changeNumber(tx, ctx.enterpriseId, number, { codeTries: number.codeTries + 1 }));
      }
      return facts.value.status === 'CONNECTED' ? { state: 'DONE', text: wordsOf(facts.value) } : register(ctx, deps, line, number, pin);
    },
    async (_tx, begun) => {
      assertOpen(begun);
      if (begun.number && code !== '' && triesLeft(begun.number) === 0)
        throw new DomainError('onboarding.code_tries', 'Too many wrong codes. Ask for another one.', {});
    },
  );

/** The PIN is kept before its answer is known: a try that is repeated offers the same one. */
async function register(ctx: Ctx, deps: Deps, { io, connection }: Line, number: NumberRow, typed: string): Promise<Outcome> {
  const kept = number.sealedPin === '' ? '' : deps.secrets.decrypt(number.sealedPin);
  const pin = typed || kept || randomInt(1_000_000).toString().padStart(6, '0');
  const keep = (tx: Tx) => changeNumber(tx, ctx.enterpriseId, number, { sealedPin: deps.secrets.encrypt(pin) });
  const told = await metaOnboarding.register(io, connection, number.phoneNumberId, pin);
  if (told.kind === 'failed') return toOutcome(told);
  if (told.kind === 'unknown') return toOutcome(told, keep);
  const facts = await metaOnboarding.number(io, connection, number.phoneNumberId);
  return { state: 'DONE', text: facts.kind === 'done' ? wordsOf(facts.value) : 'VERIFIED', keep };
}

/** Step 6: what customers see of the number. */
export const setProfile = (ctx: Ctx, deps: Deps, call: OfNumber, { website, ...profile }: NumberProfile): Promise<Onboarding> =>
  runStep(ctx, { step: 'profile', ...call }, async ({ row }) => {
    const { io, connection } = await openLine(deps, row);
    const told = await metaOnboarding.setProfile(io, connection, call.phoneNumberId, {
      ...profile,
      websites: website === '' ? [] : [website],
    });
    if (told.kind !== 'done') return toOutcome(told);
    const facts = await metaOnboarding.number(io, connection, call.phoneNumberId);
    return {
      state: 'DONE',
      text: facts.kind === 'done' ? [facts.value.verifiedName, facts.value.nameStatus].filter(Boolean).join(' · ') : '',
      ...(facts.kind === 'done'
        ? {
            keep: (tx: Tx) =>
              changeNumber(
                tx,
                ctx.enterpriseId,
                { onboardingId: call.onboardingId, phoneNumberId: call.phoneNumberId },
                {
                  verifiedName: facts.value.verifiedName.slice(0, 100),
                },
              ),
          }
        : {}),
    };
  });
