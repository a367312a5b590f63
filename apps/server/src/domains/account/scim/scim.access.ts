import { timingSafeEqual } from 'node:crypto';
import { isUuid } from '#platform/db/uuid.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { type ConnectionRow, findConnection, findEnterpriseOfConnection, updateConnection } from '../connection/sso.repository.ts';
import { rightsOfEditor } from '../connection/sso.roles.ts';
import { ScimError } from '../directory/scim.errors.ts';

const bearer = /^Bearer (scim_[\w-]{20,100})$/;
const usedEveryMs = 60_000;

/** The context of a provider's request. @property base of the addresses of its resources */
export type Scim = { deps: Deps; ctx: Ctx; connection: ConnectionRow; base: string };

const denied = () => new ScimError(401, 'The key is not valid.');

/**
 * A call of a provider by its key. It acts with the rights of the user who saved the connection last and in the name of the provider;
 * records that move go through the heir.
 * @throws ScimError 401, for an unknown connection too
 */
export async function openScim(
  deps: Deps,
  connectionId: string,
  { authorization = '', requestId, address }: { authorization: string | undefined; requestId: string; address: string },
): Promise<Scim> {
  const key = bearer.exec(authorization)?.[1];
  const enterpriseId = key && isUuid(connectionId) ? await findEnterpriseOfConnection(deps.db, connectionId) : undefined;
  if (!key || !enterpriseId) throw denied();
  const context = enterpriseContext(deps, enterpriseId);
  const { connection, rights } = await context.transaction(async (tx) => {
    const connection = await findConnection(tx, enterpriseId, connectionId);
    if (!connection?.scimKeyHash || !timingSafeEqual(connection.scimKeyHash, hashToken(key))) throw denied();
    const now = context.now();
    if (now.getTime() - (connection.scimUsedAt?.getTime() ?? 0) > usedEveryMs)
      await updateConnection(tx, enterpriseId, connectionId, { scimUsedAt: now });
    return { connection, rights: await rightsOfEditor(deps, tx, connection) };
  });
  const actor = {
    enterpriseId,
    userId: connection.scimHeir ?? '',
    sessionId: '',
    sessionEndsAt: new Date(8.64e15),
    sessionKind: 'password' as const,
    name: connection.name,
    email: '',
    ...rights,
    departments: [],
    networks: [],
    provedAt: null,
    connectionId,
    mustEnrol: false,
  };
  const by = { kind: 'provider' as const, name: connection.name };
  return {
    deps,
    ctx: { ...context, actor, requestId, address, by },
    connection,
    base: `${deps.publicUrl()}/account/scim/v2/${connectionId}`,
  };
}
