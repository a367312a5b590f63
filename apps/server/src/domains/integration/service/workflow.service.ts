import { authTypes } from '@parley/contract';
import { changing, excuse } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { type ServiceConfig, ServiceError } from '../client/service.wire.ts';
import { type Listed, listFromTool, signInAtTool, TokenEnded, type ToolList } from '../client/workflow.tool.ts';
import { integrationRecord } from '../integration/integration.record.ts';
import {
  accessIntegration,
  accessOfType,
  changeIntegration,
  findOfType,
  keepSession,
  settingsOf,
} from '../integration/integration.repository.ts';
import { noteOutcome } from '../integration/integration.service.ts';

type Used = Pick<Deps, 'secrets'> & { config: ServiceConfig };
type Credentials = { emailId: string; password: string; integrationId?: string | undefined };

const failed = (error: ServiceError) => new DomainError('integration.failed', error.message, { reason: error.message }, { cause: error });

/** The configuration that is named, or the only one there is. */
async function chooseTool(tx: Read, enterpriseId: string, integrationId: string | undefined) {
  if (integrationId !== undefined) return accessOfType(tx, enterpriseId, integrationId, authTypes.workflow);
  const [only, ...others] = await findOfType(tx, enterpriseId, authTypes.workflow, 2);
  if (!only) throw new DomainError('integration.not_found', 'No workflow tool is configured.', {});
  if (others.length > 0)
    throw new DomainError('integration.which', 'There are several workflow tools: say which one by integrationId.', {});
  return only;
}

/**
 * Signs in at the workflow tool, and keeps the credentials that it has let in.
 * @throws DomainError integration.failed, integration.which, integration.not_found
 */
export async function signIn(ctx: Ctx, { config, secrets }: Used, credentials: Credentials): Promise<{ _id: string; name: string }> {
  const { enterpriseId } = ctx;
  const { emailId, password } = credentials;
  const tool = await ctx.read((tx) => chooseTool(tx, enterpriseId, credentials.integrationId));
  const { integrationId } = tool;
  const token = await signInAtTool(config, { ...tool.settings, emailId }, password).catch(async (error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    await noteOutcome(ctx, integrationId, error.message);
    throw failed(error);
  });
  await ctx.transaction(async (tx) => {
    const stands = await accessIntegration(tx, enterpriseId, integrationId, { lock: true });
    const settings = settingsOf(stands) as typeof tool.settings;
    // A token of one tool is not stored for another.
    if (settings.baseUrl !== tool.settings.baseUrl)
      throw failed(new ServiceError('The configuration was changed meanwhile. Please sign in again.'));
    await changing(ctx, tx, integrationRecord, integrationId, 'edit', () =>
      changeIntegration(tx, enterpriseId, integrationId, {
        settings: JSON.stringify({ ...settings, emailId }),
        secret: secrets.encrypt(password),
        secretEnding: '',
        session: secrets.encrypt(token),
        updatedAt: ctx.now(),
        lastSuccessAt: ctx.now(),
        lastError: '',
      }),
    );
  });
  return { _id: integrationId, name: tool.name };
}

type Session = { baseUrl: string; emailId: string; token: string; renew: () => Promise<string> };

/**
 * A session at the workflow tool: the one that is kept, or a new one; at the address for its sandbox always a new one.
 * @throws ServiceError when the tool lets nobody in; DomainError integration.not_found
 */
export async function openSession(
  ctx: EnterpriseContext,
  { config, secrets }: Used,
  integrationId: string,
  isSandbox = false,
): Promise<Session> {
  const tool = await ctx.read((tx) => accessOfType(tx, ctx.enterpriseId, integrationId, authTypes.workflow));
  const signInNow = (settings: Pick<Session, 'baseUrl' | 'emailId'>) => signInAtTool(config, settings, secrets.decrypt(tool.secret));
  if (isSandbox) {
    // A tool's sandbox knows no session of the tool itself, and the other way round: none is kept.
    const sandbox = { ...tool.settings, baseUrl: tool.settings.sandboxUrl };
    return { ...sandbox, token: await signInNow(sandbox), renew: () => signInNow(sandbox) };
  }
  const renew = async () => {
    const token = await signInNow(tool.settings);
    await keepToken(ctx, tool, secrets.encrypt(token));
    return token;
  };
  return { ...tool.settings, token: tool.session === '' ? await renew() : secrets.decrypt(tool.session), renew };
}

/**
 * Fetches a list from the tool now; a token that it no longer takes is renewed once.
 * @throws DomainError integration.failed, integration.not_found
 */
export async function listOfTool(ctx: Ctx, deps: Used, integrationId: string, list: ToolList): Promise<Listed> {
  try {
    const session = await openSession(ctx, deps, integrationId);
    const found = await listFromTool(deps.config, session, session.token, list).catch(async (error: unknown) => {
      if (!(error instanceof TokenEnded)) throw error;
      return listFromTool(deps.config, session, await session.renew(), list);
    });
    await noteOutcome(ctx, integrationId, '');
    return found;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    await noteOutcome(ctx, integrationId, error.message);
    throw failed(error);
  }
}

const keepToken = (ctx: EnterpriseContext, tool: { integrationId: string; secret: string }, session: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    excuse(tx, 'a token of the workflow tool is no setting');
    await keepSession(tx, ctx.enterpriseId, tool, session);
  });
