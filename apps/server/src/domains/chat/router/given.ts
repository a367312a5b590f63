import type { Assignment } from '@parley/routing';
import type { LockedChat } from '../record/chat.repository.ts';
import type { KnownDesk } from './situation.ts';

/** A chat with its agent, both locked. */
export type Given = { assignment: Assignment; chat: LockedChat; desk: KnownDesk };
