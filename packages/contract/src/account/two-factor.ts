import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id, jsonText, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { signInsPerMinute } from './sign-in-limit.ts';

/** Kinds of second factor (ADMIN-078); recovery codes and passkeys are ours. */
export const factorKinds = { email: 1, app: 2, recovery: 3, passkey: 4 } as const;
export type FactorKind = (typeof factorKinds)[keyof typeof factorKinds];
const AuthType = z.literal(Object.values(factorKinds));
const AuthTypes = z.array(AuthType);
const AskedAuthType = z.coerce.number().pipe(AuthType);

export const factorLimits = {
  /** Codes that may be tried in one attempt to sign in. */
  codes: 5,
  challengeMinutes: 10,
  resendSeconds: 30,
  resends: 5,
  graceDays: 7,
  recoveryCodes: 10,
  /** Number of recovery codes left at which the user is told. */
  fewRecoveryCodes: 3,
  proofMinutes: 10,
  passkeys: 20,
} as const;

/** Second factor that a sign-in, or a fresh proof, waits for. Only the browser that asked knows `id`. */
export const FactorChallenge = z
  .object({
    id: z.string(),
    /** The kind that is asked for at first. */
    authType: AuthType,
    authTypes: AuthTypes,
    /** Address of the code by e-mail, most of it hidden; '' while none was sent. */
    sentTo: z.string(),
  })
  .meta({ id: 'FactorChallenge' });
export type FactorChallenge = z.infer<typeof FactorChallenge>;

