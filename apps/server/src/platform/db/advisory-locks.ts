/** Numbers of PostgreSQL's advisory locks, which all processes on a database share: two uses of one number would wait for each other. */
export const advisoryLocks = {
  /** Processes that start together migrate one after the other. */
  migrating: 5_070_001,
  /** One process owns the data folder. */
  owner: 5_070_002,
  /** Processes that start together declare their jobs one after the other. */
  declaringJobs: 5_070_003,
  /** The demo enterprise is made once. */
  demo: 5_070_004,
  demoHistory: 5_070_005,
  /** The chain of an enterprise’s audit trail grows at one end. `seal_audit` does nothing while another session holds it. */
  auditChain: 5_070_030,
  // Migrations use 5070020 and above
} as const;
