import { clockToleranceSeconds, longestStatementSeconds, z } from '@parley/contract';
import { errors, jwtVerify } from 'jose';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Claims } from '../../customer/door.ts';

/** Claims that an enterprise's server has signed about a visitor, and the name by which they are used once. */
export type Statement = { claims: Claims; jti: string; expiresAt: Date };

const mostAttributes = 30;
const short = z.string().max(254).default('');
const Payload = z.object({
  sub: z.string().min(1).max(200),
  jti: z.string().min(1).max(200),
  iat: z.number(),
  exp: z.number(),
  name: z.string().max(200).default(''),
  email: short,
  email_verified: z.boolean().default(false),
  phone: short,
  phone_verified: z.boolean().default(false),
  attributes: z
    .record(z.string().max(100), z.union([z.string().max(2000), z.number(), z.boolean()]))
    .refine((values) => Object.keys(values).length <= mostAttributes)
    .default({}),
});

const refuse = (reason: 'invalid' | 'expired' | 'foreign', message: string, cause?: unknown) =>
  new DomainError(`identity.${reason}`, message, {}, { cause });
const invalid = (cause?: unknown) => refuse('invalid', 'The signed identity is not valid.', cause);
const expired = (cause?: unknown) => refuse('expired', 'The signed identity is too old. Sign a new one for each page.', cause);

/**
 * Reads a JWT that is signed with HS256 by one of the secrets, for this website, for ten minutes at most.
 * @throws DomainError identity.invalid, identity.expired or identity.foreign
 */
export async function readStatement(token: string, secrets: readonly string[], widgetKey: string, now: Date): Promise<Statement> {
  const payload = Payload.safeParse(await verify(token, secrets, widgetKey, now));
  if (!payload.success) throw invalid(payload.error);
  const { sub, jti, iat, exp, name, email, phone, attributes, ...verified } = payload.data;
  if (exp - iat > longestStatementSeconds || iat * 1000 > now.getTime() + clockToleranceSeconds * 1000) throw invalid();
  return {
    jti,
    expiresAt: new Date(exp * 1000),
    claims: {
      externalId: sub.toWellFormed(),
      name: name.toWellFormed().trim(),
      email: email.trim(),
      isEmailVerified: verified.email_verified,
      phone: phone.trim(),
      isPhoneVerified: verified.phone_verified,
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value).toWellFormed()])),
    },
  };
}

async function verify(token: string, secrets: readonly string[], widgetKey: string, now: Date): Promise<unknown> {
  let failure: unknown;
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
        algorithms: ['HS256'],
        audience: widgetKey,
        currentDate: now,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'iat', 'exp', 'jti'],
      });
      return payload;
    } catch (error) {
      failure = error;
      // Another secret may have signed it; everything else is wrong by whatever secret.
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  if (failure instanceof errors.JWTExpired) throw expired(failure);
  if (failure instanceof errors.JWTClaimValidationFailed && failure.claim === 'aud')
    throw refuse('foreign', 'The signed identity is for another website.', failure);
  throw invalid(failure);
}
