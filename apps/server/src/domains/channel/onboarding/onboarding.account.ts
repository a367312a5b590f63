import { type EmbeddedSignup, type FieldError, fieldError, neededScopes, type Onboarding } from '@parley/contract';
import { metaOnboarding, type TokenFacts, type Told } from '@parley/vendors';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { openConfig } from '../channel/channel.connection.ts';
import { channelRecord } from '../channel/channel.record.ts';
import { accessChannel, changeChannel } from '../channel/channel.repository.ts';
import { isOurState, type Line, openLine, returnAddress } from './onboarding.partner.ts';
import { accessOnboarding, changeOnboarding, listNumbers, type OnboardingRow } from './onboarding.repository.ts';
import { signInOf } from './onboarding.rules.ts';
import { answerOf, type Begun, endSignIn, failureOf, type Outcome, runStep, toOutcome, withoutAuth } from './onboarding.run.ts';

export const onboardingInvalid = (...errors: FieldError[]) =>
  new DomainError('onboarding.invalid', errors.map(({ message }) => message).join(' '), { errors });

export const readRow = (ctx: Ctx, onboardingId: string): Promise<OnboardingRow> =>
  ctx.read((tx) => accessOnboarding(tx, ctx.enterpriseId, onboardingId));

/** A row whose sign-in may be used. @throws DomainError onboarding.signed_out, onboarding.step_missing */
export async function readSignedIn(ctx: Ctx, onboardingId: string): Promise<OnboardingRow> {
  const row = await readRow(ctx, onboardingId);
  const signIn = signInOf(row, ctx.now());
  if (signIn === 'NONE') throw new DomainError('onboarding.step_missing', 'Sign in to the business account first.', { step: 'account' });
  if (signIn === 'OVER')
    throw new DomainError('onboarding.signed_out', 'The sign-in at the provider has ended. Sign in again; nothing is lost.', {});
  return row;
}

/** Step 1: the provider knows the app of the installation. */
export const checkPartner = (ctx: Ctx, deps: Deps, onboardingId: string, revision: number): Promise<Onboarding> =>
  runStep(ctx, { step: 'permissions', onboardingId, revision }, async ({ row }) => {
    const { io, connection, app } = await openLine(deps, row);
    const told = await metaOnboarding.app(io, connection, app);
    return told.kind === 'done'
      ? { state: 'DONE', text: [told.value, app.appId].filter(Boolean).join(' · ') }
      : withoutAuth(toOutcome(told));
  });

function assertSignup(ctx: Ctx, deps: Deps, { onboardingId, method, code, state, wabaId, accessToken }: EmbeddedSignup): void {
  const faults: FieldError[] = [];
  const need = (field: string, value: string) => {
    if (value.trim() === '') faults.push(fieldError(field, 'field.mandatory'));
  };
  if (method === 'dialog') {
    need('code', code);
    if (!isOurState(ctx, deps, onboardingId, state)) faults.push(fieldError('state', 'onboarding.state'));
  } else {
    need('wabaId', wabaId);
    need('accessToken', accessToken);
  }
  if (faults.length > 0) throw onboardingInvalid(...faults);
}

const refused = (text: string): Outcome => ({ state: 'FAILED', text });

/** Step 2: the dialog's code becomes a token, or one is given; what it reaches is asked either way. */
export async function signUp(ctx: Ctx, deps: Deps, signup: EmbeddedSignup): Promise<Onboarding> {
  const { onboardingId, revision } = signup;
  await readRow(ctx, onboardingId);
  assertSignup(ctx, deps, signup);
  return runStep(ctx, { step: 'account', onboardingId, revision }, async (begun) => {
    const line = await openLine(deps, { ...begun.row, sealedToken: '' });
    const given = await tokenFrom(deps, line, begun.row, signup);
    if (given.kind !== 'done') return withoutAuth(toOutcome(given));
    const facts = await metaOnboarding.token(line.io, line.connection, line.app, given.value);
    if (facts.kind !== 'done') return withoutAuth(toOutcome(facts));
    return judgeToken(ctx, deps, begun, line, {
      token: given.value,
      facts: facts.value,
      wabaId: signup.method === 'ids' ? signup.wabaId : '',
    });
  });
}

function tokenFrom(
  deps: Deps,
  { io, connection, app }: Line,
  { environment }: OnboardingRow,
  { method, code, accessToken }: EmbeddedSignup,
): Promise<Told<string>> {
  if (method === 'ids') return Promise.resolve({ kind: 'done', value: accessToken.trim() });
  const redirectUri = environment === 'sandbox' ? '' : returnAddress(deps);
  return metaOnboarding.exchangeCode(io, connection, app, { code, redirectUri });
}

type Given = { token: string; facts: TokenFacts; wabaId: string };

