import {
  ChatConfig,
  type ChatSettingKey,
  type ChatSettingSources,
  chatSettingKeys,
  checkSettings,
  endpoints,
  faultTexts,
  fillSlots,
  settingVariables,
} from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { lockSettings } from '../../account/door.ts';
import { assertIntegration } from '../../integration/door.ts';
import { chatSettingsRecord } from './settings.record.ts';
import { findDepartmentName, findLimits, findScopes, findScopesOf, findScopesOfChannel, insertSettings } from './settings.repository.ts';
import { ownValues, resolve, resolveForPerson } from './settings.rules.ts';
import { findWrongPlaceholder } from './settings.text.ts';

/** The newest settings for the chats of a department. @param departmentId null: those of none */
export const readChatConfig = async (tx: Read, enterpriseId: string, departmentId: string | null = null): Promise<ChatConfig> =>
  resolve(await findScopes(tx, enterpriseId, departmentId)).chat;

/** The newest settings for the chats of a channel. */
export const readConfigOfChannel = async (tx: Read, enterpriseId: string, channelId: string): Promise<ChatConfig> =>
  resolve(await findScopesOfChannel(tx, enterpriseId, channelId)).chat;

/** The limit of an agent who has none of their own: the largest of their departments', else the enterprise's. */
export async function readMaxOpenChats(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const { enterprise, department } = await findLimits(tx, enterpriseId, userId);
  return department ?? resolve({ enterprise, department: null }).chat.maxOpenChats;
}

/** Follows a save within its transaction. @param departmentId null: of the enterprise @param changed settings of the scope that are others now */
type Follower = (ctx: Ctx, tx: Tx, departmentId: string | null, changed: readonly ChatSettingKey[]) => Promise<void>;
export const settingsFollowers = defineExtensionPoint<Follower>('chat.settings');

export type ScopedConfig = { chat: ChatConfig; sources: ChatSettingSources; version: number };

/** The version is the number of the scope's last save; what was never saved has version 0. */
export async function readScope(tx: Read, enterpriseId: string, departmentId: string | null): Promise<ScopedConfig> {
  const scopes = await findScopes(tx, enterpriseId, departmentId);
  return { ...resolve(scopes), version: (departmentId ? scopes.department : scopes.enterprise)?.settingsNo ?? 0 };
}

/** Users who reach departments alone see the enterprise's settings, which theirs inherit, and change those of their own. */
export const reaches = (actor: Actor, departmentId: string): boolean =>
  actor.dataScope === 'enterprise' || (actor.dataScope === 'department' && actor.departments.includes(departmentId));

/** @throws DomainError department.not_found */
export async function assertScope(tx: Read, actor: Actor, departmentId: string): Promise<void> {
  if (!reaches(actor, departmentId) || (await findDepartmentName(tx, actor.enterpriseId, departmentId)) === undefined)
    throw new DomainError('department.not_found', 'No such department.', {});
}

/** Users who reach departments alone change what is of their own. @throws DomainError department.not_found or 1403 */
export async function assertMayChange(tx: Read, actor: Actor, departmentId: string | null): Promise<void> {
  if (departmentId) await assertScope(tx, actor, departmentId);
  else if (actor.dataScope !== 'enterprise') throw accessDenied(endpoints.chats.saveConfiguration.access);
}

/** The settings of a department; without one, those for the caller, whose departments may allow more than the enterprise. */
export function getChatConfig(ctx: Ctx, deptId: string): Promise<ChatConfig> {
  const { enterpriseId, actor } = ctx;
  return ctx.read(async (tx) => {
    if (deptId !== '') return (await readScopeOfAny(tx, enterpriseId, deptId)).chat;
    const { enterprise, departments } = await findScopesOf(tx, enterpriseId, actor.departments);
    return resolveForPerson(enterprise, departments);
  });
}

/** @throws DomainError department.not_found */
async function readScopeOfAny(tx: Read, enterpriseId: string, departmentId: string): Promise<ScopedConfig> {
  if ((await findDepartmentName(tx, enterpriseId, departmentId)) === undefined)
    throw new DomainError('department.not_found', 'No such department.', {});
  return readScope(tx, enterpriseId, departmentId);
}

