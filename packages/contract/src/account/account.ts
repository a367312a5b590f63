import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { Email, formBoolean, Id, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { leaves, leavesNothing } from './audit-marks.ts';
import { signInsPerMinute } from './sign-in-limit.ts';
import { FactorChallenge } from './two-factor.ts';

export const passwordTexts = {
  mandatory: faultTexts['field.mandatory'],
  tooShort: faultTexts['password.too_short'],
  mismatch: faultTexts['password.mismatch'],
  captcha: 'Please enter captcha.',
} as const;

export const captchaPlaces = ['login', 'signup', 'forgetPassword'] as const;
export type CaptchaPlace = (typeof captchaPlaces)[number];

/** The one product id that login and change password send (AUTH-049, AUTH-050). */
export const productAppId = 'parley';

/** Codes in the address of the reset-password screen that choose the reset flow; any other chooses the change flow (AUTH-030, AUTH-031). */
export const resetFlowCodes: readonly string[] = ['900', '901'];

export const NewPassword = z
  .string()
  .min(1, passwordTexts.mandatory)
  .min(8, passwordTexts.tooShort)
  .max(200, fillSlots(faultTexts['text.too_long'], { maximum: 200 }))
  .refine((value) => !value.includes('\u0000'), faultTexts['text.null_character']);

const matching = <T extends z.ZodObject>(schema: T) =>
  schema.refine((value) => (value as { password?: string }).password === (value as { confirmPassword?: string }).confirmPassword, {
    message: passwordTexts.mismatch,
    path: ['confirmPassword'],
  });

const captchaFields = { captcha: z.string().max(64).default(''), captchaId: z.string().max(64).default('') };

export const LoginRequest = z.object({
  email: Email,
  password: z.string().min(1, passwordTexts.mandatory).max(2000),
  ...captchaFields,
  removeExistingSession: formBoolean.default(false),
  routePath: z.string().max(500).default(''),
  appId: z.string().max(100).default(productAppId),
});
export type LoginRequest = z.infer<typeof LoginRequest>;

export const SignupRequest = matching(
  z.object({
    name: requiredText(120),
    emailId: Email,
    password: NewPassword,
    confirmPassword: z.string().min(1, passwordTexts.mandatory),
    termsOfService: formBoolean.refine((accepted) => accepted, faultTexts['terms.required']),
    ...captchaFields,
    address: text(500).default(''),
    city: text(120).default(''),
    state: text(120).default(''),
    country: text(120).default(''),
    pincode: text(20).default(''),
  }),
);

export const RecoverRequest = z.object({ emailId: Email, ...captchaFields });

export const ChangePasswordByLinkRequest = matching(
  z.object({
    password: NewPassword,
    confirmPassword: z.string().min(1, passwordTexts.mandatory),
    uId: z.string().max(64).default(''),
    eId: z.string().max(64).default(''),
    resetCode: z.string().max(200).default(''),
    appId: z.string().max(100).default(productAppId),
  }),
);

export const ResetPasswordRequest = matching(
  z.object({
    password: NewPassword,
    confirmPassword: z.string().min(1, passwordTexts.mandatory),
    resetCode: z.string().max(200).default(''),
  }),
);

const tag = 'Account';

/** Links of mails, which nobody guesses, on the day on which a company begins. */
export const linksPerMinute = 300;

export const accountEndpoints = {
  captcha: defineEndpoint({
    method: 'GET',
    path: '/account/captcha/generate',
    summary: 'A captcha image, and how hard the proof of work is that may be sent instead of its letters',
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    query: z.object({ requestFrom: z.enum(captchaPlaces) }),
    /** `captcha` is a PNG in base64. Instead of its letters a proof of `proofBits` zero bits counts (captcha-proof.ts). */
    answer: z.object({ captchaId: z.string(), captcha: z.string(), proofBits: z.number(), isRequired: z.boolean() }),
  }),
  login: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/login/twoFactorAuth',
    summary: 'Sign in',
    audit: leaves('session', 'login'),
    tag,
    access: 'public',
    perMinute: signInsPerMinute,
    body: LoginRequest,
    /** Answered without a token while the sign-in waits for a second factor (AUTH-083). */
    answer: z.union([z.object({ token: z.string(), routePath: z.string() }), FactorChallenge]),
  }),
  logout: defineEndpoint({
    method: 'GET',
    path: '/account/logout',
    summary: 'Sign out; answers a text',
    tag,
    access: 'public',
    isForEnrolment: true,
  }),
  isEmailUnique: defineEndpoint({
    method: 'GET',
    path: '/account/enterprise/isEmailUnique',
    summary: 'Whether an e-mail is free, as far as the caller may know: a signed-in administrator of users of the own enterprise',
    tag,
    access: 'public',
    perMinute: 20,
    query: z.object({ emailId: Email }),
    answer: z.object({ isUnique: z.boolean() }),
  }),
  signup: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/signup',
    summary: 'Make an enterprise and its first administrator; an activation mail follows',
    audit: leavesNothing('an enterprise is made by it, which has no trail before'),
    tag,
    access: 'public',
    perMinute: 10,
    body: SignupRequest,
    answer: z.null(),
  }),
  resendActivation: defineEndpoint({
    method: 'PUT',
    path: '/account/enterprise/resend',
    summary: 'Send the activation mail again, at most 3 an hour',
    audit: leavesNothing('it sends a mail'),
    tag,
    access: 'public',
    perMinute: 10,
    body: z.object({ emailId: Email }),
    answer: z.null(),
  }),
  activate: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/activate',
    summary: 'Activate an account by the link of the mail',
    audit: leaves('user', 'activate'),
    tag,
    access: 'public',
    perMinute: linksPerMinute,
    body: z.object({ activationId: z.string().max(200) }),
    answer: z.null(),
  }),
  recover: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/recover',
    summary: 'Ask for a mail with a link that sets a new password',
    audit: leavesNothing('it sends a mail'),
    tag,
    access: 'public',
    perMinute: 60,
    body: RecoverRequest,
    answer: z.null(),
  }),
  changePasswordByLink: defineEndpoint({
    method: 'POST',
    path: '/account/enterprise/changepassword',
    summary: 'Set a new password by a link (change flow)',
    audit: leaves('user', 'change_password'),
    tag,
    access: 'public',
    perMinute: linksPerMinute,
    body: ChangePasswordByLinkRequest,
    answer: z.null(),
  }),
  resetPassword: defineEndpoint({
    method: 'PUT',
    path: '/account/enterprise/resetPassword',
    summary: 'Set a new password by a link (reset flow, codes 900 and 901)',
    audit: leaves('user', 'change_password'),
    tag,
    access: 'public',
    perMinute: linksPerMinute,
    body: ResetPasswordRequest,
    answer: z.null(),
  }),
  listSessions: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/sessions',
    summary: "The signed-in user's open sessions",
    tag,
    access: 'session',
    answer: z.object({
      sessions: z.array(
        z.object({
          id: Id,
          device: z.string(),
          address: z.string(),
          createdAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/sessions/:sessionId',
    summary: "End one of the user's sessions",
    audit: leaves('session', 'logout'),
    tag,
    access: 'session',
    changes: 'own',
    params: z.object({ sessionId: Id }),
    answer: z.null(),
  }),
};
