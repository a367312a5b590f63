import type { Deps } from '../../../deps.ts';
import { DoorRequest } from './door.jobs.ts';
import { mailRecovery } from './password.service.ts';
import { mailActivationAgain, makeAccount } from './signup.service.ts';

/** Does what was asked about an e-mail, if anybody has it, or nobody yet. */
export async function answerAtDoor(deps: Deps, sealed: string): Promise<void> {
  const request = DoorRequest.parse(JSON.parse(deps.secrets.decrypt(sealed)));
  switch (request.kind) {
    case 'recover':
      return mailRecovery(deps, request.email);
    case 'resend':
      return mailActivationAgain(deps, request.email);
    case 'signup':
      return makeAccount(deps, request.form);
  }
}