/** @param deptId '': the enterprise @throws DomainError department.not_found */
export function getScopedConfig(ctx: Ctx, deptId: string): Promise<ScopedConfig> {
  return ctx.read(async (tx) => {
    if (deptId !== '') await assertScope(tx, ctx.actor, deptId);
    return readScope(tx, ctx.enterpriseId, deptId || null);
  });
}

/** @property reset what the scope inherits from now on */
export type ConfigSave = {
  deptId?: string;
  chat?: Partial<ChatConfig>;
  reset?: readonly ChatSettingKey[];
  /** The version that the caller has read; left out: it sends none */
  version?: number | undefined;
};

/** @throws DomainError department.not_found, integration.not_found, record.changed or request.invalid */
export function saveChatConfig(ctx: Ctx, { deptId = '', chat = {}, reset = [], version }: ConfigSave): Promise<ScopedConfig> {
  const { enterpriseId, actor } = ctx;
  const departmentId = deptId || null;
  assertTexts(chat);
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, actor, departmentId);
    await lockSettings(tx, enterpriseId);
    await assertIntegration(tx, enterpriseId, chat.assistConfigId ?? '');
    const scopes = await findScopes(tx, enterpriseId, departmentId);
    const saved = departmentId ? scopes.department : scopes.enterprise;
    const id = departmentId ?? enterpriseId;
    await assertVersion(ctx, tx, chatSettingsRecord, { id, version: saved?.settingsNo ?? 0 }, version);
    const kept = Object.entries(saved?.own ?? {}).filter(([key]) => !reset.includes(key as ChatSettingKey));
    const own = { ...Object.fromEntries(kept), ...ownValues(chat, departmentId !== null) };
    const before = resolve(scopes).chat;
    const after = resolve({ ...scopes, [departmentId ? 'department' : 'enterprise']: { settingsNo: 0, own } }).chat;
    const changed = chatSettingKeys.filter((key) => before[key] !== after[key]);
    assertClocks(after, changed);
    await changing(ctx, tx, chatSettingsRecord, id, 'edit', () => insertSettings(tx, enterpriseId, departmentId, own));
    for (const part of ctx.extensions.of(settingsFollowers)) await part(ctx, tx, departmentId, changed);
    return readScope(tx, enterpriseId, departmentId);
  });
}

/** Refuses a text that could not be filled. @throws DomainError request.invalid */
function assertTexts(chat: Partial<ChatConfig>): void {
  const faults = chatSettingKeys.flatMap((key) => {
    const text = chat[key];
    const variables = settingVariables(key);
    if (!variables || typeof text !== 'string') return [];
    const placeholder = findWrongPlaceholder(text, variables);
    if (placeholder === undefined) return [];
    const values = { placeholder, variables: variables.join(', ') };
    return [{ field: `chat.${key}`, code: 'text.placeholder', values, message: fillSlots(faultTexts['text.placeholder'], values) }];
  });
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** Refuses a reminder that would come too late, where the save changes one of the two times. @throws DomainError request.invalid */
function assertClocks(chat: ChatConfig, changed: readonly ChatSettingKey[]): void {
  const faults = checkSettings(chat).filter(({ keys }) => keys.some((key) => changed.includes(key)));
  if (faults.length > 0) throw invalidRequest(...faults.map(({ fault }) => ({ ...fault, field: `chat.${fault.field}` })));
}

/** Values of a department that were inherited are inherited again. */
export function putChatConfigBack(ctx: Ctx, id: string, values: Snapshot): Promise<ScopedConfig> {
  assertMay(ctx.actor, endpoints.chats.saveConfiguration);
  const keys = chatSettingKeys.filter((key) => Object.hasOwn(values, key));
  const isInherited = (key: ChatSettingKey) => values[key] === null || values[key] === undefined;
  return saveChatConfig(ctx, {
    deptId: id === ctx.enterpriseId ? '' : id,
    chat: ChatConfig.partial().parse(Object.fromEntries(keys.filter((key) => !isInherited(key)).map((key) => [key, values[key]]))),
    reset: keys.filter(isInherited),
  });
}
