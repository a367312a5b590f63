import type { ApiKeyScope, AuditKind, FeatureFlags, relayEventType, WebhookEventType } from '@parley/contract';
import type { Bin } from '#platform/bin/deleted.ts';
import type { ConfinedTask } from '#platform/confined/confined.task.ts';
import type { Copying } from '#platform/db/copy.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EventDefinition } from '#platform/events/events.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Bus } from '#platform/realtime/bus.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Bill } from './bill.ts';
import type { Extensions } from './extensions.ts';

/** The acting user. `permissions` holds the permissions of roles and flags; services ask `can`. */
export type Actor = {
  enterpriseId: string;
  userId: string;
  sessionId: string;
  sessionEndsAt: Date;
  sessionKind: 'password' | 'sso';
  name: string;
  email: string;
  roles: readonly number[];
  permissions: ReadonlySet<string>;
  isAdministrator: boolean;
  /** The widest scope of the roles held. */
  dataScope: 'own' | 'department' | 'enterprise';
  maskedFields: readonly string[];
  /** Ids of the departments that the user belongs to. */
  departments: readonly string[];
  /** Networks from which the enterprise admits people, in CIDR notation; empty: every network. */
  networks: readonly string[];
  /** Time of the user's last proof of identity in this session; null: none since it began. */
  provedAt: Date | null;
  /** The identity provider's connection that the session came by. */
  connectionId: string | null;
  /** The enterprise asks for a second factor that the user has not: only the calls that make one are open. */
  mustEnrol: boolean;
  /** The frame of the designer that acts for its user, within the form that it was opened for; '' for the frame of a stream. */
  frame?: { formId: string };
  /** The API key that stands for its maker; its maker's rights count only as far as its scopes go. */
  key?: { id: string; name: string; scopes: readonly ApiKeyScope[]; channelIds: readonly string[] };
};

/** @property orderKey what happens under one key is told in its order; @property data as it goes out */
export type WebhookEvent = {
  type: WebhookEventType | typeof relayEventType;
  orderKey: string;
  channelId: string;
  departmentId?: string | null | undefined;
  data: object;
};

/** The environment of a service: one enterprise, its transactions, and the records that they write. */
export type EnterpriseContext = {
  enterpriseId: string;
  now: () => Date;
  /** One transaction of the enterprise; its events are sent when it has committed. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Runs single read-only queries: cheaper than a transaction, and PostgreSQL refuses any write. */
  read: <T>(work: (tx: Read) => Promise<T>) => Promise<T>;
  /** Opens a connection of its own for COPY. */
  openCopying: () => Promise<Copying>;
  events: { record: <D>(tx: Tx, event: EventDefinition<string, D>, ...data: D[]) => Promise<void> };
  /** Tells the enterprise's own systems, by the webhooks that want it; where none does, nothing is written. */
  webhooks: { publish: (tx: Tx, ...events: WebhookEvent[]) => Promise<void> };
  /** Users who have a browser that takes pushes; remembered, since each message of a customer asks for them. */
  browserOwners: (tx: Tx) => Promise<ReadonlySet<string>>;
  jobs: Pick<Jobs, 'enqueue'>;
  /** Finds the author of a record's last change in the audit trail; shown to a user who meets a newer version. */
  lastChange: (tx: Read, kind: AuditKind, recordId: string) => Promise<{ by: string; at: Date } | undefined>;
  /** Reads the time zone of the enterprise, in which texts state instants. */
  readTimeZone: (tx: Read) => Promise<string>;
  /** The bin with the deleted records. */
  bin: Bin;
  /** The answers of other modules to an extension point of this domain. */
  extensions: Extensions;
  bill: Bill;
  /** Notifies other processes; for `afterCommit`. */
  bus: Pick<Bus, 'publish'>;
  flags: FeatureFlags;
  files: FileStore;
  /** Reads what a user gave (files, pages, patterns) in a process of its own; the queue is shared fairly among enterprises. */
  confined: {
    run: <I, O>(task: ConfinedTask<I, O>, input: I) => Promise<O>;
    stream: <I, O>(task: ConfinedTask<I, O>, input: I) => AsyncIterable<O>;
  };
  /** Ends sockets; for after the commit. */
  hub: Pick<Hub, 'closeAll'>;
  /** The public address of the product, without a slash at the end. */
  publicUrl: () => string;
  /** A link to a stored file that works for a day without a session. */
  fileUrl: (fileId: string) => string;
  /** Makes of a text what only the installation can read again. */
  encrypt: (text: string) => string;
  /** Reads again what `encrypt` has made. */
  decrypt: (sealed: string) => string;
  /** A hash by a key of the installation, for what is to be recognised and not read. */
  keyedHash: (use: string, text: string) => Buffer;
};

export type Ctx = EnterpriseContext & {
  actor: Actor;
  requestId: string;
  address: string;
  /** Reason for the audit trail, if the call itself does not state it. */
  reason?: string;
  /** The identity provider that acts with the actor's rights, for the audit trail. */
  by?: { kind: 'provider'; name: string };
};

/** The user behind a token; undefined: nobody's. */
export type ActorsByToken = {
  /** Returns the remembered actor without a query to the database. */
  recall: (token: string, now: Date) => Actor | undefined;
  /** Asks the database, and remembers. @returns undefined for a token that is unknown, ended or over */
  find: (token: string, now: Date) => Promise<Actor | undefined>;
};
export type Authenticate = (token: string, address: string) => Promise<Actor | undefined>;

export const can = (actor: Pick<Actor, 'permissions'>, permission: string): boolean => actor.permissions.has(permission);
