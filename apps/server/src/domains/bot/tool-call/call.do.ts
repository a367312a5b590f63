import { createHash } from 'node:crypto';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Config } from '../../../config.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessCustomer, listAttributes, noteLearnt } from '../../customer/door.ts';
import { openService, type ServiceAddress, ServiceError } from '../../integration/door.ts';
import type { ToolValues } from '../tool/tool.rules.ts';
import { bounded, type Tried, tryTool } from './call.http.ts';
import type { CallRow } from './call.repository.ts';

export type CallDeps = Pick<Deps, 'secrets'> & { config: Pick<Config, 'privateHosts'> };

/** The same for a call whenever it is tried, so that a service can tell a second try from a second call. */
const idempotencyKey = (enterpriseId: string, callId: string): string =>
  createHash('sha256').update(`${enterpriseId}:${callId}`).digest('hex');

/** Values that the server fills in. @returns undefined where the customer has none of them */
export async function boundValues(
  tx: Read,
  enterpriseId: string,
  { tool, customerId, sessionId }: CallRow,
): Promise<ToolValues | undefined> {
  const values: ToolValues = {};
  for (const { name, source } of tool.bound) {
    if (source === 'chatId') values[name] = sessionId;
    else if (customerId === null) return undefined;
    else if (source === 'customerId') values[name] = customerId;
    else {
      const { number } = await accessCustomer(tx, enterpriseId, customerId);
      if (!number) return undefined;
      values[name] = number;
    }
  }
  return values;
}

async function callService(
  ctx: EnterpriseContext,
  deps: CallDeps,
  call: CallRow,
  address: ServiceAddress,
  timeoutMs: number,
): Promise<Tried> {
  const { tool } = call;
  const bound = await ctx.read((tx) => boundValues(tx, ctx.enterpriseId, call));
  if (!bound) return { kind: 'failed', error: 'The customer has no number.' };
  const { renew, ...service } = await openService(ctx, deps, tool.service.integrationId, address);
  const options = { key: idempotencyKey(ctx.enterpriseId, call.callId), timeoutMs, privateHosts: deps.config.privateHosts };
  const values = { ...call.arguments, ...bound };
  const tried = await tryTool(tool, values, { ...options, service });
  if (tried.kind !== 'shutOut') return tried;
  const again = renew ? await tryTool(tool, values, { ...options, service: { ...service, headers: await renew() } }) : tried;
  return again.kind === 'shutOut' ? { kind: 'failed', error: 'The service answered 401.' } : again;
}

async function readFields(ctx: EnterpriseContext, { tool, customerId }: CallRow): Promise<Tried> {
  if (customerId === null) return { kind: 'failed', error: 'There is no customer.' };
  const answer = await ctx.read(async (tx) => {
    const [customer, attributes] = await Promise.all([
      accessCustomer(tx, ctx.enterpriseId, customerId),
      listAttributes(tx, ctx.enterpriseId),
    ]);
    const kept = (attributeId: string) => {
      const attribute = attributes.find((one) => one.attributeId === attributeId);
      return (attribute && (customer.data as Record<string, unknown>)[attribute.slot]) ?? null;
    };
    return Object.fromEntries(tool.fields.map(({ name, attributeId }) => [name, kept(attributeId)]));
  });
  return { kind: 'done', answer: bounded(JSON.stringify(answer)) };
}

async function writeFields(ctx: EnterpriseContext, { tool, customerId, arguments: given }: CallRow): Promise<Tried> {
  if (customerId === null) return { kind: 'failed', error: 'There is no customer.' };
  const attributes = tool.fields.flatMap(({ name, attributeId }) =>
    Object.hasOwn(given, name) ? [{ attributeId, value: String(given[name]) }] : [],
  );
  await ctx.transaction((tx) => noteLearnt(ctx, tx, customerId, { attributes, language: '', consent: null }));
  return { kind: 'done', answer: '{"isSaved":true}' };
}

/** Does what a call asks for, outside of any lock. */
export async function doCall(
  ctx: EnterpriseContext,
  deps: CallDeps,
  call: CallRow,
  { address, timeoutMs }: { address: ServiceAddress; timeoutMs: number },
): Promise<Tried> {
  try {
    switch (call.tool.kind) {
      case 'service':
        return await callService(ctx, deps, call, address, timeoutMs);
      case 'readCustomer':
        return await readFields(ctx, call);
      case 'writeCustomer':
        return await writeFields(ctx, call);
      // A stream has begun with the state of its dialogue; only the dry run of one comes here, and is over before.
      case 'stream':
      case 'handOver':
        return { kind: 'done', answer: '' };
    }
  } catch (error) {
    if (error instanceof ServiceError || error instanceof DomainError) return { kind: 'failed', error: error.message.slice(0, 500) };
    return { kind: 'lost', error: error instanceof Error ? error.message.slice(0, 500) : '' };
  }
}
