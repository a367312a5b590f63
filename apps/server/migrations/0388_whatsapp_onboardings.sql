-- Numbers of WhatsApp on their way in: a business account with its sign-in, and its numbers with their steps.
create table whatsapp_onboardings (
  enterprise_id uuid not null references enterprises,
  onboarding_id uuid not null,
  environment text not null check (environment in ('sandbox', 'production')),
  waba_id text not null default '',
  waba_name text not null default '',
  -- Business accounts that the token reaches
  account_ids text[] not null default '{}',
  sealed_token text not null default '',
  token_expires_at timestamptz,
  -- The provider has refused the token since
  is_token_over boolean not null default false,
  -- By step: its state, who has tried it last and when, and the provider's answer
  steps jsonb not null default '{}',
  revision integer not null default 1,
  -- A request that is repeated under its key begins nothing again
  request_key text not null default '',
  started_by uuid not null,
  started_by_name text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (enterprise_id, onboarding_id)
);
select protect_tenant_table('whatsapp_onboardings');
create index whatsapp_onboardings_by_time on whatsapp_onboardings (enterprise_id, changed_at desc);
create unique index whatsapp_onboardings_once on whatsapp_onboardings (enterprise_id, started_by, request_key) where request_key <> '';

create table whatsapp_numbers (
  enterprise_id uuid not null,
  onboarding_id uuid not null,
  -- The provider's id
  phone_number_id text not null,
  environment text not null check (environment in ('sandbox', 'production')),
  -- Digits with the country code
  phone text not null,
  verified_name text not null default '',
  channel_id uuid not null,
  -- The PIN of two-step verification that it is registered with
  sealed_pin text not null default '',
  code_method text not null default '' check (code_method in ('', 'SMS', 'VOICE')),
  code_sent_at timestamptz,
  -- Codes that were wrong since the last one was sent
  code_tries integer not null default 0,
  message_id uuid,
  steps jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (enterprise_id, onboarding_id, phone_number_id),
  foreign key (enterprise_id, onboarding_id) references whatsapp_onboardings on delete cascade,
  -- The number is free again when its channel is gone for good
  foreign key (enterprise_id, channel_id) references channels on delete cascade
);
select protect_tenant_table('whatsapp_numbers');
create index whatsapp_numbers_by_channel on whatsapp_numbers (enterprise_id, channel_id);
-- Across enterprises: a number is brought in once.
create unique index whatsapp_numbers_once on whatsapp_numbers (environment, phone);
create unique index whatsapp_numbers_id_once on whatsapp_numbers (environment, phone_number_id);
