// Apart from the endpoints: addresses of screens hold these, and every page reads addresses.

/** blocked: nothing is sent; opted_out: no marketing. */
export const blacklistKinds = ['blocked', 'opted_out'] as const;
export const blacklistSources = ['manual', 'customer', 'complaint', 'import'] as const;
export type BlacklistKind = (typeof blacklistKinds)[number];
export type BlacklistSource = (typeof blacklistSources)[number];
