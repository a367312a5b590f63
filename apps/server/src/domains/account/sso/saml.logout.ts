import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Deps } from '../../../deps.ts';
import { deleteProviderSessions, findIdentity, spendToken } from '../connection/sso.repository.ts';
import { type LogoutRequest, logoutAnswerAddress, readPostedLogout, readRedirectedLogout } from '../protocol/saml.ts';
import { sessionRecord } from '../session/session.record.ts';
import { closeSessions } from '../session/session.service.ts';
import { accessSamlConnection } from './sso.arrival.ts';

/** Time during which a logout request could be replayed; the clocks of both sides may differ by a minute. */
const keptMs = 24 * 3_600_000;

type Message = { SAMLRequest: string; SAMLResponse: string; RelayState: string };
/** @property query of a redirect, as it came; a form has none */
type Spoken = { message: Message; query?: string; address: string };

/**
 * Ends the sessions that a provider's signed request names, by its name of the session or by the person; of an answer to our own request
 * nothing is left to do.
 * @returns where the browser goes
 * @throws DomainError sso.not_found or request.malformed
 */
export async function takeSamlLogout(deps: Deps, connectionId: string, { message, query, address }: Spoken): Promise<string> {
  const { ctx, connection } = await accessSamlConnection(deps, connectionId);
  const { enterpriseId } = ctx;
  if (message.SAMLRequest === '') return `${deps.publicUrl()}/login`;
  let request: LogoutRequest;
  try {
    request = await (query === undefined
      ? readPostedLogout(deps, ctx, connection, message.SAMLRequest)
      : readRedirectedLogout(deps, connection, query));
  } catch (error) {
    throw refused(error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read');
  }
  const { id, subject, sid } = request;
  const ended = await ctx.transaction(async (tx) => {
    const expiresAt = new Date(ctx.now().getTime() + keptMs);
    if (!(await spendToken(tx, { enterpriseId, connectionId, tokenHash: hashToken(`logout ${id}`), expiresAt })))
      throw refused('it was used before');
    const userId = (await findIdentity(tx, enterpriseId, connectionId, subject))?.userId;
    const sessions = userId
      ? await deleteProviderSessions(tx, enterpriseId, connectionId, { userId, ...(sid ? { providerSid: hashToken(sid) } : {}) })
      : [];
    for (const { sessionId } of sessions)
      recordChange({ ...ctx, address, by: { kind: 'provider', name: connection.name } }, tx, {
        record: sessionRecord,
        id: sessionId,
        action: 'logout',
      });
    return sessions.map(({ sessionId }) => sessionId);
  });
  closeSessions(deps.hub, ended);
  return (await logoutAnswerAddress(deps, connection, request, message.RelayState)) || `${deps.publicUrl()}/login`;
}

const refused = (reason: string) => new DomainError('request.malformed', `The request to sign out is refused: ${reason}`, { reason });
