import type { Assignment } from '@parley/routing';
import type { LockedWaiting } from './situation.repository.ts';
import type { KnownDesk } from './situation.ts';

/** A chat with its agent, both locked. */
export type Given = { assignment: Assignment; chat: LockedWaiting; desk: KnownDesk };
