import { longestCallback, type Onboarding, type OnboardingCheck } from '@parley/contract';
import { metaOnboarding, type Told } from '@parley/vendors';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertDepartments } from '../../account/door.ts';
import { hookAddress, openConfig } from '../channel/channel.connection.ts';
import type { ChannelRow } from '../channel/channel.present.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { accessChannel, changeChannel } from '../channel/channel.repository.ts';
import { readSignedIn } from './onboarding.account.ts';
import { firstMessageOf, type Heard } from './onboarding.first-message.ts';
import { openLine } from './onboarding.partner.ts';
import { changeNumber, listNumbers, type NumberRow } from './onboarding.repository.ts';
import { answerOf, endSignIn, isSignedOut, type Outcome, runStep, toOutcome } from './onboarding.run.ts';

type OfNumber = { onboardingId: string; revision: number; phoneNumberId: string };

const addressOf = (deps: Deps, channel: ChannelRow): string =>
  hookAddress(deps, channel.environment === 'sandbox' ? deps.localUrl() : deps.publicUrl(), channel);
const withoutSecret = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

const readChannel = (ctx: Ctx, channelId: string): Promise<ChannelRow> => ctx.read((tx) => accessChannel(tx, ctx.enterpriseId, channelId));

async function readNumber(ctx: Ctx, onboardingId: string, phoneNumberId: string) {
  const row = await readSignedIn(ctx, onboardingId);
  const numbers = await ctx.read((tx) => listNumbers(tx, ctx.enterpriseId, [onboardingId]));
  const number = numbers.find((one) => one.phoneNumberId === phoneNumberId);
  if (!number) throw new DomainError('onboarding.number_not_found', 'This onboarding has no such number.', {});
  return { row, number, channel: await readChannel(ctx, number.channelId) };
}

/** Step 7: the app hears of the account, and messages to the number come to its channel. What stands already is not set again. */
export const subscribe = (ctx: Ctx, deps: Deps, call: OfNumber): Promise<Onboarding> =>
  runStep(ctx, { step: 'callbacks', ...call }, async ({ row, number }): Promise<Outcome> => {
    const channel = await readChannel(ctx, (number as NumberRow).channelId);
    const address = addressOf(deps, channel);
    if (address.length > longestCallback)
      return { state: 'FAILED', text: `The address of this installation is too long: the provider takes ${longestCallback} characters.` };
    const { io, connection, app } = await openLine(deps, row);
    const heard = await metaOnboarding.subscribers(io, connection, row.wabaId);
    if (heard.kind !== 'done') return toOutcome(heard);
    if (!heard.value.includes(app.appId)) {
      const told = await metaOnboarding.subscribe(io, connection, row.wabaId);
      if (told.kind !== 'done') return toOutcome(told);
    }
    const verifyToken = openConfig(deps, channel).WebhookVerificationToken ?? '';
    const told = await metaOnboarding.setCallback(io, connection, call.phoneNumberId, { address, verifyToken });
    return told.kind === 'done' ? { state: 'DONE', text: withoutSecret(address) } : toOutcome(told);
  });

export async function readCallbacks(ctx: Ctx, deps: Deps, onboardingId: string, phoneNumberId: string) {
  const { row, channel } = await readNumber(ctx, onboardingId, phoneNumberId);
  const { io, connection, app } = await openLine(deps, row);
  const subscribers = await answerOf(ctx, row, await metaOnboarding.subscribers(io, connection, row.wabaId), 'callbacks');
  const callback = await answerOf(ctx, row, await metaOnboarding.callback(io, connection, phoneNumberId), 'callbacks');
  const address = addressOf(deps, channel);
  return {
    address: withoutSecret(address),
    isSubscribed: subscribers.includes(app.appId),
    isOurs: callback === address,
    lastReceivedAt: channel.lastInboundAt?.toISOString() ?? null,
  };
}

/** States of a first message after which another one may be sent. */
const overStates: readonly string[] = ['', 'FAILED', 'SKIPPED', 'UNKNOWN'];