export const OwnFactor = z
  .object({
    id: Id,
    type: AuthType,
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OwnFactor' });
export type OwnFactor = z.infer<typeof OwnFactor>;

export const OwnFactors = z
  .object({
    factors: z.array(OwnFactor),
    /** Recovery codes that are not used yet; null: none were ever shown. */
    recoveryLeft: z.number().nullable(),
    isRequired: z.boolean(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'OwnFactors' });
export type OwnFactors = z.infer<typeof OwnFactors>;

/** `token`: the session's new one, where the session was open for this alone until now; else ''. */
const Enrolled = z.object({ token: z.string() });

const ChallengeId = z.string().min(1).max(100);
/** Six digits, a recovery code, or what a passkey answered as JSON text. */
const SecurityCode = z.string().trim().min(1, faultTexts['field.mandatory']).max(20_000);

/** Values that the browser's WebAuthn functions take and give; the server's library reads it. */
const WebAuthn = z.record(z.string(), z.unknown());
const Credential = z.preprocess(jsonText, WebAuthn);

export const TwoFactorPolicy = z.object({
  isEnabled: z.boolean(),
  /** Time until which people without a second factor still get in. */
  graceUntil: z.iso.datetime().nullable(),
  /** Active users who sign in by password and have no second factor yet. */
  withoutFactor: z.number(),
});
export type TwoFactorPolicy = z.infer<typeof TwoFactorPolicy>;

export const UserFactors = z
  .object({ uId: Id, name: z.string(), types: AuthTypes, lastUsedAt: z.iso.datetime().nullable() })
  .meta({ id: 'UserFactors' });
export type UserFactors = z.infer<typeof UserFactors>;

const tag = 'Two-factor';
const login = '/account/enterprise/login/twoFactorAuth';
const own = '/e/enterprise/users/twoFactorAuth';
const ofEnterprise = '/e/enterprise/twoFactorAuth';

export const twoFactorEndpoints = {
  verifyCode: defineEndpoint({
    method: 'POST',
    path: `${login}/verifyCode`,
    summary: 'Complete a sign-in with a code of the second factor',
    audit: leaves('session', 'login'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    body: z.object({ id: ChallengeId, authType: AskedAuthType, securityCode: SecurityCode }),
    answer: z.object({ token: z.string(), routePath: z.string() }),
  }),
  resendAuthMail: defineEndpoint({
    method: 'POST',
    path: `${login}/resendAuthMail`,
    summary: 'Send the code by e-mail, again after 30 seconds, at most 5 times',
    audit: leavesNothing('it sends a mail'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    body: z.object({ id: ChallengeId }),
    answer: FactorChallenge,
  }),
  passkeyOptions: defineEndpoint({
    method: 'POST',
    path: `${login}/passkey`,
    summary: 'What the browser asks a passkey for',
    audit: leavesNothing('a question to the browser'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    body: z.object({ id: ChallengeId }),
    answer: WebAuthn,
  }),
  own: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/users/me/twoFactorAuth',
    summary: "The signed-in user's second factors",
    tag,
    access: 'session',
    isForEnrolment: true,
    answer: OwnFactors,
  }),
  /**
   * Type 1 on: the first call mails a code and answers the id of the check; the second one, with id and code, switches it on. Type 2 on: only
   * once the app is there. Off: the factor of the type is removed.
   */
  setOwn: defineEndpoint({
    method: 'PUT',
    path: own,
    summary: 'Switch a second factor of the own account on or off: 1 code by e-mail, 2 authenticator app',
    audit: leaves('factor', 'edit'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    body: z.object({
      isEnabled: formBoolean,
      type: z.coerce.number().int().min(1).max(2),
      id: text(100).default(''),
      code: text(20).default(''),
    }),
    answer: z.object({ ...Enrolled.shape, challenge: FactorChallenge.nullable() }),
  }),
  startApp: defineEndpoint({
    method: 'PUT',
    path: `${own}/totp`,
    summary: 'Make a secret for an authenticator app; it counts once a code of it has been checked, and the former one until then',
    audit: leavesNothing('the secret does not count yet'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    /** `code` may be sent and means nothing: a fresh proof stands before this call. */
    body: z.object({}),
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmApp: defineEndpoint({
    method: 'POST',
    path: `${own}/totp`,
    summary: 'Check a code of the new authenticator app, which counts from then on',
    audit: leaves('factor', 'create'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    body: z.object({ code: z.string().trim().min(1, faultTexts['field.mandatory']).max(20) }),
    answer: Enrolled,
  }),
  startPasskey: defineEndpoint({
    method: 'POST',
    path: `${own}/passkey/options`,
    summary: 'What the browser makes a passkey with',
    audit: leavesNothing('a question to the browser'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    body: z.object({}),
    answer: z.object({ id: z.string(), options: WebAuthn }),
  }),
  addPasskey: defineEndpoint({
    method: 'POST',
    path: `${own}/passkey`,
    summary: 'Add the passkey that the browser has made',
    audit: leaves('factor', 'create'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    body: z.object({ id: ChallengeId, name: requiredText(60), credential: Credential }),
    answer: Enrolled,
  }),
  renamePasskey: defineEndpoint({
    method: 'PUT',
    path: `${own}/passkey/:factorId`,
    summary: 'Name a passkey',
    audit: leaves('factor', 'edit'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    params: z.object({ factorId: Id }),
    body: z.object({ name: requiredText(60) }),
    answer: z.null(),
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${own}/:factorId`,
    summary: 'Remove a second factor of the own account',
    audit: leaves('factor', 'delete'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    params: z.object({ factorId: Id }),
    answer: z.null(),
  }),
  showRecovery: defineEndpoint({
    method: 'GET',
    path: `${ofEnterprise}/recovery`,
    summary: 'Ten recovery codes as a text file, once',
    audit: leaves('factor', 'export'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
  }),
  renewRecovery: defineEndpoint({
    method: 'POST',
    path: `${ofEnterprise}/recovery`,
    summary: 'Ten new recovery codes; those of before end',
    audit: leaves('factor', 'export'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    proof: true,
    perMinute: 20,
    body: z.object({}),
    answer: z.object({ codes: z.array(z.string()) }),
  }),
  recover: defineEndpoint({
    method: 'PUT',
    path: `${ofEnterprise}/recovery`,
    summary: "Remove another user's second factors, for somebody who has lost them; their sessions end",
    audit: leaves('factor', 'delete'),
    tag,
    access: ['USERS.EDIT'],
    proof: true,
    perMinute: 20,
    body: z.object({ uId: Id, reason: requiredText(300) }),
    answer: z.null(),
  }),
  policy: defineEndpoint({
    method: 'GET',
    path: ofEnterprise,
    summary: 'Whether the enterprise requires a second factor',
    tag,
    access: ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'],
    answer: TwoFactorPolicy,
  }),
  require: defineEndpoint({
    method: 'PUT',
    path: ofEnterprise,
    summary: 'Require a second factor of everybody who signs in by password, at once or after up to 7 days',
    audit: leaves('two_factor', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    proof: true,
    perMinute: 30,
    body: z.object({ isEnabled: formBoolean, graceDays: formNumber(0, factorLimits.graceDays).default(0) }),
    answer: TwoFactorPolicy,
  }),
  listUsers: defineEndpoint({
    method: 'GET',
    path: own,
    summary: 'Which second factors the active users have',
    tag,
    access: ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'],
    query: Page.extend({ name: text(120).default('') }),
    answer: z.object({ users: z.array(UserFactors), more: z.boolean() }),
    wrap: 'response',
  }),
  startProof: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/prove/challenge',
    summary: 'What a fresh proof asks for',
    audit: leavesNothing('a question to the user'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    perMinute: 30,
    body: z.object({}),
    /** `challenge` null: the user has no second factor. Neither that nor a password: only signing in anew proves them. */
    answer: z.object({ isFresh: z.boolean(), hasPassword: z.boolean(), challenge: FactorChallenge.nullable() }),
  }),
  prove: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/prove',
    summary: 'Prove who one is anew, by password and second factor, as far as one has them; it counts for 10 minutes',
    audit: leaves('session', 'prove'),
    tag,
    access: 'session',
    changes: 'own',
    isForEnrolment: true,
    perMinute: 30,
    body: z.object({
      password: z.string().max(2000).default(''),
      id: text(100).default(''),
      authType: AskedAuthType.optional(),
      securityCode: z.string().trim().max(20_000).default(''),
    }),
    answer: z.object({ provenUntil: z.iso.datetime() }),
  }),
};
