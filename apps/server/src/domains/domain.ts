import type { Database } from '#platform/db/schema.ts';

/**
 * The domains in their order: each uses the doors of those before it, and reads tables that those let it read. What a domain has to ask of a
 * later one goes by an extension point (extensions.ts) or an event.
 */
export const domains = [
  'file',
  'account',
  'customer',
  'channel',
  'integration',
  'messaging',
  'billing',
  'chat',
  'outreach',
  'bot',
  'journey',
  'market',
  'insight',
] as const;
export type Domain = (typeof domains)[number];

/** Some tables are touched by functions of the database alone; the queries' types do not know them. */
export type TableName = keyof Database | 'captchas' | 'loginAttempts';

export type Ownership<Table extends TableName = TableName> = {
  /** Nobody else writes them. */
  tables: readonly Table[];
  /** Tables that other domains read in queries of their own, each with the reason why a function of the owner would not do. */
  grantedReads: { readonly [table in Table]?: { readonly [reader in Domain]?: string } };
};

export const ownTables = <const Table extends TableName>(
  owned: Pick<Ownership<Table>, 'tables'> & Pick<Ownership<NoInfer<Table>>, 'grantedReads'>,
) => owned;
