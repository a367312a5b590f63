import type { AuditKind, AuditMark, FeatureFlags } from '@parley/contract';
import type { SimulatorAddress } from '@parley/vendors/simulator';
import type pg from 'pg';
import type { RecordDefinition } from '#platform/audit/record.ts';
import type { AuditKeys } from '#platform/audit/seal.ts';
import type { Bin } from '#platform/bin/deleted.ts';
import type { Confined } from '#platform/confined/confined.ts';
import type { Copying } from '#platform/db/copy.ts';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { Remembered } from '#platform/db/remembered.ts';
import type { Publisher } from '#platform/events/publisher.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { PushKeys } from '#platform/push/vapid.ts';
import type { Bus } from '#platform/realtime/bus.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { VendorIos } from '#platform/safe-fetch/vendor-io.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Log } from '#platform/telemetry/log.ts';
import type { Metrics } from '#platform/telemetry/metrics.ts';
import type { Tracing } from '#platform/telemetry/tracing.ts';
import type { Bill } from './bill.ts';
import type { Config, Gateway } from './config.ts';
import type { Actor, ActorsByToken, Authenticate, WebhookEvent } from './context.ts';
import type { Extensions } from './extensions.ts';

/** Hooks of tests into the transactions of calls: at their first statement, and just before the commit. */
export type WatchedCall = { name: string; mark: AuditMark | undefined };
export type TransactionWatch = { begin: (tx: Tx) => Promise<void>; end: (tx: Tx) => Promise<void> };

/** The parts of the program; start.ts builds them once and gives them to buildApp and the modules. */
export type Deps = {
  config: Config;
  flags: FeatureFlags;
  log: Log;
  metrics: Metrics;
  /** Spans for a collector; undefined: this installation has none. */
  tracing: Tracing | undefined;
  pool: pg.Pool;
  db: Db;
  /** Read-only queries of one enterprise. */
  readerOf: (enterpriseId: string) => Read;
  openCopying: (enterpriseId: string) => Promise<Copying>;
  jobs: Jobs;
  /** The modules' answers to each other's extension points. */
  extensions: Extensions;
  bus: Bus;
  publisher: Publisher;
  hub: Hub;
  secrets: Secrets;
  /** Seal the audit trail. */
  auditKeys: AuditKeys;
  /** Name the installation to the push services of browsers. */
  pushKeys: PushKeys;
  /** Sends what the transaction has recorded for the audit trail with its commit. */
  writeEntries: (tx: Tx) => void;
  browserOwners: Remembered<ReadonlySet<string>>;
  publishToWebhooks: (tx: Tx, enterpriseId: string, events: readonly WebhookEvent[]) => Promise<void>;
  /** Finds the author of a record's last change in the audit trail. */
  lastChange: (tx: Read, enterpriseId: string, kind: AuditKind, recordId: string) => Promise<{ by: string; at: Date } | undefined>;
  readTimeZone: (tx: Read, enterpriseId: string) => Promise<string>;
  /** Writes deleted records into the bin, and takes them out. @param reason for records that are put there without one of their own */
  binOf: (enterpriseId: string, now: () => Date, reason?: string) => Bin;
  /** The nouns that the audit trail knows, by kind. */
  records: ReadonlyMap<string, RecordDefinition>;
  /** Looks on at each transaction of a call; for tests of the whole program. */
  watch?: (call: WatchedCall) => TransactionWatch;
  /** It is about to stop: /ready says so, so that a proxy sends what comes next elsewhere. */
  isLeaving: () => boolean;
  files: FileStore;
  /** Folders of this machine that the installation writes to. */
  dataFolders: readonly string[];
  /** Runs what reads users' files and patterns outside of this process. */
  confined: Confined;
  mailer: Mailer;
  authenticate: Authenticate;
  /** The actors behind API keys. */
  keyActors: ActorsByToken;
  /** Finds the maker of a link, while their session is still open. */
  actorOfSession: (enterpriseId: string, sessionId: string) => Promise<Actor | undefined>;
  /** The input and output of vendors' adapters. */
  vendorIos: VendorIos;
  /** Prices and wallets, as the send gate asks for them. */
  bill: Bill;
  /** The installation's account at the payment gateway; undefined: nobody can recharge. */
  gateway: () => Gateway | undefined;
  /** The TXT records of a domain. @throws when nobody answers */
  resolveTxt: (name: string) => Promise<string[][]>;
  now: () => Date;
  /** Waits so many milliseconds before an answer. */
  pause: (ms: number) => Promise<void>;
  /** The public address of the product, without a slash at the end; known once the server listens. */
  publicUrl: () => string;
  /** The same for the simulator's callbacks: by loopback where it is this process's own. */
  localUrl: () => string;
  /** The address of the vendors' simulator; undefined: this installation has none. */
  simulator: () => SimulatorAddress | undefined;
};
