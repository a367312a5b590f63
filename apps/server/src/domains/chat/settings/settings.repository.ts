import type { ChatConfig } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** Values of a scope's own. */
export type OwnSettings = Partial<ChatConfig>;
/** Last save of a scope. */
export type Saved = { settingsNo: number; own: OwnSettings };
/** null: never saved, or no department */
export type Scopes = { enterprise: Saved | null; department: Saved | null };

const latest = 2_147_483_647;
const ofEnterprise = sql<boolean>`s.dept_id is null`;
const ofDepartment = (departmentId: RawBuilder<unknown>) => sql<boolean>`s.dept_id = ${departmentId}`;

/** The last save of a scope, up to a number. */
const saved = (enterpriseId: string, scope: RawBuilder<boolean>, upTo = latest) => sql<Saved | null>`(
  select jsonb_build_object('settingsNo', s.settings_no, 'own', s.own) from chat_settings s
  where s.enterprise_id = ${enterpriseId} and ${scope} and s.settings_no <= ${upTo}::integer order by s.settings_no desc limit 1)`;

/** @param departmentId null: of the enterprise alone */
export async function findScopes(tx: Read, enterpriseId: string, departmentId: string | null): Promise<Scopes> {
  const { rows } = await sql<Scopes>`
    select ${saved(enterpriseId, ofEnterprise)} as enterprise, ${saved(enterpriseId, ofDepartment(sql`${departmentId}::uuid`))} as department`.execute(
    tx,
  );
  return rows[0] as Scopes;
}

/** Those of the department that a channel belongs to. */
export async function findScopesOfChannel(tx: Read, enterpriseId: string, channelId: string): Promise<Scopes> {
  const department = sql`(select c.dept_id from channels c where c.enterprise_id = ${enterpriseId} and c.channel_id = ${channelId})`;
  const { rows } = await sql<Scopes>`
    select ${saved(enterpriseId, ofEnterprise)} as enterprise, ${saved(enterpriseId, ofDepartment(department))} as department`.execute(tx);
  return rows[0] as Scopes;
}

/** The enterprise's, and those of each of these departments that has some. */
export async function findScopesOf(
  tx: Read,
  enterpriseId: string,
  departmentIds: readonly string[],
): Promise<{ enterprise: Saved | null; departments: Saved[] }> {
  const { rows } = await sql<{ enterprise: Saved | null; departments: Saved[] }>`
    select ${saved(enterpriseId, ofEnterprise)} as enterprise, array(
      select of_one.saved from unnest(${[...departmentIds]}::uuid[]) d (department_id)
      cross join lateral (select ${saved(enterpriseId, ofDepartment(sql`d.department_id`))} as saved) of_one
      where of_one.saved is not null) as departments`.execute(tx);
  return rows[0] as { enterprise: Saved | null; departments: Saved[] };
}

/** The largest limit among a user's departments; null where none has its own. @param users what the query calls the table */
export const departmentLimit = (users: 'u' | 'users') => sql<number | null>`(
  select max((of_one.own->>'maxOpenChats')::integer) from department_members m
    join departments d on d.enterprise_id = m.enterprise_id and d.department_id = m.department_id and d.deleted_at is null
    cross join lateral (select s.own from chat_settings s where s.enterprise_id = m.enterprise_id and s.dept_id = m.department_id
      order by s.settings_no desc limit 1) of_one
  where m.enterprise_id = ${sql.ref(`${users}.enterpriseId`)} and m.user_id = ${sql.ref(`${users}.userId`)})`;

/** Limits of an agent who has none of their own: each is null where nobody has set it. */
export async function findLimits(
  tx: Read,
  enterpriseId: string,
  userId: string,
): Promise<{ enterprise: Saved | null; department: number | null }> {
  const { rows } = await sql<{ enterprise: Saved | null; department: number | null }>`
    select ${saved(enterpriseId, ofEnterprise)} as enterprise, ${departmentLimit('u')} as department
    from users u where u.enterprise_id = ${enterpriseId} and u.user_id = ${userId}`.execute(tx);
  return rows[0] ?? { enterprise: null, department: null };
}

