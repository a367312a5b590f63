import { personalKinds } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { modules } from './domains.ts';
import { collectExtensions } from './extensions.ts';
import { personalData } from './personal-data.ts';

const { deps } = await startApp();
const parts = collectExtensions(modules).of(personalData);

/** Tables that no erasure touches, by why. A new table is registered by `personalData`, or is named here. */
const impersonal: Record<string, readonly string[]> = {
  'about the enterprise, its users and how they sign in': [
    ...['enterprises', 'enterprise_security', 'users', 'roles', 'user_roles', 'user_factors', 'recovery_codes', 'factor_failures'],
    ...[
      'login_challenges',
      'login_attempts',
      'captchas',
      'sessions',
      'agent_sockets',
      'agent_desks',
      'agent_presence',
      'account_links',
      'known_sign_ins',
      'push_devices',
      'invitations',
    ],
    ...[
      'sso_connections',
      'sso_domains',
      'sso_attempts',
      'user_identities',
      'sso_spent_tokens',
      'sso_arrivals',
      'scim_users',
      'scim_groups',
      'scim_group_members',
      'notification_preferences',
      'api_keys',
      'reporting_logins',
      'reporting_keys',
      // Statements lose their literals, so that no value of a customer is in one
      'sql_statements',
      'departments',
      'department_users',
      'calendars',
      'calendar_slots',
      'calendar_exceptions',
    ],
    ...['brandings', 'branding_versions', 'audit_settings', 'privacy_settings', 'retention_changes', 'designer_accesses'],
  ],
  'what an editor makes: content, channels, rules and bots': [
    ...[
      'attributes',
      'customer_sets',
      'csv_mappings',
      'artifacts',
      'artifact_buckets',
      'channels',
      'channel_tests',
      'channel_identities',
      'mailboxes',
      // The business's own numbers, and the users who bring them in
      'whatsapp_onboardings',
      'whatsapp_numbers',
      // Numbers of a mail server and hashes
      'mailbox_mails',
      'templates',
      'rich_cards',
      // A publisher is an enterprise; a package holds no data of people
      'package_publishers',
      'packages',
      'package_parts',
      'package_installs',
      'package_items',
      // Counts, and what is mapped: the records beside it are a person's data
      'moves',
      'integrations',
    ],
    ...[
      'journeys',
      'journey_versions',
      'forms',
      'form_versions',
      'form_flows',
      'flow_keys',
      'encaps',
      'encap_launches',
      'journey_nodes',
      'journey_refs',
      'journey_edits',
      'journey_tests',
      'journey_entries',
      'journey_replays',
    ],
    // The contents that a plan compares, and people's remarks about it, are an editor's words
    ...['campaigns', 'activities', 'activity_entries'],
    ...[
      'webhooks',
      'sending_settings',
      'chat_labels',
      'clock_policies',
      'agent_status_kinds',
      'skills',
      'quick_replies',
      'quick_reply_words',
      'macros',
      'chat_views',
      'chat_scenarios',
      'boards',
      'report_alerts',
      'report_schedules',
      'chat_fields',
      'site_forms',
      'site_rules',
      'chat_rules',
      'chat_settings',
      'campaign_milestones',
      'chat_alarm_limits',
      'chat_targets',
      'screen_filters',
      'first_steps',
      'sample_records',
      'chat_alarms',
      'bots',
      'stories',
      'intents',
      'utterances',
      'entities',
      'bot_tests',
      'bot_tools',
      'classification_rules',
    ],
    ...[
      'knowledge_sources',
      'knowledge_passages',
      'knowledge_embeddings',
      'passage_vectors',
      'bot_trainings',
      'bot_versions',
      'bot_version_parts',
    ],
  ],
  'money of the enterprise, by amounts, ids and times': [
    'billing_rates',
    'billing_accounts',
    'billing_movements',
    'wallet_grants',
    'recharges',
    'billing_alerts',
    'invoices',
  ],
  'one message with places for values; the values are in the ledger': ['send_runs'],
  'ids, counts and times alone': [
    ...[
      'chat_participants',
      'chat_clocks',
      'chat_clock_looks',
      'chat_label_marks',
      'agent_skills',
      'skill_needs',
      'macro_runs',
      // Times of mails to users of the enterprise
      'report_deliveries',
      'chat_numbers',
      // Times of a chat, and the users who had it; nothing of its customer
      'chat_facts',
      'chat_late_changes',
      'chat_spells',
      'chat_returns',
      'chat_fact_steps',
      'chat_search_looks',
      'routing_pools',
      'routing_asks',
      'route_rounds',
      'route_decisions',
      'message_counts',
      'message_count_changes',
      'run_tallies',
      'run_tally_changes',
      'cost_totals',
      'message_refunds',
      'channel_speeds',
      'raw_event_queue',
      'spent_downloads',
    ],
    ...[
      'journey_live',
      'journey_waits',
      'journey_sends',
      'journey_requests',
      'journey_acts',
      'journey_act_people',
      'journey_milestones',
      'journey_counts',
      'encap_tallies',
      'url_links',
      'encap_tally_changes',
      'measure_days',
      'measure_through',
      'journey_count_changes',
    ],
    ...['leases', 'doomed_contents', 'retention_marks', 'relay_replies', 'push_messages', 'activity_fallbacks'],
  ],
  'a seat of the queue: the rows of an erased person are skipped, and leave it': ['send_queue', 'send_wire'],
  'append-only proof without personal data: persons are named by ids, and details lie apart': [
    ...[
      'audit_entries',
      'audit_erasures',
      'audit_unsealed',
      'audit_chain',
      'audit_segments',
      'audit_checkpoints',
      'audit_verifications',
      'audit_checks',
    ],
  ],
  'the record of erasures: it names whom to look for until it is done': ['erasures'],
  'keyed hashes': ['suppressed_addresses'],
  'events are removed when they are sent, within seconds of their commit, and an erasure waits for them': ['outbox'],
  'which migrations have run, and which texts of functions': ['function_texts', 'migrations'],
};

test('every table is answered for by a kind of personal data, or stands here with the reason why none is', async () => {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(deps.db);
  const registered = new Set(
    parts.flatMap(({ tables }) => tables.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))),
  );
  const named = Object.values(impersonal).flat();
  expect(rows.map(({ name }) => name).filter((name) => !registered.has(name) && !named.includes(name))).toEqual([]);
  expect(named.filter((name) => registered.has(name) || !rows.some((row) => row.name === name))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test('each kind is given once', () => {
  expect(parts.map(({ kind }) => kind).sort()).toEqual([...personalKinds].sort());
});
