import { type SettingsOf, z } from '@parley/contract';
import type { WireAnswer } from '#platform/safe-fetch/wire.ts';
import { callService, readJson, type ServiceConfig, ServiceError } from './service.wire.ts';

/** An outside workflow tool, spoken to as docs/WORKFLOW-TOOL.md says. */
const maxBytes = 512 * 1024;
const mostItems = 1000;
const longestName = 200;

const Token = z.object({ token: z.string().min(1).max(8000) });
const Listed = z.object({
  data: z
    .array(z.object({ id: z.union([z.string().min(1), z.number()]).transform(String), name: z.string() }))
    .transform((items) => items.slice(0, mostItems).map(({ id, name }) => ({ id: id.slice(0, 200), name: name.slice(0, longestName) }))),
});
export type Listed = { id: string; name: string }[];
type Tool = Pick<SettingsOf<1>, 'baseUrl' | 'emailId'>;

function read<T extends z.ZodType>(schema: T, answer: WireAnswer): z.output<T> {
  const parsed = schema.safeParse(readJson(answer));
  if (!parsed.success) throw new ServiceError('The workflow tool did not answer as its description says.');
  return parsed.data;
}

/** @returns the token of the session @throws ServiceError */
export async function signInAtTool(config: ServiceConfig, { baseUrl, emailId }: Tool, password: string): Promise<string> {
  const wire = {
    method: 'POST',
    url: `${baseUrl}/account/login`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ emailId, password }),
  };
  return read(Token, await callService(config, wire, { maxBytes })).token;
}

export type ToolList = { kind: 'projects' } | { kind: 'workflows' | 'processes'; projectId: string };

/** The token is one that the tool takes no more. */
export class TokenEnded extends ServiceError {}

/** @throws TokenEnded, ServiceError */
export async function listFromTool(config: ServiceConfig, { baseUrl }: Tool, token: string, list: ToolList): Promise<Listed> {
  const path = list.kind === 'projects' ? 'projects' : `projects/${encodeURIComponent(list.projectId)}/${list.kind}`;
  const headers = { accept: 'application/json', 'authentication-token': token };
  const answer = await callService(config, { method: 'GET', url: `${baseUrl}/${path}`, headers }, { maxBytes });
  if (answer.status === 401) throw new TokenEnded('The workflow tool refused the sign-in (401).');
  return read(Listed, answer).data;
}
