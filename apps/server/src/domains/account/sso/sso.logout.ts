import { recordChange } from '#platform/audit/trail.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import {
  deleteProviderSessions,
  findConnection,
  findEnterpriseOfConnection,
  findIdentity,
  findProviderSession,
  spendToken,
} from '../connection/sso.repository.ts';
import { endSessionAddress, readLogoutToken } from '../protocol/oidc.ts';
import { samlLogoutAddress } from '../protocol/saml.ts';
import { sessionRecord } from '../session/session.record.ts';
import { closeSessions } from '../session/session.service.ts';
import { providerOf } from './sso.attempt.ts';

/** Returns the address that ends the provider's own session; '' for a session without a provider. */
export async function logoutAddress(deps: Deps, ctx: Ctx): Promise<string> {
  const { enterpriseId, sessionId } = ctx.actor;
  const { connection, sealed } = await ctx.transaction(async (tx) => {
    const session = await findProviderSession(tx, enterpriseId, sessionId);
    const connection = session?.connectionId ? await findConnection(tx, enterpriseId, session.connectionId) : undefined;
    return { connection, sealed: session?.providerSession ?? '' };
  });
  if (!connection || sealed === '') return '';
  const kept = JSON.parse(deps.secrets.decrypt(sealed)) as Record<string, string>;
  if (connection.kind === 'saml') return samlLogoutAddress(deps, connection, kept);
  return endSessionAddress(deps, providerOf(deps, connection), { idToken: kept.idToken ?? '', returnTo: `${deps.publicUrl()}/login` });
}

const refused = (reason: string) => new DomainError('request.malformed', `The logout token is refused: ${reason}`, { reason });

/** Ends the sessions that a provider's signed token names, by its name of the session or by the person. A token counts once. */
export async function logOutByProvider(deps: Deps, connectionId: string, token: string, address: string): Promise<void> {
  const enterpriseId = isUuid(connectionId) ? await findEnterpriseOfConnection(deps.db, connectionId) : undefined;
  if (!enterpriseId) throw refused('there is no such connection');
  const ctx = enterpriseContext(deps, enterpriseId);
  const connection = await ctx.transaction((tx) => findConnection(tx, enterpriseId, connectionId));
  if (connection?.kind !== 'oidc') throw refused('there is no such connection');
  const { sid, subject, jti, expiresAt } = await readLogoutToken(deps, providerOf(deps, connection), token, ctx.now()).catch(
    (error: unknown) => {
      throw refused(error instanceof Error ? error.message.slice(0, 200) : 'it cannot be read');
    },
  );
  const ended = await ctx.transaction(async (tx) => {
    if (!(await spendToken(tx, { enterpriseId, connectionId, tokenHash: hashToken(jti), expiresAt }))) throw refused('it was used before');
    const userId = subject && (await findIdentity(tx, enterpriseId, connectionId, subject))?.userId;
    const which = sid ? { providerSid: hashToken(sid), ...(userId ? { userId } : {}) } : userId ? { userId } : undefined;
    const sessions = which ? await deleteProviderSessions(tx, enterpriseId, connectionId, which) : [];
    for (const { sessionId } of sessions)
      recordChange({ ...ctx, address, by: { kind: 'provider', name: connection.name } }, tx, {
        record: sessionRecord,
        id: sessionId,
        action: 'logout',
      });
    return sessions.map(({ sessionId }) => sessionId);
  });
  closeSessions(deps.hub, ended);
}