/** Tells whether the enterprise `e` of a query has policies of clocks. */
const hasPolicies = sql<boolean>`exists (select from clock_policies p where p.enterprise_id = e.enterprise_id and p.deleted_at is null)`;

/** A chat as far as its settings go. @property settingsNo null: it has not waited for people yet, or began before there were numbers */
export type SettledChat = {
  enterpriseId: string;
  customerId: string;
  deptId: string | null;
  settingsNo: number | null;
};

/** Facts of which texts to a customer are made. */
export type TextFacts = {
  customer: { name: string; language: string | null };
  departmentName: string | null;
  timeZone: string;
  country: string;
};

/** @property hasPolicies the enterprise has policies of clocks, whichever chats they are for */
export type ChatSettingsRow = TextFacts & { newest: Scopes; held: Scopes; lastNo: number; hasPolicies: boolean };

/** All that a chat's settings and texts are made of, in one statement. */
export async function findOfChat(tx: Read, { enterpriseId, customerId, deptId, settingsNo }: SettledChat): Promise<ChatSettingsRow> {
  const department = ofDepartment(sql`${deptId}::uuid`);
  const scopes = (upTo?: number) =>
    sql<Scopes>`jsonb_build_object('enterprise', ${saved(enterpriseId, ofEnterprise, upTo)}, 'department', ${saved(enterpriseId, department, upTo)})`;
  const { rows } = await sql<Omit<ChatSettingsRow, 'held'> & { held: Scopes | null }>`
    select ${scopes()} as newest, ${settingsNo === null ? sql`null::jsonb` : scopes(settingsNo)} as held,
      coalesce((select max(s.settings_no) from chat_settings s where s.enterprise_id = e.enterprise_id), 0) as last_no,
      (select jsonb_build_object('name', c.name, 'language', c.profile->>'language') from customers c
        where c.enterprise_id = e.enterprise_id and c.customer_id = ${customerId}) as customer,
      (select d.name from departments d where d.enterprise_id = e.enterprise_id and d.department_id = ${deptId}::uuid) as department_name,
      e.time_zone, e.country,
      ${hasPolicies} as has_policies
    from enterprises e where e.enterprise_id = ${enterpriseId}`.execute(tx);
  const [row] = rows as [Omit<ChatSettingsRow, 'held'> & { held: Scopes | null }];
  return { ...row, held: row.held ?? row.newest };
}

/** The facts of texts, without a customer. */
export async function findTextPlace(tx: Read, enterpriseId: string, departmentId: string | null): Promise<Omit<TextFacts, 'customer'>> {
  const { rows } = await sql<Omit<TextFacts, 'customer'>>`
    select (select d.name from departments d where d.enterprise_id = e.enterprise_id and d.department_id = ${departmentId}::uuid) as department_name,
      e.time_zone, e.country
    from enterprises e where e.enterprise_id = ${enterpriseId}`.execute(tx);
  return rows[0] as Omit<TextFacts, 'customer'>;
}

/** Writes the scope's next save. Called under `lockSettings`. */
export async function insertSettings(tx: Tx, enterpriseId: string, departmentId: string | null, own: OwnSettings): Promise<void> {
  await sql`insert into chat_settings (enterprise_id, settings_no, dept_id, own)
    select ${enterpriseId}, coalesce(max(s.settings_no), 0) + 1, ${departmentId}::uuid, ${JSON.stringify(own)}::jsonb
    from chat_settings s where s.enterprise_id = ${enterpriseId}`.execute(tx);
}

/** Finds the name of a department that is not deleted. */
export async function findDepartmentName(tx: Read, enterpriseId: string, departmentId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('departments')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('departmentId', '=', departmentId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.name;
}
