import type { Deps } from '../../../deps.ts';
import { GuestRequest } from '../login/guest-request.jobs.ts';
import { recordFailedLogin } from '../login/login.failed.ts';
import { mailRecovery } from './password.service.ts';
import { mailActivationAgain, makeAccount } from './signup.service.ts';

/** Handles a guest's request: mails for an existing account, or a new account for an e-mail that nobody has yet. */
export async function answerGuestRequest(deps: Deps, sealed: string): Promise<void> {
  const request = GuestRequest.parse(JSON.parse(deps.secrets.decrypt(sealed)));
  switch (request.kind) {
    case 'recover':
      return mailRecovery(deps, request.email);
    case 'resend':
      return mailActivationAgain(deps, request.email);
    case 'login_failed':
      return recordFailedLogin(deps, request);
    case 'signup':
      return makeAccount(deps, request.form);
  }
}