/** Step 8: answers whoever has written to the number. Asked twice it is sent once. */
export function greet(ctx: Ctx, call: OfNumber, text: string): Promise<Onboarding> {
  const first = firstMessageOf(ctx);
  let heard: Heard | undefined;
  return runStep(
    ctx,
    { step: 'message', ...call },
    async ({ number: found }) => {
      const number = found as NumberRow;
      const states = await ctx.read((tx) => first.listStates(tx, ctx.enterpriseId, number.messageId ? [number.messageId] : []));
      if (!overStates.includes(states.get(number.messageId ?? '') ?? '')) return { state: 'DONE', text: number.steps.message?.text ?? '' };
      const outcome: Outcome = { state: 'DONE', text: '' };
      return Object.assign(outcome, {
        keep: async (tx: Tx) => {
          const { messageId, reason } = await first.send(ctx, tx, heard as Heard, text);
          await changeNumber(tx, ctx.enterpriseId, number, { messageId });
          if (reason !== '') Object.assign(outcome, { state: 'FAILED', text: reason });
        },
      });
    },
    async (tx, { number }) => {
      [heard] = await first.listHeard(tx, ctx.enterpriseId, [(number as NumberRow).channelId]);
      if (!heard)
        throw new DomainError('onboarding.not_heard', 'Write a message to the number first: it is answered to whoever has written.', {});
    },
  );
}

/** Step 9: the provider says that the number is connected, and so is its channel from now on. */
export const connectChannel = (
  ctx: Ctx,
  deps: Deps,
  { name, deptId, ...call }: OfNumber & { name: string; deptId: string },
): Promise<Onboarding> =>
  runStep(
    ctx,
    { step: 'channel', ...call },
    async ({ row, number }) => {
      const { io, connection } = await openLine(deps, row);
      const told = await metaOnboarding.number(io, connection, call.phoneNumberId);
      if (told.kind !== 'done') return toOutcome(told);
      const { isVerified, status, limit } = told.value;
      if (!isVerified || status !== 'CONNECTED') return { state: 'FAILED', text: `The provider says: ${status || 'NOT_VERIFIED'}.` };
      return {
        state: 'DONE',
        text: [status, limit].filter(Boolean).join(' · '),
        keep: (tx) => activate(ctx, tx, (number as NumberRow).channelId, { name: name.trim(), deptId: deptId || null }),
      };
    },
    async (tx, { number }) => {
      if (number?.channelState !== 'SETUP') throw new DomainError('onboarding.connected', 'The channel of this number is connected.', {});
      await assertDepartments(tx, ctx.enterpriseId, deptId === '' ? [] : [deptId]);
    },
  );

async function activate(ctx: Ctx, tx: Tx, channelId: string, change: { name: string; deptId: string | null }): Promise<void> {
  const { version } = await accessChannel(tx, ctx.enterpriseId, channelId, { lock: true });
  await changing(ctx, tx, channelRecord, channelId, 'edit', () =>
    changeChannel(tx, ctx.enterpriseId, channelId, { ...change, state: 'ACTIVE', version: version + 1 }),
  );
}

const textOf = (told: Told<unknown>, done: string): string => (told.kind === 'done' ? done : told.error.vendorMessage);

/** Checks at the end, each asked now. */
export async function readChecks(
  ctx: Ctx,
  deps: Deps,
  onboardingId: string,
  phoneNumberId: string,
): Promise<{ checks: OnboardingCheck[] }> {
  const { row, channel } = await readNumber(ctx, onboardingId, phoneNumberId);
  const { io, connection, app } = await openLine(deps, row);
  const token = await metaOnboarding.token(io, connection, app, deps.secrets.decrypt(row.sealedToken));
  const templates = await metaOnboarding.templates(io, connection, row.wabaId);
  const number = await metaOnboarding.number(io, connection, phoneNumberId);
  if ((token.kind === 'done' && !token.value.isValid) || isSignedOut(templates) || isSignedOut(number)) await endSignIn(ctx, row);
  const facts = number.kind === 'done' ? number.value : undefined;
  return {
    checks: [
      {
        name: 'token',
        isOk: token.kind === 'done' && token.value.isValid,
        text: textOf(token, token.kind === 'done' ? (token.value.expiresAt?.toISOString() ?? '') : ''),
      },
      { name: 'callback', isOk: channel.lastInboundAt !== null, text: channel.lastInboundAt?.toISOString() ?? '' },
      {
        name: 'templates',
        isOk: templates.kind === 'done',
        text: textOf(templates, templates.kind === 'done' ? String(templates.value) : ''),
      },
      {
        name: 'number',
        isOk: facts?.status === 'CONNECTED',
        text: textOf(number, [facts?.status, facts?.quality].filter(Boolean).join(' · ')),
      },
      { name: 'limit', isOk: facts !== undefined && facts.limit !== '', text: textOf(number, facts?.limit ?? '') },
    ],
  };
}
