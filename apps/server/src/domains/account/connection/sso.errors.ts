import { DomainError } from '#platform/http/domain-error.ts';

/** Reasons for refusing a person whom a provider vouches for. */
const refusals = {
  email_missing: 'The identity provider has told no e-mail address.',
  email_unverified: 'The identity provider calls the e-mail address unverified.',
  domain_foreign: 'The domain of the e-mail address is not verified for this connection.',
  account_elsewhere: 'The e-mail address cannot be used here.',
  account_deactivated: 'The account is deactivated.',
  answer_invalid: 'The answer of the identity provider is not valid.',
  no_role: 'None of your groups has a role here.',
} as const;
export type RefusalReason = keyof typeof refusals;

export const ssoRefused = (reason: RefusalReason) =>
  new DomainError('sso.refused', `Signing in was refused. ${refusals[reason]} Please ask your administrator.`, { reason });
export const providerFailed = (reason: string, cause?: unknown) =>
  new DomainError(
    'sso.provider_failed',
    `The identity provider could not be used: ${reason}`,
    { reason },
    cause === undefined ? {} : { cause },
  );
export const ssoNotFound = () => new DomainError('sso.not_found', 'No such connection.', {});
export const attemptOver = () =>
  new DomainError('sso.attempt_over', 'This sign-in took too long or was used already. Please start again.', {});
export const notConfigured = () => new DomainError('sso.not_configured', 'There is no single sign-on for this e-mail address.', {});