async function judgeToken(ctx: Ctx, deps: Deps, { row }: Begun, line: Line, { token, facts, wabaId }: Given): Promise<Outcome> {
  if (!facts.isValid) return refused('The token is not valid for the app of this installation.');
  const missing = neededScopes.filter((scope) => !facts.scopes.includes(scope));
  if (missing.length > 0) return refused(`The sign-in lacks ${missing.join(', ')}.`);
  const accountIds = wabaId === '' ? [...facts.accountIds] : [wabaId];
  if (accountIds.length === 0) return refused('The sign-in reaches no business account.');
  if (wabaId !== '') {
    const account = await metaOnboarding.account(line.io, { ...line.connection, config: { authToken: token } }, wabaId);
    if (account.kind !== 'done') return withoutAuth(toOutcome(account));
  }
  const hasNumbers = (await ctx.read((tx) => listNumbers(tx, ctx.enterpriseId, [row.onboardingId]))).length > 0;
  const keepsChoice = accountIds.includes(row.wabaId);
  if (hasNumbers && !keepsChoice) return refused(`This sign-in does not reach the account ${row.wabaName || row.wabaId}.`);
  return {
    state: 'DONE',
    text: facts.scopes.join(', '),
    keep: (tx) => keepToken(ctx, deps, tx, row, { token, facts, accountIds, keepsChoice }),
  };
}

type KeptToken = Omit<Given, 'wabaId'> & { accountIds: string[]; keepsChoice: boolean };

async function keepToken(ctx: Ctx, deps: Deps, tx: Tx, row: OnboardingRow, { token, facts, accountIds, keepsChoice }: KeptToken) {
  const { enterpriseId, onboardingId } = row;
  const { choice: _choice, ...steps } = (await accessOnboarding(tx, enterpriseId, onboardingId)).steps;
  await changeOnboarding(tx, enterpriseId, onboardingId, {
    sealedToken: deps.secrets.encrypt(token),
    tokenExpiresAt: facts.expiresAt,
    isTokenOver: false,
    accountIds,
    ...(keepsChoice ? {} : { wabaId: '', wabaName: '', steps: JSON.stringify(steps) }),
  });
  for (const { channelId } of await listNumbers(tx, enterpriseId, [onboardingId])) await giveToken(ctx, deps, tx, channelId, token);
}

/** The channels of an onboarding speak with its newest token. */
async function giveToken(ctx: Ctx, deps: Deps, tx: Tx, channelId: string, authToken: string): Promise<void> {
  const channel = await accessChannel(tx, ctx.enterpriseId, channelId, { lock: true });
  const { clientSecret, WebhookVerificationToken } = openConfig(deps, channel);
  const sealedConfig = deps.secrets.encrypt(JSON.stringify({ clientSecret, WebhookVerificationToken, authToken }));
  await changing(ctx, tx, channelRecord, channelId, 'edit', () =>
    changeChannel(tx, ctx.enterpriseId, channelId, { sealedConfig, version: channel.version + 1 }),
  );
}

export async function readPermissions(ctx: Ctx, deps: Deps, onboardingId: string) {
  const row = await readRow(ctx, onboardingId);
  const signIn = signInOf(row, ctx.now());
  const none = {
    scopes: neededScopes.map((scope) => ({ scope, isGranted: false })),
    signIn,
    tokenExpiresAt: row.tokenExpiresAt?.toISOString() ?? null,
  };
  if (row.sealedToken === '') return none;
  const { io, connection, app } = await openLine(deps, row);
  const told = await metaOnboarding.token(io, connection, app, deps.secrets.decrypt(row.sealedToken));
  // The app asks: a refusal is its own, not the sign-in's.
  if (told.kind !== 'done') throw failureOf('permissions', withoutAuth(toOutcome(told)));
  const facts = told.value;
  if (!facts.isValid) await endSignIn(ctx, row);
  return {
    scopes: neededScopes.map((scope) => ({ scope, isGranted: facts.isValid && facts.scopes.includes(scope) })),
    signIn: facts.isValid ? signIn : ('OVER' as const),
    tokenExpiresAt: facts.expiresAt?.toISOString() ?? null,
  };
}

export async function listAccounts(ctx: Ctx, deps: Deps, onboardingId: string) {
  const row = await readSignedIn(ctx, onboardingId);
  const { io, connection } = await openLine(deps, row);
  const accounts = [];
  for (const id of row.accountIds) accounts.push(await answerOf(ctx, row, await metaOnboarding.account(io, connection, id), 'choice'));
  return { accounts };
}

/** Step 3. */
export const chooseAccount = (ctx: Ctx, deps: Deps, onboardingId: string, { revision, wabaId }: { revision: number; wabaId: string }) =>
  runStep(
    ctx,
    { step: 'choice', onboardingId, revision },
    async ({ row }) => {
      const { io, connection } = await openLine(deps, row);
      const told = await metaOnboarding.account(io, connection, wabaId);
      if (told.kind !== 'done') return toOutcome(told);
      const { name, reviewStatus } = told.value;
      return {
        state: 'DONE',
        text: [name, wabaId, reviewStatus].filter(Boolean).join(' · '),
        keep: (tx) => changeOnboarding(tx, ctx.enterpriseId, onboardingId, { wabaId, wabaName: name.slice(0, 200) }),
      };
    },
    async (tx, { row }) => {
      if (!row.accountIds.includes(wabaId)) throw onboardingInvalid(fieldError('wabaId', 'onboarding.account'));
      const numbers = await listNumbers(tx, ctx.enterpriseId, [onboardingId]);
      if (numbers.length > 0 && row.wabaId !== wabaId) throw onboardingInvalid(fieldError('wabaId', 'onboarding.account_fixed'));
    },
  );
