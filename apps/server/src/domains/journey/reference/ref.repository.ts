import { type JourneyRefKind, userStates } from '@parley/contract';
import { textLimitOf, windowHoursOf } from '@parley/vendors';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';

/** @property detail what tells two of the same name apart; @property extra what a form needs of it */
export type FoundRef = { id: string; name: string; detail: string; extra: Record<string, unknown> };

/** @property ids exactly these; undefined: any. @property within of intents and knowledge the bot, of templates the channel; '' any */
type Wanted = { search: string; ids: readonly string[] | undefined; within: string; limit: number };

/** Everything of one kind that an enterprise has: id, name, detail, extra, and what it is within. */
type Source = (enterpriseId: string) => RawBuilder<unknown>;

const nothing = sql`'{}'::jsonb as extra, null::uuid as owner`;

const sources: { [Kind in JourneyRefKind]: Source } = {
  channel: (
    id,
  ) => sql`select channel_id as id, name, environment as detail, jsonb_build_object('type', type, 'vendor', vendor) as extra, null::uuid as owner
    from channels where enterprise_id = ${id}`,
  template: (id) => sql`select template_id as id, name, language || ' · ' || status as detail, jsonb_build_object('status', status,
      'components', components, 'language', language, 'channelId', channel_id, 'category', category) as extra, channel_id as owner
    from templates where enterprise_id = ${id} and deleted_at is null`,
  media: (
    id,
  ) => sql`select artifact_id as id, name, data_type as detail, jsonb_build_object('type', data_type) as extra, null::uuid as owner
    from artifacts where enterprise_id = ${id} and is_public`,
  integration: (id) => sql`select integration_id as id, name, '' as detail, jsonb_build_object('authType', auth_type,
      'hasSandbox', coalesce(settings ->> 'sandboxUrl', '') <> '') as extra, null::uuid as owner
    from integrations where enterprise_id = ${id} and auth_type > 0`,
  department: (
    id,
  ) => sql`select department_id as id, name, '' as detail, jsonb_build_object('members', (select count(*)::int from department_users m
      join users u on u.enterprise_id = m.enterprise_id and u.user_id = m.user_id and u.state = ${sql.lit(userStates.active)} and u.handles_chats
      where m.enterprise_id = d.enterprise_id and m.department_id = d.department_id)) as extra, null::uuid as owner from departments d
    where enterprise_id = ${id} and deleted_at is null`,
  bot: (id) => sql`select bot_id as id, name, type as detail, ${nothing} from bots where enterprise_id = ${id} and deleted_at is null`,
  intent: (id) => sql`select intent_id as id, name, '' as detail, jsonb_build_object('parameters', parameters) as extra, bot_id as owner
    from intents where enterprise_id = ${id}`,
  group: (id) => sql`select set_id as id, name, '' as detail, ${nothing} from customer_sets where enterprise_id = ${id} and kind = 'group'`,
  label: (id) => sql`select set_id as id, name, '' as detail, ${nothing} from customer_sets where enterprise_id = ${id} and kind = 'label'`,
  attribute: (id) => sql`select attribute_id as id, field_label as name, field_name as detail,
      jsonb_build_object('fieldType', field_type, 'inputType', input_type) as extra, null::uuid as owner
    from attributes where enterprise_id = ${id} and deleted_at is null`,
  stream: (id) => sql`select journey_id as id, name, state as detail, jsonb_build_object('version', version) as extra, null::uuid as owner
    from journeys where enterprise_id = ${id} and deleted_at is null and version > 0`,
  knowledge: (id) => sql`select source_id as id, name, kind as detail, '{}'::jsonb as extra, bot_id as owner
    from knowledge_sources where enterprise_id = ${id}`,
  card: (
    id,
  ) => sql`select card_id as id, name, kind as detail, jsonb_build_object('version', version, 'document', document) as extra, null::uuid as owner
    from rich_cards where enterprise_id = ${id}`,
  calendar: (id) => sql`select calendar_id as id, name, time_zone as detail, ${nothing} from calendars
    where enterprise_id = ${id} and deleted_at is null`,
  form: (id) => sql`select form_id as id, name, '' as detail, jsonb_build_object('version', published) as extra, null::uuid as owner
    from forms where enterprise_id = ${id} and deleted_at is null and published > 0`,
};

/** Adds a channel's limits for free content, its hours and its length, which its vendor's adapter knows. */
const withLimits = ({ extra: { type, vendor }, ...row }: FoundRef): FoundRef => ({
  ...row,
  extra: { type, windowHours: windowHoursOf(String(vendor), Number(type)), textLimit: textLimitOf(String(vendor), Number(type)) },
});

const isId = (value: string) => /^[0-9a-f-]{36}$/i.test(value);

export async function findRefs(
  tx: Read,
  enterpriseId: string,
  kind: JourneyRefKind,
  { search, ids, within, limit }: Wanted,
): Promise<FoundRef[]> {
  if (within !== '' && !isId(within)) return [];
  const conditions = [
    ...(ids ? [sql`id = any(${ids.filter(isId)}::uuid[])`] : []),
    ...(search !== '' ? [sql`name ilike ${containing(search)}`] : []),
    ...(within !== '' ? [sql`owner = ${within}::uuid`] : []),
  ];
  const { rows } = await sql<FoundRef>`select id::text as id, name, detail, extra from (${sources[kind](enterpriseId)}) found
    ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``} order by lower(name), id limit ${limit}`.execute(tx);
  return kind === 'channel' ? rows.map(withLimits) : rows;
}
